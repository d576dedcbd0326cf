/** What comparisons of CometBFT chains share: the amounts that nodes report, and refusals as missing figures. */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { UnclaimedAmounts } from "../../ingest/cosmos/api/distribution.ts";
import { createUnclaimedAmounts } from "../../ingest/cosmos/api/unclaimed.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { readValidators } from "../../ingest/cosmos/state.ts";
import { isErrorOfKind } from "../../lib/errors.ts";
import type { Figure, NodeFigures } from "../figure.ts";

/** Subjects of a point: more than any chain has validators today. */
const sampleSize = 1024;
const callsAtOnce = 16;

/** Answers that say what a node does not serve. Others are failures, which the caller logs. */
const refusals: ReadonlySet<string> = new Set([
  "pruned",
  "refused",
  "unfit",
  "not_yet",
  "too_large",
  "server_error",
]);

/** Runs requests whose refusal leaves the figures of a point missing, with the node's own words. */
export async function orMissing(read: () => Promise<Figure[] | { missing: string }>): Promise<NodeFigures> {
  try {
    const figures = await read();
    return "missing" in figures ? figures : { figures };
  } catch (error) {
    if (!isErrorOfKind(error, "source") || !refusals.has(error.code)) throw error;
    return { missing: error.message };
  }
}

/** At most `size` items, spread by hash, the same ones for the same salt. */
export function sampled(items: readonly string[], salt: string, size = sampleSize): string[] {
  if (items.length <= size) return [...items];
  const hashOf = (item: string) => createHash("sha256").update(`${salt}/${item}`).digest("hex");
  const hashes = new Map(items.map((item) => [item, hashOf(item)]));
  const inOrder = [...items].sort((a, b) => ((hashes.get(a) ?? "") < (hashes.get(b) ?? "") ? -1 : 1));
  return inOrder.slice(0, size);
}

/** Parameters of statements for a sample: a point without one has all subjects, also those that the node lacks. */
export function sampleOf(figures: readonly Figure[]): { validators: string[]; is_sample: boolean } {
  const validators = [...new Set(figures.map(({ subject }) => subject))];
  return { validators, is_sample: validators.length >= sampleSize };
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

/** Through the REST gateway, or without one by queries of the nodes' state. */
export const unclaimedAmounts = ({ chain, client, distribution }: CosmosInfo): UnclaimedAmounts =>
  distribution ?? createUnclaimedAmounts(chain, client);

/**
 * Validators after a block, and whether each was in the state before it. Without those whose amounts change without an event:
 * removed ones, and those without stake, whose rewards move to the community pool (cosmos-sdk 0.53.5,
 * x/distribution/keeper/validator.go, IncrementValidatorPeriod).
 */
export async function validatorsAround(
  info: CosmosInfo,
  height: number,
  signal: AbortSignal,
): Promise<{ validator: string; isNew: boolean }[]> {
  const before = new Map(
    (await readValidators(info, height - 1, signal)).map(({ validator, tokens }) => [validator, tokens]),
  );
  const after = (await readValidators(info, height, signal))
    .filter(({ validator, tokens }) => tokens !== "0" && before.get(validator) !== "0")
    .map(({ validator }) => validator);
  return sampled(after, String(height)).map((validator) => ({ validator, isNew: !before.has(validator) }));
}
