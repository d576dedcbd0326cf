/** The reference model's windows of days, as the API returns them. */
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import { completeDays, type Duty, dutiesIn, type Range } from "../../fixtures/polygon/truth.ts";
import {
  type Extras,
  feeField,
  feesOf,
  lastOf,
  performanceFields,
  performanceOf,
  pol,
  ratio,
  rewardFields,
  stakeFields,
  type Text,
} from "./polygonTruth.ts";

const scale = 10n ** 18n;
export const windows = { "1d": 1, "7d": 7, "30d": 30, all: null } as const;
export type Window = keyof typeof windows;

/** Yields times 1e18 a year. */
const yearly = (sum: bigint, days: number) => String((Number(sum) * 365) / (1e18 * days));

/** The duties of a window, with the state at its end. */
export function windowIn(history: PolygonHistory, range: Range, window: Window) {
  const complete = completeDays(history, range);
  const days = complete.slice(-(windows[window] ?? complete.length));
  const duties = dutiesIn(history, range).filter(({ day }) => days.includes(day));
  const last = lastOf(duties);
  const checkpoints = [...new Set(duties.map(({ checkpoint }) => checkpoint))];
  const active = duties.filter(({ checkpoint }) => checkpoint === last.checkpoint);
  const networkStake = active.reduce((sum, { stake }) => sum + stake, 0n);
  return { window, days, duties, checkpoints, last: last.checkpoint, active, networkStake };
}
type In = ReturnType<typeof windowIn>;

const periodFields = ({ checkpoints, days }: In): Text => ({
  fromCheckpoint: String(checkpoints[0]?.number),
  toCheckpoint: String(checkpoints.at(-1)?.number),
  fromDate: days[0],
  toDate: days.at(-1),
});

export const stakeIn = ({ validators }: Duty["checkpoint"], id: number, account: string) =>
  validators.find((one) => one.id === id)?.delegations.get(account) ?? 0n;

/** Delegations by validator and account, with those that had stake, in a validator with a duty, at every checkpoint. */
function pairsIn({ checkpoints }: In) {
  const pairs = new Map<string, { id: number; account: string; isSteady: boolean }>();
  for (const { validators } of checkpoints)
    for (const { id, delegations } of validators)
      for (const account of delegations.keys())
        pairs.set(`${id}/${account}`, { id, account, isSteady: false });
  for (const pair of pairs.values())
    pair.isSteady = checkpoints.every(
      (checkpoint) => checkpoint.active.has(pair.id) && stakeIn(checkpoint, pair.id, pair.account) > 0n,
    );
  return [...pairs.values()];
}

/** A delegation's part at a checkpoint, of all delegators' of the validator. */
export const partOf = (amount: bigint, stake: bigint, duty: Duty | undefined) =>
  duty === undefined || duty.validator.delegated === 0n ? 0n : (amount * stake) / duty.validator.delegated;

/** Yield of the delegators of some validators, after commission. */
function delegatorYield(inWindow: In, ids: readonly number[]): bigint | undefined {
  const pairs = pairsIn(inWindow).filter(({ id, isSteady }) => isSteady && ids.includes(id));
  if (pairs.length === 0) return undefined;
  let total = 0n;
  for (const day of inWindow.days) {
    const duties = inWindow.duties.filter((duty) => duty.day === day);
    const checkpoints = [...new Set(duties.map(({ checkpoint }) => checkpoint))];
    let [reward, stake] = [0n, 0n];
    for (const checkpoint of checkpoints)
      for (const id of ids) {
        const steady = pairs
          .filter((pair) => pair.id === id)
          .reduce((sum, { account }) => sum + stakeIn(checkpoint, id, account), 0n);
        const duty = duties.find((one) => one.checkpoint === checkpoint && one.validator.id === id);
        reward += partOf(duty?.earned.delegators ?? 0n, steady, duty);
        stake += steady;
      }
    total += (reward * scale * BigInt(checkpoints.length)) / stake;
  }
  return total;
}

const aprOf = (inWindow: In, amount: bigint | undefined) =>
  amount === undefined || (inWindow.window === "all" && inWindow.days.length <= 30)
    ? "null"
    : yearly(amount, inWindow.days.length);

