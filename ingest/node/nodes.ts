/** Several addresses of the same kind of node as one: preference, rate caps, backing off, failover, retries. */
import { setMaxListeners } from "node:events";
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type NodeAddress, readAddress } from "../../lib/nodeAddress.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { metrics } from "../listener/metrics.ts";
import { saysAbsent } from "./absence.ts";
import { type Attempts, createAttempts } from "./attempts.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { type Limiter, limiterOf, type Slots } from "./limiter.ts";
import { named, ofAnswer, refusal, wordsOf } from "./refusal.ts";
import { sendRequest } from "./request.ts";

export type Node = {
  /** The address as set. */
  url: string;
  /** The name in logs and messages: the address may hold keys. */
  name: string;
};

export type Call<Value> = {
  path: string;
  method?: "GET" | "POST";
  body?: string;
  headers?: Record<string, string>;
  bodyBytesMax?: number;
  /** The answer may be hundreds of megabytes. */
  isBulk?: boolean;
  idleTimeoutMs?: number;
  /** Goes before waiting calls. */
  isUrgent?: boolean;
  /** Statuses other than 2xx that `read` understands. */
  statuses?: readonly number[];
  /**
   * The value of an answer "not here", in whichever way the node words it (absence.ts). Without it, such an answer is a
   * refusal. `words` are the node's own.
   */
  absent?: (node: Node, words: string) => NoInfer<Value>;
  /** Attempts per node before this call fails; default: the set's. */
  rounds?: number;
  signal?: AbortSignal | undefined;
  /** A thrown SourceError makes the node back off, and the next one is requested. */
  read: (response: HttpResponse, node: Node) => Promise<Value>;
};

export type NodeSetOptions = {
  urls: readonly string[];
  requestsPerSecond: number;
  log: Logger;
  /** Runs before a node's first call and again every `checkEveryMs`; a throw excludes the node. */
  check?: (request: <Value>(call: Call<Value>) => Promise<Value>, node: Node) => Promise<void>;
  checkEveryMs?: number;
  headersTimeoutMs?: number;
  idleTimeoutMs?: number;
  /** Attempts per node before a call fails. */
  rounds?: number;
  /** How long a node backs off after its first failure; doubles with each further one. */
  restBaseMs?: number;
  restMaxMs?: number;
  concurrency?: number;
};

export type NodeSet = {
  readonly nodes: readonly Node[];
  /** @throws SourceError of the last node requested, or the signal's reason. */
  call<Value>(call: Call<Value>, options?: { except?: readonly Node[] }): Promise<Value>;
  /** Backs off from a node whose answer turned out to be wrong later. */
  report(node: Node, error: unknown): void;
};

type NodeState = Node & {
  address: NodeAddress;
  /** Shared by all that use the address in this process. */
  limiter: Limiter;
  slots: Slots;
  /** This and the times below are milliseconds of performance.now, so a changed clock does not prolong them. */
  restUntil: number;
  failures: number;
  /** Until then the node is tried last: it returned wrong data, or lacks data. */
  demotedUntil: number;
  /** Never used again: the node is on another chain. */
  banned?: SourceError;
  checked?: Promise<void> | undefined;
  /** Undefined before the first check and while one runs. */
  checkedAt: number | undefined;
};

const defaultBodyBytesMax = 67_108_864;
/** Errors of a single request, which say nothing about the node's health. */
const ofRequest: ReadonlySet<string> = new Set([
  "refused",
  "pruned",
  "skipped",
  "too_large",
  "incomplete",
  "too_late",
  "unfit",
]);
/** Good answers to other calls don't make up for these. */
const demoting = new Set(["lying", "pruned", "inconsistent", "unfit"]);
const demotionMs = 600_000;
/** A node that failed so often in a row is down: a call that the others have answered does not wait for it. */
const downAfter = 3;
/** A persistent rate limit is an hourly or daily one: backing off grows up to this. */
const allowanceRestMs = 300_000;
/** After these the node is checked again: it may run another release, or another node may serve the address. */
const doubting = new Set(["connection", "truncated", "other_fork"]);

