/** The rewards of a history, from its model: sums to compare records with. */

import { earnedIn } from "../../fixtures/solana/inflation.ts";
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import { effectiveStake } from "../../fixtures/solana/stakes.ts";
import { priorityFeeParts, tipParts } from "../../fixtures/solana/tipRouter.ts";
import { emptyTower, scoreOfLatency, type Tower } from "../../fixtures/solana/tower.ts";
import type { PeriodTruth } from "../../fixtures/solana/truth.ts";
import type { StubPayout } from "../../fixtures/solana/view.ts";

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** UTC day of a slot. */
export const dayOfSlot = (history: SolanaHistory, slot: number) => dayOf(history.slot(slot)?.time ?? 0);

/** Sums of payouts to stake accounts, grouped by `keyOf`. */
export function sumPayouts(
  history: SolanaHistory,
  keyOf: (payout: StubPayout) => string,
): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const payout of history.payouts) {
    if (payout.kind !== "Staking") continue;
    sums.set(keyOf(payout), (sums.get(keyOf(payout)) ?? 0n) + payout.lamports);
  }
  return sums;
}

/** Parts of an epoch's tips by `epoch/account`, divided by the stake accounts as they were read after a slot. */
export const tipShares = (history: SolanaHistory, epoch: number, readAt: number) =>
  shares(
    history,
    epoch,
    readAt,
    history.tips.map((tip) => ({ ...tip, ...tipParts(tip) })),
  );

/** The same of the fees that validators passed on. */
export const feeShares = (history: SolanaHistory, epoch: number, readAt: number) =>
  shares(
    history,
    epoch,
    readAt,
    history.priorityFees.map((fees) => ({ ...fees, ...priorityFeeParts(fees) })),
  );

function shares(
  history: SolanaHistory,
  epoch: number,
  readAt: number,
  distributions: readonly { epoch: number; voteAccount: string; delegators: bigint }[],
): Map<string, bigint> {
  const shares = new Map<string, bigint>();
  const stakes = history.state(readAt)?.stakes ?? [];
  for (const { voteAccount, delegators } of distributions.filter((one) => one.epoch === epoch)) {
    const own = stakes.filter((account) => account.voteAccount === voteAccount);
    const total = own.reduce((sum, account) => sum + effectiveStake(account, epoch), 0n);
    for (const account of own) {
      const stake = effectiveStake(account, epoch);
      if (stake > 0n) shares.set(`${epoch}/${account.address}`, (delegators * stake) / total);
    }
  }
  return shares;
}

const sol = (lamports: bigint) => Number(lamports) / 1e9;
const within = ({ fromSlot, toSlot }: PeriodTruth, slot: number) => slot >= fromSlot && slot <= toSlot;

/** Lamports that inflation missed for the credits of the best, of an epoch before the migration's. */
function missedIn(history: SolanaHistory, epoch: number, voteAccount: string, paid: bigint): bigint {
  const end = (epoch + 1) * history.slotsPerEpoch - 1;
  const credits = new Map(
    history
      .state(end)
      ?.voters.map((voter) => [voter.voteAccount, earnedIn(voter.tower.credits, epoch).credits]),
  );
  const best = [...credits.values()].reduce((most, one) => (one > most ? one : most), 0n);
  const own = credits.get(voteAccount) ?? 0n;
  return (paid * (best - own)) / own;
}

/** A validator's rewards in a period, as the API should return them, where all credits and tips are known. */
export function expectedValidatorRewards(history: SolanaHistory, period: PeriodTruth, voteAccount: string) {
  const paid = new Map<number, bigint>();
  for (const payout of history.payouts) {
    if (payout.voteAccount !== voteAccount || !within(period, payout.slot)) continue;
    paid.set(payout.epoch, (paid.get(payout.epoch) ?? 0n) + payout.lamports);
  }
  const migration = Math.floor((history.alpenglowSlot ?? Number.POSITIVE_INFINITY) / history.slotsPerEpoch);
  const isKnown = [...paid.keys()].every((epoch) => epoch < migration);
  const missed = isKnown
    ? [...paid].reduce((sum, [epoch, lamports]) => sum + missedIn(history, epoch, voteAccount, lamports), 0n)
    : undefined;
  const isEnded = (one: { voteAccount: string; epoch: number }) =>
    one.voteAccount === voteAccount && within(period, (one.epoch + 1) * history.slotsPerEpoch - 1);
  const ended = history.tips.filter(isEnded);
  const fees = history.priorityFees.filter(isEnded).map(priorityFeeParts);
  const passed = fees.reduce((sum, one) => sum + one.passed, 0n);
  const passedOn = fees.reduce((sum, { delegators }) => sum + delegators, 0n);
  const kept = ended.reduce((sum, tip) => sum + tipParts(tip).validator, 0n);
  const shared = ended.reduce((sum, tip) => sum + tipParts(tip).delegators, 0n);
  const sums = period.voters.get(voteAccount) ?? period.total;
  return {
    blockRewards: sol(sums.fees),
    sharedBlockRewards: sol(passed),
    delegatorBlockRewards: sol(passedOn),
    voteCommissionRewards: sol(sums.votingPayouts),
    delegatorStakingRewards: sol(sums.stakingPayouts),
    mevCommissionRewards: sol(kept),
    delegatorMevRewards: sol(shared),
    totalRewards: sol(sums.fees + sums.votingPayouts + kept - passed),
    missedStakingRewards: missed === undefined ? null : sol(missed),
  };
}