function holders({ last }: In, ids: readonly number[]): Set<string> {
  const own = last.validators.filter(({ id }) => ids.includes(id));
  return new Set(own.flatMap((one) => [...one.delegations.keys()]));
}

/** Summaries of validators, the one with the most stake first. Health is tested next to the endpoint. */
export function expectedSummaries(inWindow: In, { hasBor, fees }: Extras): Text[] {
  const ids = [...new Set(inWindow.duties.map(({ validator }) => validator.id))];
  const summaries = ids.map((id) => {
    const own = inWindow.duties.filter(({ validator }) => validator.id === id);
    const last = lastOf(own);
    // A validator that is not active at the window's end has no stake then.
    const ending = last.checkpoint === inWindow.last ? last : undefined;
    const stake = ending?.stake ?? 0n;
    const isWhole = own.length === inWindow.checkpoints.length;
    const yieldOf = (of: (duty: Duty) => bigint) =>
      isWhole
        ? yearly(
            own.reduce((sum, duty) => sum + (of(duty) * scale) / duty.stake, 0n),
            inWindow.days.length,
          )
        : "null";
    const fields: Text = {
      validatorId: String(id),
      validatorName: "null",
      timeWindow: inWindow.window,
      ...periodFields(inWindow),
      networkPenetration: ratio(Number(stake), Number(inWindow.networkStake)),
      ...stakeFields(last, ending),
      delegatorCount: String(holders(inWindow, [id]).size),
      ...performanceFields(own, hasBor),
      ...rewardFields(own),
      ...feeField(fees.paid(id, inWindow.days)),
      unknownPriorityFeeDays: String(fees.unknownDays([id], inWindow.days)),
      aprGross: yieldOf(({ earned, proposerReward }) => earned.signing + proposerReward),
      aprNet: yieldOf(({ earned, proposerReward }) => earned.signing + proposerReward - earned.delegators),
      delegatorApr: aprOf(inWindow, delegatorYield(inWindow, [id])),
    };
    return { fields, id, stake };
  });
  return summaries
    .sort((a, b) => (a.stake === b.stake ? a.id - b.id : a.stake > b.stake ? -1 : 1))
    .map(({ fields }) => fields);
}

export function expectedOverview(history: PolygonHistory, range: Range, { fees }: Extras): Text[] {
  return (Object.keys(windows) as Window[]).map((window) => {
    const inWindow = windowIn(history, range, window);
    const { duties, checkpoints, active } = inWindow;
    const sum = (of: (duty: Duty) => bigint) => duties.reduce((total, duty) => total + of(duty), 0n);
    const activeIds = active.map(({ validator }) => validator.id);
    const activeSum = (of: (duty: Duty) => bigint) => active.reduce((total, duty) => total + of(duty), 0n);
    const signed = duties.filter(({ isSigned }) => isSigned).length;
    const gross = checkpoints.reduce((total, checkpoint) => {
      const stake = duties
        .filter((duty) => duty.checkpoint === checkpoint)
        .reduce((all, duty) => all + duty.stake, 0n);
      return total + (checkpoint.reward * scale) / stake;
    }, 0n);
    const ids = [...new Set(checkpoints.flatMap(({ validators }) => validators.map(({ id }) => id)))];
    return {
      timeWindow: window,
      ...periodFields(inWindow),
      checkpointCount: String(checkpoints.length),
      validatorCount: String(active.length),
      delegatorCount: String(holders(inWindow, activeIds).size),
      totalStake: pol(inWindow.networkStake),
      selfStake: pol(activeSum(({ validator }) => validator.self)),
      delegatedStake: pol(activeSum(({ validator }) => validator.delegated)),
      totalRewards: pol(checkpoints.reduce((total, { reward }) => total + reward, 0n)),
      proposerRewards: pol(sum(({ proposerReward }) => proposerReward)),
      commissionRewards: pol(sum(({ earned }) => earned.commission)),
      delegatorRewards: pol(sum(({ earned }) => earned.delegators)),
      ...feeField(feesOf(fees, inWindow)),
      unknownPriorityFeeDays: String(
        fees.unknownDays(
          inWindow.duties.map(({ validator }) => validator.id),
          inWindow.days,
        ),
      ),
      // Before the first change of the rules, no node reports what they were.
      emissionResidual: checkpoints.some(({ number }) => number < 11) ? "null" : "0",
      checkpointSignerEffectiveness: ratio(signed, duties.length),
      blendedCommissionRate: ratio(
        Number(activeSum(({ validator }) => validator.delegated * validator.commission)),
        Number(activeSum(({ validator }) => validator.delegated)) * 100,
      ),
      aprGross: yearly(gross, inWindow.days.length),
      delegatorApr: aprOf(inWindow, delegatorYield(inWindow, ids)),
    };
  });
}

