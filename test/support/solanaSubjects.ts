/** The expected lists of Solana's subjects, from the model of a history that was read to its end. */
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import { activeStakes } from "../../fixtures/solana/stakes.ts";
import type { PeriodTruth } from "../../fixtures/solana/truth.ts";
import { decimal } from "./decimal.ts";
import type { ServeFixture } from "./serve.ts";
import { dayOfSlot } from "./solanaRewards.ts";
import { inWindows, unknownSubject, windowLengths } from "./subjectDays.ts";
import { checkSubjects, type ExpectedSubject } from "./subjects.ts";

/** Slots by which a vote account with stake lags the head before a node calls it delinquent. */
const delinquentSlots = 128;
/** Without deactivation. */
const never = 2n ** 64n - 1n;

const sol = (lamports: bigint) => decimal(lamports, 9);
const sumOf = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

type Period = readonly [day: string, truth: PeriodTruth];
/** 0 to 100, before Alpenglow: three parts of led slots, five of votes. */
function effectivenessOf(voteAccount: string, periods: readonly Period[]): string | null {
  const days = periods.flatMap(([, truth]) => {
    const own = truth.voters.get(voteAccount);
    return own === undefined ? [] : [{ ...own, scoreMax: truth.confirmedBlocks * 16 }];
  });
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0);
  const led = sum(({ produced, empty, voteOnly }) => produced - 0.75 * (empty + voteOnly));
  const proposer = ratio(
    led,
    sum(({ leaderSlots }) => leaderSlots),
  );
  const voted = ratio(
    sum(({ score }) => score),
    sum(({ scoreMax }) => scoreMax),
  );
  const both = proposer === null || voted === null ? (proposer ?? voted) : (3 * proposer + 5 * voted) / 8;
  return both === null ? null : String(100 * both);
}

function validatorsOf(
  history: SolanaHistory,
  { periods, lastDay }: { periods: readonly Period[]; lastDay: string },
): ExpectedSubject[] {
  const voters = history.state(history.head)?.voters ?? [];
  const stakes = activeStakes(history, history.head);
  return history.validators.map(({ index, voteAccount, info }) => {
    const voter = voters[index];
    const stake = stakes.get(voteAccount) ?? 0n;
    const isLate = (voter?.tower.votes.at(-1)?.slot ?? 0) + delinquentSlots < history.head;
    const own = periods.flatMap(([, { voters: all }]) => all.get(voteAccount) ?? []);
    return {
      ...unknownSubject,
      id: voteAccount,
      name: info?.name ?? null,
      status: stake === 0n ? "inactive" : isLate ? "delinquent" : "active",
      stake: sol(stake),
      commission: decimal(BigInt(voter?.commissionBps ?? 0), 4),
      effectiveness: effectivenessOf(voteAccount, periods),
      rewards: sol(
        sumOf(
          own.flatMap(({ fees, votingPayouts, stakingPayouts }) => [fees, votingPayouts, stakingPayouts]),
        ),
      ),
      missedDuties: String(own.reduce((total, { skipped }) => total + skipped, 0)),
      proposals: String(own.reduce((total, { produced }) => total + produced, 0)),
      days: String(own.length),
      lastDay,
    };
  });
}

function authoritiesOf(
  history: SolanaHistory,
  { days, lastDay }: { days: readonly string[]; lastDay: string },
): ExpectedSubject[] {
  const stakes = history.state(history.head)?.stakes ?? [];
  const active = stakes.filter(({ deactivationEpoch }) => deactivationEpoch === never);
  const paidOn = history.payouts.filter(
    ({ kind, slot }) => kind === "Staking" && slot <= history.head && days.includes(dayOfSlot(history, slot)),
  );
  return [...new Set(active.map(({ stakeAuthority }) => stakeAuthority))].map((id) => {
    const accounts = new Set(
      stakes.flatMap(({ stakeAuthority, address }) => (stakeAuthority === id ? [address] : [])),
    );
    const pool = history.pools.find(({ withdrawAuthority }) => withdrawAuthority === id);
    return {
      ...unknownSubject,
      id,
      name: pool?.token?.name ?? null,
      stake: sol(
        sumOf(active.flatMap(({ stakeAuthority, stake }) => (stakeAuthority === id ? [stake] : []))),
      ),
      rewards: sol(sumOf(paidOn.flatMap((paid) => (accounts.has(paid.account) ? [paid.lamports] : [])))),
      lastDay,
    };
  });
}

/**
 * Vote accounts and stake authorities, with their performance and rewards on complete days.
 * @param complete those of performance, for which an interval has to be known to its end, and those of rewards; oldest first
 */
export async function expectSolanaSubjects(
  served: ServeFixture,
  history: SolanaHistory,
  complete: { performance: readonly string[]; rewards: readonly string[] },
): Promise<void> {
  const { days: truths } = history.truth();
  const lastOf = (days: readonly string[]) => days.at(-1) ?? "";
  const common = { chain: "solana", token: "SOL", digits: 9 };
  const voters = history.state(history.head)?.voters ?? [];
  await checkSubjects(served, {
    ...common,
    kind: "validator",
    windows: inWindows((window) => {
      const days = complete.performance.slice(-windowLengths[window]);
      const periods = days.map((day) => [day, truths.get(day) as PeriodTruth] as const);
      return validatorsOf(history, { periods, lastDay: lastOf(days) });
    }),
    otherIds: new Map(voters.map(({ voteAccount, identity }) => [voteAccount, identity])),
  });
  await checkSubjects(served, {
    ...common,
    kind: "stakeAuthority",
    windows: inWindows((window) => {
      const days = complete.rewards.slice(-windowLengths[window]);
      return authoritiesOf(history, { days, lastDay: lastOf(days) });
    }),
    otherIds: new Map(history.pools.map(({ withdrawAuthority, address }) => [withdrawAuthority, address])),
  });
}
