/** Compares the reference of Solana with the generator's model, without the code under test. */
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import type { PeriodTruth, VoterTruth } from "../../fixtures/solana/truth.ts";
import type { Store } from "../../lib/store/store.ts";
import { assertSame } from "./truth.ts";

type Voted = { period: string; account: string; own: VoterTruth; sums: PeriodTruth };

function votersOf(periods: ReadonlyMap<string | number, PeriodTruth>): Voted[] {
  return [...periods]
    .flatMap(([period, sums]) =>
      [...sums.voters].map(([account, own]) => ({ period: String(period), account, own, sums })),
    )
    .sort((a, b) => (a.period + a.account < b.period + b.account ? -1 : 1));
}

const kinds = [
  { grain: "interval", key: "interval_slot", truth: "intervals" },
  { grain: "daily", key: "day", truth: "days" },
] as const;

async function checkPeriods(store: Store, history: SolanaHistory, head: number): Promise<void> {
  const truth = history.truth(head);
  for (const { grain, key, truth: name } of kinds) {
    const order = "order by period, vote_account";
    const voted = votersOf(truth[name]);
    assertSame(
      `performance, ${grain}`,
      await store.rows(
        `select toString(${key}) as period, vote_account, from_slot, to_slot, leader_slot_count, produced_count,
          empty_count, vote_only_count, confirmed_count, vote_count, latency_sum, vote_score
        from fct_solana_validator_performance_${grain} final ${order}`,
      ),
      voted.map(({ period, account, own, sums }) => ({
        period,
        vote_account: account,
        from_slot: sums.fromSlot,
        to_slot: sums.toSlot,
        leader_slot_count: own.leaderSlots,
        produced_count: own.produced,
        empty_count: own.empty,
        vote_only_count: own.voteOnly,
        confirmed_count: sums.produced,
        vote_count: own.votes,
        latency_sum: String(own.sumLatency),
        vote_score: String(own.score),
      })),
    );
    assertSame(
      `rewards, ${grain}`,
      await store.rows(
        `select toString(${key}) as period, vote_account, toString(block_reward_lamports) as fees,
          toString(voting_reward_lamports) as voting, toString(staking_reward_lamports) as staking
        from fct_solana_validator_reward_${grain} final ${order}`,
      ),
      voted.map(({ period, account, own }) => ({
        period,
        vote_account: account,
        fees: String(own.fees),
        voting: String(own.votingPayouts),
        staking: String(own.stakingPayouts),
      })),
    );
  }
}

/** Balances of all readings are explained, and credits of every epoch followed by a reading are known. */
async function checkEpochs(store: Store, history: SolanaHistory, head: number): Promise<void> {
  const last = Math.floor(head / history.slotsPerEpoch);
  const unexplained = await store.rows(
    `select epoch, account from fct_solana_account_reconciliation_epoch final
    where residual_lamports is null or residual_lamports != 0`,
  );
  const [row] = await store.rows<{ rows: string; epochs: string }>(
    `select count() as rows, uniqExact(epoch) as epochs from fct_solana_account_reconciliation_epoch final
    where account_type = 'stake'`,
  );
  const epochs = last - history.first / history.slotsPerEpoch;
  assertSame("reconciled epochs", [Number(row?.epochs), unexplained], [epochs, []]);
  const credits = await store.rows(
    `select epoch, vote_account, toString(credits) as credits from fct_solana_vote_credit_epoch final
    where credits is not null and epoch >= {first:UInt32} order by epoch, vote_account`,
    { first: history.first / history.slotsPerEpoch },
  );
  const expectedCredits = votersOf(history.truth(head).epochs).filter(
    ({ period, own }) => Number(period) < last && own.credits > 0n,
  );
  assertSame(
    "credits",
    credits,
    expectedCredits.map(({ period, account, own }) => ({
      epoch: Number(period),
      vote_account: account,
      credits: String(own.credits),
    })),
  );
}

/** @throws Error with the first row that differs from the model */
export async function checkSolanaTruth(store: Store, history: SolanaHistory, head: number): Promise<void> {
  await checkPeriods(store, history, head);
  await checkEpochs(store, history, head);
}
