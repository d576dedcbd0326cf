/** What comparisons of several families share: refusals as missing figures, samples, and requests a few at once. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { errorMessage, isErrorOfKind } from "../lib/errors.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import type { Figure, NodeFigures } from "./figure.ts";

const callsAtOnce = 16;

/**
 * Runs requests whose refusal leaves the figures of a point missing, with the node's own words.
 * @param refusals codes of errors that say what a node does not serve; others are failures, which the caller logs
 */
export function missingOn(refusals: readonly string[]) {
  return async (read: () => Promise<Figure[] | NodeFigures>): Promise<NodeFigures> => {
    try {
      const answer = await read();
      return Array.isArray(answer) ? { figures: answer } : answer;
    } catch (error) {
      if (!isErrorOfKind(error, "source") || !refusals.includes(error.code)) throw error;
      return { missing: errorMessage(error) };
    }
  };
}

export const orMissing = missingOn([
  ...["pruned", "refused", "skipped", "unfit", "not_yet", "too_large", "server_error"],
]);

/** At most `size` items, spread by hash, the same ones for the same salt. */
export function sampled<Item extends string>(items: readonly Item[], salt: string, size: number): Item[] {
  if (items.length <= size) return [...items];
  const hashOf = (item: string) => createHash("sha256").update(`${salt}/${item}`).digest("hex");
  const hashes = new Map(items.map((item) => [item, hashOf(item)]));
  const inOrder = [...items].sort((a, b) => ((hashes.get(a) ?? "") < (hashes.get(b) ?? "") ? -1 : 1));
  return inOrder.slice(0, size);
}

/** Runs a request for each item, a few at once, in the order of the items. */
export async function forEach<Item, Value>(
  items: readonly Item[],
  run: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const limit = pLimit(callsAtOnce);
  // One first: if the node refuses it, the others are not requested.
  const first = await Promise.all(items.slice(0, 1).map(run));
  return [...first, ...(await Promise.all(items.slice(1).map((item) => limit(() => run(item)))))];
}

/** Software that nodes report. Nodes that refuse are left out. @throws the signal's reason only */
export async function softwareOf(
  reads: readonly Promise<readonly string[]>[],
  signal: AbortSignal,
): Promise<string[]> {
  const found = await Promise.allSettled(reads);
  signal.throwIfAborted();
  return [...new Set(found.flatMap((one) => (one.status === "fulfilled" ? one.value : [])))];
}

const pauseMs = 3_600_000;

/**
 * Points of figures that nodes report for their newest state only: the last height of a range, once an hour at most, because
 * a continuous comparison requests every few heights.
 */
export function newestHourly(): (range: HeightRange) => Promise<number[]> {
  let next = 0;
  return async ({ to }) => {
    const now = Date.now();
    if (now < next) return [];
    next = now + pauseMs;
    return [to];
  };
}

/** `Geth/v1.16.7-stable` of `Geth/v1.16.7-stable/linux-amd64/go1.24.9`, each once. */
export function namesAndVersions(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => /^[^\s/]+\/[^\s/]+/.exec(text.trim())?.[0] ?? []))];
}
