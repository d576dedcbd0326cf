/** What comparisons of CometBFT chains share: the amounts that nodes report, and refusals as missing figures. */
import type { UnclaimedAmounts } from "../../ingest/cosmos/api/distribution.ts";
import { createUnclaimedAmounts } from "../../ingest/cosmos/api/unclaimed.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { readValidators } from "../../ingest/cosmos/state.ts";
import type { Figure } from "../figure.ts";
import { missingOn, sampled } from "../refusals.ts";

/** Subjects of a point: more than any chain has validators today. */
const sampleSize = 1024;

export const orMissing = missingOn(["pruned", "refused", "unfit", "not_yet", "too_large", "server_error"]);

/** A sample of a point's subjects, spread by hash. */
export const sampleOfAll = (subjects: readonly string[], point: number): string[] =>
  sampled(subjects, String(point), sampleSize);

/** Parameters of statements for a sample: a point without one has all subjects, also those that the node lacks. */
export function sampleOf(figures: readonly Figure[]): { validators: string[]; is_sample: boolean } {
  const validators = [...new Set(figures.map(({ subject }) => subject))];
  return { validators, is_sample: validators.length >= sampleSize };
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
  return sampleOfAll(after, height).map((validator) => ({ validator, isNew: !before.has(validator) }));
}