/** A stake account's rewards by day, as the API should return them, when stake accounts were read after these slots. */
export function expectedStakeRewards(history: SolanaHistory, account: string, readings: readonly number[]) {
  const epochOf = (slot: number) => Math.floor(slot / history.slotsPerEpoch);
  const readOf = (epoch: number) =>
    [...readings]
      .sort((a, b) => b - a)
      .sort((a, b) => Math.abs(epochOf(a) - epoch) - Math.abs(epochOf(b) - epoch))[0] ?? history.head;
  const days = new Map<string, { staking: bigint; mev: bigint; fees: bigint; epoch: number }>();
  const dayOfEnd = (slot: number) => {
    const day = dayOfSlot(history, slot);
    const sums = days.get(day) ?? { staking: 0n, mev: 0n, fees: 0n, epoch: 0 };
    days.set(day, sums);
    return sums;
  };
  for (const payout of history.payouts.filter((one) => one.account === account && one.kind === "Staking")) {
    const sums = dayOfEnd(payout.slot);
    sums.staking += payout.lamports;
    sums.epoch = Math.max(sums.epoch, payout.epoch);
  }
  for (const { epoch, lastSlot } of history.epochs) {
    const tips = tipShares(history, epoch, readOf(epoch)).get(`${epoch}/${account}`);
    const fees = feeShares(history, epoch, readOf(epoch)).get(`${epoch}/${account}`);
    if ((tips ?? fees) === undefined || lastSlot > history.head) continue;
    const sums = dayOfEnd(lastSlot);
    sums.mev += tips ?? 0n;
    sums.fees += fees ?? 0n;
    sums.epoch = Math.max(sums.epoch, epoch);
  }
  return new Map(
    [...days].map(([day, { staking, mev, fees, epoch }]) => {
      const stake = history.state(readOf(epoch))?.stakes.find(({ address }) => address === account);
      const delegatedStake = stake === undefined ? 0n : effectiveStake(stake, epoch);
      return [
        day,
        {
          stakingRewards: sol(staking),
          mevRewards: sol(mev),
          blockRewards: sol(fees),
          delegatedStake: sol(delegatedStake),
        },
      ];
    }),
  );
}

/** Before its first slot a history has no votes. */
const towerAt = (history: SolanaHistory, slot: number, index: number): Tower =>
  history.state(slot)?.voters[index]?.tower ?? emptyTower;

/** Slots that were credited to a validator in an epoch: those in its tower when a root passed them. */
function creditedSlots(history: SolanaHistory, epoch: number, index: number): Set<number> {
  const credited = new Set<number>();
  const first = epoch * history.slotsPerEpoch;
  for (let slot = first; slot < first + history.slotsPerEpoch; slot += 1) {
    const before = towerAt(history, slot - 1, index);
    const root = towerAt(history, slot, index).root ?? 0;
    if (root <= (before.root ?? 0)) continue;
    for (const vote of before.votes) if (vote.slot <= root) credited.add(vote.slot);
  }
  return credited;
}

/** Why the credits of an epoch differ from the score of its votes. */
export function creditEdges(history: SolanaHistory, epoch: number, index: number) {
  const first = epoch * history.slotsPerEpoch;
  const last = first + history.slotsPerEpoch - 1;
  const rootBefore = towerAt(history, first - 1, index).root ?? 0;
  const root = towerAt(history, last, index).root ?? 0;
  const credited = creditedSlots(history, epoch, index);
  const edges = { carriedIn: 0, carriedOut: 0, expired: 0 };
  for (const { voteAccount, slot, landed } of history.landings) {
    if (voteAccount !== history.validators[index]?.voteAccount) continue;
    if (history.slot(slot)?.block === undefined || slot <= rootBefore || slot > last) continue;
    const score = scoreOfLatency(landed - slot);
    if (slot < first && slot <= root) edges.carriedIn += score;
    if (slot >= first && slot > root) edges.carriedOut += score;
    if (slot <= root && !credited.has(slot)) edges.expired += score;
  }
  return edges;
}
