/** The health of nodes: backing off, demotion, exclusion, and which nodes a call may use. */
import { errorMessage, isErrorOfKind, type SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { backoffMs, sleep } from "../../lib/retry.ts";
import { metrics } from "../listener/metrics.ts";
import type { Attempts } from "./attempts.ts";
import type { Limiter } from "./limiter.ts";

export type NodeHealth = {
  /** The name in logs. */
  name: string;
  /** Shared by all that use the address in this process. */
  limiter: Limiter;
  /** This and the times below are milliseconds of performance.now, so a changed clock does not prolong them. */
  restUntil: number;
  failures: number;
  /** Until then the node is tried last: it returned wrong data, or lacks data. */
  demotedUntil: number;
  /** Never used again: the node is on another chain. */
  banned?: SourceError;
  /** Undefined before the first check and while one runs. */
  checkedAt: number | undefined;
};

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
const restEnd = (node: NodeHealth) => Math.max(node.restUntil, node.limiter.restUntil);

/** The node is tried last for a while. */
export function demote(node: NodeHealth): void {
  node.demotedUntil = performance.now() + demotionMs;
}

/** Records failures of nodes, each with its consequences for later calls. */
export type FailureRecorder = {
  /** A call has failed. */
  ofCall(node: NodeHealth, error: unknown): void;
  /** A check has failed; the call that waited for it fails too, and is recorded separately. */
  ofCheck(node: NodeHealth, error: unknown): void;
};

/**
 * @param options.restBaseMs how long a node backs off after its first failure; doubles with each further one
 * @param options.restMaxMs longest time unless the node requests a longer one, or limits its rate persistently
 */
export function createFailureRecorder({
  log,
  restBaseMs,
  restMaxMs,
}: {
  log: Logger;
  restBaseMs: number;
  restMaxMs: number;
}): FailureRecorder {
  /** Backs off from a node for a while, and logs why. */
  function rest(node: NodeHealth, error: unknown): void {
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

  return {
    ofCall: (node, error) => {
      const code = codeOf(error);
      metrics.requests.inc({ node: node.name, outcome: code });
      if (code === "other_chain" && isErrorOfKind(error, "source")) node.banned = error as SourceError;
      if (doubting.has(code) && node.checkedAt !== undefined) node.checkedAt = Number.NEGATIVE_INFINITY;
      if (demoting.has(code)) demote(node);
      if (!ofRequest.has(code)) rest(node, error);
    },
    ofCheck: (node, error) => {
      // A failed check concerns every call, so the node backs off for any error.
      if (isErrorOfKind(error, "source") && ofRequest.has(error.code)) rest(node, error);
    },
  };
}

/** The nodes that may be requested, preferred first; when all are backing off, waits for the first to return. */
export async function waitForRested<Node extends NodeHealth>(
  usable: readonly Node[],
  signal?: AbortSignal,
): Promise<Node[]> {
  for (;;) {
    const now = performance.now();
    const rested = usable.filter((node) => restEnd(node) <= now);
    if (rested.length > 0) {
      // The node demoted longest ago goes first: all demoted ones may lack the same history.
      const demoted = ({ demotedUntil }: NodeHealth) => (demotedUntil > now ? demotedUntil : 0);
      return rested.sort((left, right) => demoted(left) - demoted(right));
    }
    const soonest = Math.min(...usable.map(restEnd));
    await sleep(Math.max(1, soonest - performance.now()), signal);
  }
}

/** The nodes that a call may still use; none when each has given a final answer, or is down. */
export function openNodes<Node extends NodeHealth>(
  usable: readonly Node[],
  attempts: Attempts<Node>,
): Node[] {
  const open = usable.filter((node) => !attempts.isDone(node));
  if (open.length === usable.length) return open;
  // A node that is backing off briefly may have what the others lack; one that is down is not waited for.
  return open.filter((node) => restEnd(node) <= performance.now() || node.failures < downAfter);
}
