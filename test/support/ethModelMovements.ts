/**
 * Activations and exits of a generated chain, from its states slot by slot, and churn limits by the
 * rules of Electra. Shares no code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { maxBigint, minBigint } from "../../fixtures/eth/model/state.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import { belongingsOf, type ModelKey, validatorsAt } from "./ethModelEntities.ts";

type Action = "activation" | "exit";
type Movement = {
  action: Action;
  day: number;
  amount: number;
  wait: number | null;
  entities: readonly { idType: string; entity: string }[];
};
export type ModelMovements = {
  validatorCount: number;
  avgEpochsToAction: number | null;
  avgMinutesToAction: number | null;
  amountGwei: number;
};

/** Whether the block of a slot makes a validator exit, by any operation. */
function isExitRequested(chain: EthFixture, validator: number, slot: number): boolean {
  const body = chain.blocks.get(chain.canonicalRoots.get(slot) ?? "")?.block.body;
  const pubkey = canonicalSnapshot(chain, slot).validators[validator]?.pubkey;
  return (
    chain.truth.slashings.some((slashed) => slashed.validator === validator && slashed.slot === slot) ||
    body?.voluntary_exits.some(({ message }) => message.validator_index === validator) === true ||
    body?.execution_requests?.withdrawals.some((request) => request.validator_pubkey === pubkey) === true ||
    body?.execution_requests?.consolidations.some((request) => request.source_pubkey === pubkey) === true
  );
}

/** The epoch in which the exit of a validator was decided on; null when it was before the history. */
function decisionEpoch(chain: EthFixture, validator: number, firstEpoch: number): number | null {
  const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
  const isDecided = (slot: number) =>
    Number.isFinite(Number(canonicalSnapshot(chain, slot).validators[validator]?.exitEpoch ?? Infinity));
  for (let slot = firstEpoch * slotsPerEpoch; ; slot += 1) {
    if (!isDecided(slot)) continue;
    if (slot === firstEpoch * slotsPerEpoch)
      return !isDecided(slot - 1) && isExitRequested(chain, validator, slot) ? firstEpoch : null;
    // Changes between two epochs belong to the one that ends; no later exit of these chains is in an epoch's first block.
    return slot % slotsPerEpoch === 0 ? slot / slotsPerEpoch - 1 : Math.floor(slot / slotsPerEpoch);
  }
}

/** Validators that were in the consolidation queue in some state and never slashed: a slashed source is dropped from it. */
function mergingSources(chain: EthFixture, { to }: { to: number }): Set<number> {
  const sources = new Set<number>();
  const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
  for (let slot = chain.options.startEpoch * slotsPerEpoch; slot <= to * slotsPerEpoch; slot += 1)
    for (const { source_index } of canonicalSnapshot(chain, slot).pendingConsolidations)
      sources.add(source_index);
  for (const { validator, slot } of chain.truth.slashings)
    if (slot <= to * slotsPerEpoch) sources.delete(validator);
  return sources;
}

/** Movements in whole days. */
function movements(
  chain: EthFixture,
  days: ReadonlyMap<number, string>,
  keys: readonly ModelKey[],
  history: { from: number; to: number; epochsPerDay: number },
): Movement[] {
  const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
  const last = canonicalSnapshot(chain, history.to * slotsPerEpoch).validators;
  const merging = mergingSources(chain, history);
  return last.flatMap((validator, index) =>
    (["activation", "exit"] as const).flatMap((action) => {
      const epoch = Number(action === "activation" ? validator.activationEpoch : validator.exitEpoch);
      const day = Math.floor(epoch / history.epochsPerDay);
      const date = days.get(day);
      const isMerging = action === "exit" && merging.has(index);
      if (epoch === 0 || date === undefined || isMerging) return [];
      const state = canonicalSnapshot(chain, epoch * slotsPerEpoch).validators[index];
      const own = validatorsAt(chain, (day + 1) * history.epochsPerDay - 1)[index];
      const since =
        action === "activation"
          ? Number(validator.activationEligibilityEpoch)
          : decisionEpoch(chain, index, history.from);
      return [
        {
          action,
          day,
          amount: Number(state?.effectiveBalance),
          wait: since === null ? null : epoch - since,
          entities: own === undefined ? [] : belongingsOf(own, keys, date),
        },
      ];
    }),
  );
}

/** Of an entity, or the network, in the last `length` days. */
export function modelMovements(
  chain: EthFixture,
  days: ReadonlyMap<number, string>,
  keys: readonly ModelKey[],
  history: { from: number; to: number; epochsPerDay: number },
  query: { idType: string; id: string; action: Action; length: number },
): ModelMovements {
  const newest = Math.max(...days.keys());
  const own = movements(chain, days, keys, history).filter(
    ({ action, day, entities }) =>
      action === query.action &&
      day > newest - query.length &&
      (query.idType === "network" ||
        entities.some(({ idType, entity }) => idType === query.idType && entity === query.id)),
  );
  const waits = own.flatMap(({ wait }) => (wait === null ? [] : [wait]));
  const mean = waits.length === 0 ? null : waits.reduce((sum, wait) => sum + wait, 0) / waits.length;
  const epochMinutes =
    (chain.constants.number("SLOTS_PER_EPOCH") * chain.constants.number("SECONDS_PER_SLOT")) / 60;
  return {
    validatorCount: own.length,
    avgEpochsToAction: mean === null ? null : Math.round(mean),
    avgMinutesToAction: mean === null ? null : mean * epochMinutes,
    amountGwei: own.reduce((sum, { amount }) => sum + amount, 0),
  };
}

/** How many validators of 32 ETH may leave in some epochs, each epoch's limit rounded down. */
export function modelExitLimit(chain: EthFixture, epochs: readonly number[]): number {
  const { constants } = chain;
  const isElectra = (chain.options.forks.electra ?? Number.POSITIVE_INFINITY) <= (epochs[0] ?? 0);
  const quotient = constants.gwei("CHURN_LIMIT_QUOTIENT");
  let sum = 0;
  for (const epoch of epochs) {
    const { validators } = canonicalSnapshot(chain, epoch * constants.number("SLOTS_PER_EPOCH"));
    const active = validators.filter(
      ({ activationEpoch, exitEpoch }) => activationEpoch <= epoch && epoch < exitEpoch,
    );
    const share = BigInt(active.length) / quotient;
    const least = constants.gwei("MIN_PER_EPOCH_CHURN_LIMIT");
    if (!isElectra) {
      sum += Number(maxBigint(share, least));
      continue;
    }
    const stake = active.reduce((total, { effectiveBalance }) => total + effectiveBalance, 0n) / quotient;
    const leastGwei = constants.gwei("MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA");
    const churn = maxBigint(stake, leastGwei);
    const limit = churn - (churn % constants.gwei("EFFECTIVE_BALANCE_INCREMENT"));
    const most = constants.gwei("MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT");
    sum += Number(minBigint(limit, most) / 32_000_000_000n);
  }
  return sum;
}