/** Every account that ever had a share. */
export function delegatorsOf({ snapshots }: PolygonHistory): string[] {
  const all = snapshots.flatMap(({ validators }) => validators.flatMap((one) => [...one.delegations.keys()]));
  return [...new Set(all)].sort();
}

export function expectedDelegator(
  history: PolygonHistory,
  range: Range,
  window: Window,
  account: string,
): { fields: Text; stake: bigint } {
  const inWindow = windowIn(history, range, window);
  const { duties, days, active, last } = inWindow;
  const places = active
    .map((duty) => ({ duty, stake: stakeIn(last, duty.validator.id, account) }))
    .filter(({ stake }) => stake > 0n)
    .sort((a, b) => (a.stake > b.stake ? -1 : 1));
  const total = places.reduce((sum, { stake }) => sum + stake, 0n);
  const pairs = pairsIn(inWindow).filter((pair) => pair.account === account);
  const paid = (of: (duty: Duty) => bigint, ids: readonly number[], some: readonly Duty[]) =>
    some
      .filter(({ validator }) => ids.includes(validator.id))
      .reduce(
        (sum, duty) => sum + partOf(of(duty), stakeIn(duty.checkpoint, duty.validator.id, account), duty),
        0n,
      );
  const net = ({ earned }: Duty) => earned.delegators;
  const gross = ({ earned }: Duty) => earned.delegators + earned.commission;
  const all = pairs.map(({ id }) => id);
  const steady = pairs.filter(({ isSteady }) => isSteady).map(({ id }) => id);
  const yieldOf = (of: (duty: Duty) => bigint) => {
    if (steady.length === 0) return undefined;
    return days.reduce((sum, day) => {
      const own = duties.filter((duty) => duty.day === day);
      const checkpoints = [...new Set(own.map(({ checkpoint }) => checkpoint))];
      const stake = checkpoints.reduce(
        (held, checkpoint) => held + steady.reduce((s, id) => s + stakeIn(checkpoint, id, account), 0n),
        0n,
      );
      return sum + (paid(of, steady, own) * scale * BigInt(checkpoints.length)) / stake;
    }, 0n);
  };
  const rated = places.map(({ duty, stake }) => {
    const own = duties.filter(({ validator }) => validator.id === duty.validator.id);
    return Number(stake) * performanceOf(own).rating;
  });
  const fields = {
    delegatorAddress: account,
    timeWindow: window,
    networkPenetration: ratio(Number(total), Number(inWindow.networkStake)),
    delegations: places.map(({ duty, stake }) => ({
      validatorId: String(duty.validator.id),
      validatorName: "null",
      stakePercentage: String(Number(stake) / Number(total)),
    })),
    aprGross: aprOf(inWindow, yieldOf(gross)),
    aprNet: aprOf(inWindow, yieldOf(net)),
    aggregateEffectiveness:
      total === 0n
        ? "null"
        : String(rated.toSorted((a, b) => a - b).reduce((sum, one) => sum + one, 0) / Number(total)),
    blendedCommissionRate:
      total === 0n
        ? "null"
        : String(
            Number(places.reduce((sum, { duty, stake }) => sum + stake * duty.validator.commission, 0n)) /
              (Number(total) * 100),
          ),
    totalDelegatorStake: pol(total),
    totalGrossRewards: pol(paid(gross, all, duties)),
    totalNetRewards: pol(paid(net, all, duties)),
    totalCommissionPaid: pol(paid(gross, all, duties) - paid(net, all, duties)),
  };
  return { fields, stake: total };
}
