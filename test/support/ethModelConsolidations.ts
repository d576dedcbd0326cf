/**
 * The API's answers about consolidations, from a generated chain's truth, in plain loops. Shares no code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";
import { daySeconds, isoDate } from "./ethModelDay.ts";
import { belongingsOf, type ModelKey, validatorsAt } from "./ethModelEntities.ts";

const classes = ["pool", "nodeOperator", "depositAddress", "withdrawalAddress"];
const fraction = (part: number, whole: number) => Math.round((part / whole) * 1e5) / 1e5;

export function modelConsolidations(
  chain: EthFixture,
  { from, to }: { from: number; to: number },
  keys: readonly ModelKey[],
) {
  const { constants } = chain;
  const slots = constants.number("SLOTS_PER_EPOCH");
  const epochSeconds = slots * constants.number("SECONDS_PER_SLOT");
  const epochsPerDay = daySeconds / epochSeconds;
  const registry = validatorsAt(chain, to);
  const dateOf = (epoch: number) => isoDate(chain.options.genesisTime + epoch * epochSeconds);

  function classOf(validator: number, date: string): { entity: string; type: string } {
    const own = belongingsOf(registry[validator] as (typeof registry)[number], keys, date);
    for (const type of classes) {
      const names = own.filter(({ idType }) => idType === type).map(({ entity }) => entity);
      if (names.length > 0) return { type, entity: names.sort()[0] as string };
    }
    return { type: "validator", entity: String(validator) };
  }

  const moved = chain.truth.consolidations
    .filter(({ epoch, isSourceSlashed }) => epoch >= from && epoch <= to && !isSourceSlashed)
    .sort((a, b) => a.epoch - b.epoch || a.source - b.source);

  const records = moved.map((one) => {
    const date = dateOf(one.epoch);
    const [source, target] = [classOf(one.source, date), classOf(one.target, date)];
    return {
      date,
      consolidationEpoch: one.epoch,
      sourceValidatorIndex: one.source,
      sourceEntity: source.entity,
      sourceEntityType: source.type,
      targetValidatorIndex: one.target,
      targetEntity: target.entity,
      targetEntityType: target.type,
      consolidatedAmount: Number(one.amount),
      targetBalanceBeforeConsolidationEpoch: Number(one.targetBalanceBefore),
      targetBalanceAtConsolidationEpoch: Number(one.targetBalanceAt),
      targetEffectiveBalanceAtConsolidationEpoch: Number(one.targetEffectiveBalanceAt),
    };
  });

  type Sum = { entity: string; type: string; validators: number; balance: number };
  function sums(of: readonly (typeof records)[number][]): Sum[] {
    const sumsByEntity = new Map<string, Sum>();
    for (const { sourceEntity: entity, sourceEntityType: type, consolidatedAmount } of of) {
      const sum = sumsByEntity.get(`${type}/${entity}`) ?? { entity, type, validators: 0, balance: 0 };
      sumsByEntity.set(`${type}/${entity}`, sum);
      sum.validators += 1;
      sum.balance += consolidatedAmount;
    }
    return [...sumsByEntity.values()];
  }

  const byEntity = [...new Set(records.map(({ date }) => date))].flatMap((date) =>
    sums(records.filter((record) => record.date === date))
      .sort((a, b) => (a.entity < b.entity ? -1 : 1))
      .map(({ entity, type, validators, balance }) => ({
        date,
        sourceEntity: entity,
        sourceEntityType: type,
        consolidatedValidators: validators,
        consolidatedBalance: balance,
      })),
  );

  function activeAt(epoch: number) {
    return canonicalSnapshot(chain, epoch * slots).validators.filter(
      ({ activationEpoch, exitEpoch }) => activationEpoch <= epoch && epoch < exitEpoch,
    );
  }

  /** Gwei that an epoch of Electra lets consolidate. */
  function limitOf(epoch: number): number {
    const total = activeAt(epoch).reduce((sum, { effectiveBalance }) => sum + Number(effectiveBalance), 0);
    const churn = Math.max(
      constants.number("MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA"),
      total / constants.number("CHURN_LIMIT_QUOTIENT"),
    );
    const whole = Math.floor(churn / 1e9) * 1e9;
    return whole - Math.min(constants.number("MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT"), whole);
  }

  const lastDay = Math.floor((to + 1) / epochsPerDay) - 1;
  const lastEpoch = (lastDay + 1) * epochsPerDay - 1;
  const windows = [
    { timeWindow: "1d", length: 1 },
    { timeWindow: "7d", length: 7 },
    { timeWindow: "30d", length: 30 },
    { timeWindow: "all", length: Number.POSITIVE_INFINITY },
  ].map(({ timeWindow, length }) => {
    const first = Math.max(from, (lastDay - length + 1) * epochsPerDay);
    let limit = 0;
    for (let epoch = first; epoch <= lastEpoch; epoch++) limit += limitOf(epoch);
    const own = records.filter(
      ({ consolidationEpoch }) => consolidationEpoch >= first && consolidationEpoch <= lastEpoch,
    );
    const balance = own.reduce((sum, { consolidatedAmount }) => sum + consolidatedAmount, 0);
    return { shared: { timeWindow, latestEpoch: to, consolidationChurnLimit: limit }, own, balance, limit };
  });

  return {
    records,
    byEntity,
    capacities: windows.map(({ shared, own, balance, limit }) => ({
      ...shared,
      consolidatedValidators: own.length,
      consolidatedBalance: balance,
      consolidationCapacityFilled: fraction(balance, limit),
      consolidatedPercentage: fraction(own.length, activeAt(lastEpoch).length),
    })),
    entityCapacities: windows.flatMap(({ shared, own, balance, limit }) =>
      sums(own)
        .sort((a, b) => b.balance - a.balance || (a.entity < b.entity ? -1 : 1))
        .map(({ entity, validators, balance: part }) => ({
          ...shared,
          entity,
          consolidatedValidators: validators,
          consolidatedBalance: part,
          consolidationCapacityFilled: fraction(part, limit),
          networkCapacityRemaining: Math.max(0, fraction(limit - balance, limit)),
        })),
    ),
  };
}