const codeOf = (error: unknown) => (isErrorOfKind(error, "source") ? error.code : "unknown");

/** A rate limit applies to the address, regardless of which caller met it. */
const restEnd = (node: NodeState) => Math.max(node.restUntil, node.limiter.restUntil);

export function createNodeSet(options: NodeSetOptions): NodeSet {
  const { log } = options;
  const rounds = options.rounds ?? 6;
  const restBaseMs = options.restBaseMs ?? 1000;
  // While the only node is backing off, no node can be requested.
  const restMaxMs = options.restMaxMs ?? (options.urls.length === 1 ? 10_000 : 60_000);
  const nodes: NodeState[] = options.urls.map((url) => ({
    url,
    ...namedAddress(url),
    limiter: limiterOf(url),
    slots: { used: 0, max: options.concurrency ?? 24 },
    restUntil: 0,
    failures: 0,
    demotedUntil: 0,
    checkedAt: undefined,
  }));

  function fail(node: NodeState, error: unknown): void {
    const code = codeOf(error);
    metrics.requests.inc({ node: node.name, outcome: code });
    if (code === "other_chain" && isErrorOfKind(error, "source")) node.banned = error as SourceError;
    if (doubting.has(code) && node.checkedAt !== undefined) node.checkedAt = Number.NEGATIVE_INFINITY;
    if (demoting.has(code)) node.demotedUntil = performance.now() + demotionMs;
    if (!ofRequest.has(code)) rest(node, error);
  }

  /** Backs off from a node for a while, and logs why. */
  function rest(node: NodeState, error: unknown): void {
    const code = codeOf(error);
    // Requests in flight together fail together, which counts as one failure.
    const isResting = node.failures > 0 && performance.now() < node.restUntil;
    if (!isResting) node.failures += 1;
    const wanted = isErrorOfKind(error, "source") ? error.meta.retryAfterMs : undefined;
    const restMs =
      typeof wanted === "number"
        ? Math.min(wanted, 600_000)
        : backoffMs(node.failures - 1, {
            baseMs: restBaseMs,
            maxMs: code === "rate_limited" ? Math.max(restMaxMs, allowanceRestMs) : restMaxMs,
          });
    node.restUntil = Math.max(node.restUntil, performance.now() + restMs);
    if (code === "rate_limited") node.limiter.restUntil = Math.max(node.limiter.restUntil, node.restUntil);
    log.warn({ node: node.name, code, reason: errorMessage(error), rest_ms: restMs }, "node failed");
  }

  async function attempt<Value>(node: NodeState, call: Call<Value>): Promise<Value> {
    const request: HttpRequest = {
      url: node.address.at(call.path),
      where: call.path === "" ? node.name : `${node.name}, ${call.method ?? "GET"} ${call.path},`,
      method: call.method ?? "GET",
      headers: call.headers ?? {},
      signal: call.signal,
      headersTimeoutMs: options.headersTimeoutMs ?? 60_000,
      idleTimeoutMs: call.idleTimeoutMs ?? options.idleTimeoutMs ?? 30_000,
      bodyBytesMax: call.bodyBytesMax ?? defaultBodyBytesMax,
      ...(call.body === undefined ? {} : { body: call.body }),
      isBulk: call.isBulk ?? false,
    };
    const response = await sendRequest(request);
    const isExpected =
      (response.status >= 200 && response.status < 300) || call.statuses?.includes(response.status) === true;
    if (!isExpected) {
      const words = await wordsOf(response);
      if (call.absent !== undefined && saysAbsent(response.status, words.all))
        return call.absent(node, words.all);
      throw refusal(node, call, response, words);
    }
    try {
      return await call.read(response, node);
    } catch (error) {
      response.discard();
      call.signal?.throwIfAborted();
      throw named(ofAnswer(error), node, call);
    }
  }

  /** Runs one call on one node, within its rate cap. */
  async function callNode<Value>(node: NodeState, call: Call<Value>): Promise<Value> {
    // Every call that waits for its turn listens to the signal.
    if (call.signal !== undefined) setMaxListeners(0, call.signal);
    const value = await node.limiter.run(() => attempt(node, call), {
      perSecond: options.requestsPerSecond,
      slots: node.slots,
      isUrgent: call.isUrgent ?? false,
      signal: call.signal,
    });
    metrics.requests.inc({ node: node.name, outcome: "ok" });
    return value;
  }

  /** Runs the node's check, once for all calls that wait for it. */
  async function ensureChecked(node: NodeState): Promise<void> {
    const { check } = options;
    if (check === undefined) return;
    const isDue =
      node.checkedAt !== undefined && performance.now() - node.checkedAt > (options.checkEveryMs ?? 300_000);
    if (node.checked === undefined || isDue) {
      node.checkedAt = undefined;
      const running = check((call) => callNode(node, call), node).then(
        () => {
          node.checkedAt = performance.now();
        },
        (error: unknown) => {
          node.checked = undefined;
          // A failed check concerns every call, so the node backs off for any error.
          if (isErrorOfKind(error, "source") && ofRequest.has(error.code)) rest(node, error);
          throw error;
        },
      );
      node.checked = running;
    }
    await node.checked;
  }

  /** The nodes that may be requested, preferred first; when all are backing off, waits for the first to return. */
  async function waitForRested(usable: readonly NodeState[], signal?: AbortSignal): Promise<NodeState[]> {
    for (;;) {
      const now = performance.now();
      const rested = usable.filter((node) => restEnd(node) <= now);
      if (rested.length > 0) {
        // The node demoted longest ago goes first: all demoted ones may lack the same history.
        const demoted = ({ demotedUntil }: NodeState) => (demotedUntil > now ? demotedUntil : 0);
        return rested.sort((left, right) => demoted(left) - demoted(right));
      }
      const soonest = Math.min(...usable.map(restEnd));
      await sleep(Math.max(1, soonest - performance.now()), signal);
    }
  }

  /** The nodes that a call may still use; none when each has given a final answer, or is down. */
  function openNodes(usable: readonly NodeState[], attempts: Attempts<NodeState>): NodeState[] {
    const open = usable.filter((node) => !attempts.isDone(node));
    if (open.length === usable.length) return open;
    // A node that is backing off briefly may have what the others lack; one that is down is not waited for.
    return open.filter((node) => restEnd(node) <= performance.now() || node.failures < downAfter);
  }

  async function call<Value>(
    wanted: Call<Value>,
    { except = [] }: { except?: readonly Node[] } = {},
  ): Promise<Value> {
    const candidates = nodes.filter((node) => !except.some((other) => other.url === node.url));
    const attempts = createAttempts<NodeState>(wanted.rounds ?? rounds);
    for (let round = 0; ; round += 1) {
      const usable = candidates.filter((node) => node.banned === undefined);
      if (usable.length === 0)
        throw (
          candidates.find((node) => node.banned)?.banned ??
          new SourceError("no other node is left", { code: "no_node", retryable: false })
        );
      const open = openNodes(usable, attempts);
      if (open.length === 0) throw attempts.verdict();
      if (round > 0)
        await sleep(backoffMs(round - 1, { baseMs: restBaseMs / 4, maxMs: restMaxMs }), wanted.signal);
      for (const node of await waitForRested(open, wanted.signal)) {
        try {
          await ensureChecked(node);
          const value = await callNode(node, wanted);
          node.failures = 0;
          return value;
        } catch (error) {
          wanted.signal?.throwIfAborted();
          if (!isErrorOfKind(error, "source")) throw error;
          fail(node, error);
          // A node on another chain is logged separately; the reason of the failed call comes from the others.
          if (node.banned === undefined) attempts.failed(node, error);
        }
      }
    }
  }

  function report(node: Node, error: unknown): void {
    const state = nodes.find((candidate) => candidate.url === node.url);
    if (state === undefined) return;
    fail(state, error);
    // Backing off alone may end before the other nodes have answered everything that it answered wrongly.
    state.demotedUntil = performance.now() + demotionMs;
  }

  return { nodes, call, report };
}

function namedAddress(url: string): Pick<NodeState, "name" | "address"> {
  const address = readAddress(url);
  return { name: address.name, address };
}
