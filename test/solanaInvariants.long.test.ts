/**
 * Invariants of any history, checked in the warehouse: nothing is lost, nothing is more than there can be.
 * Fast counterpart: test/solanaTruth.test.ts, test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import { startSolanaStub } from "../fixtures/solana/stubNode.ts";
import type { Store } from "../lib/store/store.ts";
import { backfillSolana, solanaOptions } from "./support/solana.ts";
import { lawHistories } from "./support/solanaLaws.ts";
import { lastBlock } from "./support/solanaMessages.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

// The migration covers both consensus protocols: it is first.
describe.each(Object.entries(lawHistories).reverse())("%s", (_, options) => {
  const history = createSolanaHistory({ ...options, seed: options.seed + 20 });
  const { first } = history;
  const head = lastBlock(history);
  let store: Store;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const stub = await startSolanaStub(history, { head });
    ({ store, close } = await openTemporaryStore({ family: "solana" }));
    await backfillSolana(store, solanaOptions([stub.url]), { from: first, to: head });
    await stub.close();
  });
  afterAll(() => close());

  /** Rows that break a law. */
  const wrong = (sql: string) => store.rows(sql);

  it("every slot has one row, and one leader", async () => {
    const [row] = await store.rows(
      "select count() as slots, uniqExact(slot) as distinct, countIf(leader = '') as unled from raw_solana_slot final",
    );
    expect(row).toEqual({ slots: String(head - first + 1), distinct: String(head - first + 1), unled: "0" });
  });

  it("a block's parent is the block before it; slots between them were skipped", async () => {
    expect(
      await wrong(
        `select slot, parent_slot, before from (
          select slot, parent_slot,
            lagInFrame(slot, 1, parent_slot) over (order by slot rows between unbounded preceding and current row) as before
          from raw_solana_slot final where is_produced
        ) where parent_slot != before`,
      ),
    ).toEqual([]);
  });

  it.each(["interval", "daily"])(
    "leader slots are the slots of the period, produced or skipped: %s",
    async (grain) => {
      const key = grain === "daily" ? "day" : "interval_slot";
      expect(
        await wrong(
          `select record.${key}, record.leader_slots, network.slots
        from (
          select ${key}, sum(leader_slot_count) as leader_slots, sum(produced_count) as produced
          from fct_solana_validator_performance_${grain} final group by ${key}
        ) as record
        full join (
          select ${key}, leader_slot_count, produced_count, to_slot - from_slot + 1 as slots
          from fct_solana_network_performance_${grain} final
        ) as network on network.${key} = record.${key}
        where record.leader_slots != network.slots or record.leader_slots != network.leader_slot_count
          or record.produced != network.produced_count`,
        ),
      ).toEqual([]);
    },
  );

  it.each(["interval", "daily"])("no score is more than blocks and votes allow: %s", async (grain) => {
    expect(
      await wrong(
        `select * from fct_solana_validator_performance_${grain} final
        where vote_score > 16 * confirmed_count or vote_score > vote_score_max
          or vote_score > 16 * vote_count or vote_score < 0
          or vote_count > confirmed_count or latency_sum < vote_count
          or empty_count + vote_only_count + unknown_count > produced_count
          or produced_count > leader_slot_count
          or not (ifNull(effectiveness, 0) between 0 and 1)
          or not (ifNull(proposer_effectiveness, 0) between 0 and 1)
          or not (ifNull(voting_effectiveness, 0) between 0 and 1)
          or not (ifNull(participation, 0) between 0 and 1)`,
      ),
    ).toEqual([]);
  });

  it.each(["interval", "daily"])("a network's sums are those of its validators: %s", async (grain) => {
    const key = grain === "daily" ? "day" : "interval_slot";
    expect(
      await wrong(
        `select ${key} from fct_solana_network_performance_${grain} as network final
        left join (
          select ${key}, sum(vote_count) as votes, sum(latency_sum) as latencies, sum(vote_score) as score,
            sum(activated_stake_lamports) as stake
          from fct_solana_validator_performance_${grain} final group by ${key}
        ) as own on own.${key} = network.${key}
        where ifNull(own.votes, 0) != ifNull(network.vote_count, 0)
          or ifNull(own.latencies, 0) != ifNull(network.latency_sum, 0)
          or ifNull(own.score, 0) != ifNull(network.vote_score, 0)
          or own.stake != network.activated_stake_lamports`,
      ),
    ).toEqual([]);
  });

  it("under Alpenglow votes are unknown, and empty blocks are not", async () => {
    const counts = await store.rows<{ is_after: number; known_count: string; empty: string }>(
      `select alpenglow_slot_count > 0 as is_after, countIf(vote_count is not null) as known_count,
        countIf(vote_count is null) as unknown, sum(empty_count) as empty
      from fct_solana_validator_performance_daily final group by is_after order by is_after`,
    );
    if (history.alpenglowSlot === undefined) expect(counts.map(({ is_after }) => is_after)).toEqual([0]);
    for (const { is_after, known_count, empty } of counts) {
      expect(known_count === "0").toBe(is_after === 1);
      if (is_after === 1) expect(Number(empty)).toBeGreaterThan(0);
    }
  });

  it("fees equal the blocks' rewards: half the base fee and the priority fee", async () => {
    expect(
      await wrong(
        `select slot, fee_lamports, fee_reward_lamports, signature_count from raw_solana_slot final
        where is_produced and fee_reward_lamports
          != (fee_lamports - signature_count * 5000) + signature_count * 5000 - intDiv(signature_count * 5000, 2)`,
      ),
    ).toEqual([]);
    expect(
      await wrong(
        `select slot from raw_solana_slot as own final
        left join (
          select slot, sum(lamports) as paid from raw_solana_reward final where reward_type = 'Fee' group by slot
        ) as reward on reward.slot = own.slot
        where own.is_produced and reward.paid != own.fee_reward_lamports`,
      ),
    ).toEqual([]);
  });

  it("an epoch pays no more than its pool, to validators and delegators", async () => {
    const paid = await store.rows<{ epoch: number; paid: string; kinds: string[] }>(
      `select toInt32(intDiv(slot, ${history.slotsPerEpoch})) - 1 as epoch, toString(sum(lamports)) as paid,
        arraySort(groupUniqArray(reward_type)) as kinds
      from raw_solana_reward final where reward_type in ('Voting', 'Staking') group by epoch order by epoch`,
    );
    expect(paid.length).toBeGreaterThan(1);
    for (const { epoch, paid: lamports, kinds } of paid) {
      const pool = history.epochPools.get(Number(epoch)) ?? 0n;
      expect(BigInt(lamports) <= pool, `${epoch}: ${lamports} of ${pool}`).toBe(true);
      expect(kinds).toEqual(["Staking", "Voting"]);
    }
  });

  it("getInflationReward equals the payments of blocks to vote accounts", async () => {
    const rows = await store.rows<{ payouts: string; other: string }>(
      `select count() as payouts, countIf(payout.lamports != reward.lamports) as other
      from raw_solana_payout as payout final
      left join (
        select slot, account, lamports from raw_solana_reward final where reward_type = 'Voting'
      ) as reward on reward.slot = payout.slot and reward.account = payout.account`,
    );
    expect(Number(rows[0]?.payouts)).toBeGreaterThan(2);
    expect(rows[0]?.other).toBe("0");
  });
});
