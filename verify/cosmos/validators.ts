/** Validators at the end of days: x/staking through the REST gateway, and the validator set of CometBFT. */
import { type GatewayValidator, gatewayValidators } from "../../ingest/cosmos/api/staking.ts";
import { readValidatorSet } from "../../ingest/cosmos/api/validatorSet.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import type { ApiFigure, Figure, Kind } from "../figure.ts";
import { fromAtto, toAtto } from "./amounts.ts";
import { apiNumber, atState, daysEndingIn, dayUnit, ofDay, recordOf } from "./days.ts";
import { sampleOf, sampleOfAll } from "./source.ts";
import { explainPath } from "./unclaimed.ts";

const rateItem = "commission_rate";
const meanRateItem = "avg_commission_rate";
const countItem = "bonded_validator_count";
const flag = (is: boolean) => (is ? "1" : "0");
const isBonded = ({ status }: GatewayValidator) => status === "BOND_STATUS_BONDED";

/** Unweighted, to the 18th decimal, rounded down. */
function meanRate(validators: readonly GatewayValidator[]): Figure[] {
  if (validators.length === 0) return [];
  const rates = validators.map(({ commission }) => toAtto(commission.commission_rates.rate));
  const sum = rates.reduce((total, rate) => total + rate, 0n);
  return [{ subject: "", item: meanRateItem, value: fromAtto(sum / BigInt(rates.length)) }];
}

/** Where the API returns a figure of the network or of a validator at the end of a day. */
function apiOf({ chain }: CosmosInfo, stakeItem: string, figure: Figure, day: number): ApiFigure | undefined {
  const { subject, item } = figure;
  const pathOf = (path: string) => `/v1/${chain.id}/${path.replace(/\{\w+\}/, subject)}?${ofDay(day)}`;
  const { validatorRewards, validatorState, networkRewards } = chain.paths;
  const field = (path: string, name: string, scale = 1): ApiFigure => ({
    path: pathOf(path),
    pick: (body) => apiNumber(recordOf(body)?.[name], figure, scale),
  });
  if (item === stakeItem && validatorState !== undefined)
    return field(validatorState, "activeStake", 10 ** chain.token.decimals);
  if (item === meanRateItem && networkRewards !== undefined)
    return field(networkRewards, "avgCommissionRate");
  if (item === countItem && networkRewards !== undefined)
    return field(networkRewards, "totalBondedValidators");
  // Only validators with a reward have a record, so a missing one is no difference.
  if (item !== rateItem || validatorRewards === undefined) return undefined;
  return {
    path: pathOf(validatorRewards),
    pick: (body) => apiNumber(recordOf(body)?.commissionRate ?? figure.value, figure),
  };
}

/**
 * Stake, rate and status of validators in the words of the gateway, and the mean rate of the active set. The listener reads
 * them by queries of the nodes' state.
 */
export function validators(info: CosmosInfo): Kind {
  const { chain, distribution } = info;
  const stakeItem = `stake_${chain.denomination}`;
  return {
    name: "validators",
    title: "stake, commission rate and status of validators",
    source: "GET /cosmos/staking/v1beta1/validators",
    unit: dayUnit,
    pointsOf: (range, signal) => daysEndingIn(info, range, signal),
    read: async (day, context) => {
      if (distribution === undefined)
        return { missing: `no REST gateway is set: ${chain.id.toUpperCase()}_REST_URLS` };
      return await atState("state_height", day, context, async (height) => {
        const all = await gatewayValidators(distribution.gateway, height, context.signal);
        const byOperator = new Map(all.map((validator) => [validator.operator_address, validator]));
        const figures = sampleOfAll([...byOperator.keys()], day).flatMap((subject): Figure[] => {
          const one = byOperator.get(subject);
          if (one === undefined) return [];
          return [
            { subject, item: stakeItem, value: one.tokens },
            { subject, item: rateItem, value: fromAtto(toAtto(one.commission.commission_rates.rate)) },
            { subject, item: "is_bonded", value: flag(isBonded(one)) },
            { subject, item: "is_jailed", value: flag(one.jailed) },
          ];
        });
        return [...meanRate(all.filter(isBonded)), ...figures];
      });
    },
    own: {
      sql: "cosmos/verify_validators",
      values: (_day, figures) => ({ stake_item: stakeItem, ...sampleOf(figures) }),
    },
    explain: ({ subject }, date) => explainPath(info, subject, date),
    api: (figure, day) => apiOf(info, stakeItem, figure, day),
  };
}

/** Base units of a unit of voting power (cosmos-sdk 0.53.5: types/staking.go, DefaultPowerReduction). */
const powerReduction = 1_000_000;

/**
 * The set that votes two blocks later (CometBFT 0.38.22, state/execution.go: updates apply to the next but one height): bonded
 * validators with their stake in units of power (cosmos-sdk 0.53.5, x/staking/keeper/val_state_change.go). Babylon 4.3 updates
 * the set at the end of epochs only (x/epoching/abci.go), while slashing changes stakes at once and jails: there, the voting power
 * of jailed validators is left out.
 */
export function validatorSet(info: CosmosInfo): Kind {
  return {
    name: "validator_set",
    title: "voting power of the active set",
    source: "validators of CometBFT's RPC",
    unit: dayUnit,
    pointsOf: (range, signal) => daysEndingIn(info, range, signal),
    read: async (day, context) =>
      await atState("state_height", day, context, async (height) => {
        const set = await readValidatorSet(info, height + 2, context.signal);
        const jailed = await context.rows<{ consensus_address: string }>("cosmos/verify_jailed");
        const leftOut = new Set(jailed.map(({ consensus_address }) => consensus_address));
        return [
          { subject: "", item: countItem, value: String(set.length) },
          ...set.flatMap(({ consensusAddress, votingPower }): Figure[] =>
            leftOut.has(consensusAddress)
              ? []
              : [{ subject: consensusAddress, item: "voting_power", value: votingPower }],
          ),
        ];
      }),
    own: {
      sql: "cosmos/verify_validator_set",
      values: () => ({ power_reduction: powerReduction }),
    },
    api: (figure, day) => apiOf(info, "", figure, day),
  };
}
