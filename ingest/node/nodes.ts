/** Several addresses of the same kind of node as one: preference, rate caps, backing off, failover, retries. */
import { setMaxListeners } from "node:events";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type NodeAddress, readAddress } from "../../lib/nodeAddress.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { metrics } from "../listener/metrics.ts";
import { saysAbsent } from "./absence.ts";
import { createAttempts } from "./attempts.ts";
import { createFailureRecorder, demote, type NodeHealth, openNodes, waitForRested } from "./health.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";
import { limiterOf, type Slots } from "./limiter.ts";
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

type NodeState = Node &
  NodeHealth & {
    address: NodeAddress;
    slots: Slots;
    checked?: Promise<void> | undefined;
  };

const defaultBodyBytesMax = 67_108_864;

export function createNodeSet(options: NodeSetOptions): NodeSet {
  const rounds = options.rounds ?? 6;
  const restBaseMs = options.restBaseMs ?? 1000;
  // While the only node is backing off, no node can be requested.
  const restMaxMs = options.restMaxMs ?? (options.urls.length === 1 ? 10_000 : 60_000);
  const failures = createFailureRecorder({ log: options.log, restBaseMs, restMaxMs });
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

  /** Runs one call on one node, within its rate cap. */
  async function callNode<Value>(node: NodeState, call: Call<Value>): Promise<Value> {
    // Every call that waits for its turn listens to the signal.
    if (call.signal !== undefined) setMaxListeners(0, call.signal);
    const value = await node.limiter.run(() => attempt(node, call, options), {
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
          failures.ofCheck(node, error);
          throw error;
        },
      );
      node.checked = running;
    }
    await node.checked;
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
          failures.ofCall(node, error);
          // A node on another chain is logged separately; the reason of the failed call comes from the others.
          if (node.banned === undefined) attempts.failed(node, error);
        }
      }
    }
  }

  function report(node: Node, error: unknown): void {
    const state = nodes.find((candidate) => candidate.url === node.url);
    if (state === undefined) return;
    failures.ofCall(state, error);
    // Backing off alone may end before the other nodes have answered everything that it answered wrongly.
    demote(state);
  }

  return { nodes, call, report };
}

function requestOf(
  node: NodeState,
  call: Omit<Call<unknown>, "absent" | "read">,
  options: NodeSetOptions,
): HttpRequest {
  return {
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
}

/** Sends a call's request to a node and reads the answer. @throws SourceError with the names of node and call */
async function attempt<Value>(node: NodeState, call: Call<Value>, options: NodeSetOptions): Promise<Value> {
  const response = await sendRequest(requestOf(node, call, options));
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

function namedAddress(url: string): Pick<NodeState, "name" | "address"> {
  const address = readAddress(url);
  return { name: address.name, address };
}
