/**
 * Solana's endpoints where votes are not known: through the migration to Alpenglow, and of blocks without transactions.
 * Fast counterpart: test/solanaTruth.test.ts, test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SolanaHistory } from "../fixtures/solana/model.ts";
import { roles } from "../fixtures/solana/plan.ts";
import type { ServeFixture } from "./support/serve.ts";
import { filled, type Grain, periodsOf, rowsAt, stakeOf } from "./support/solanaApi.ts";
import { expectedStakeRewards, expectedValidatorRewards } from "./support/solanaRewards.ts";

const grains: Grain[] = ["day", "3k"];
const nulls = { voteLatency: null, uptime: null, totalVotes: null, sumLatency: null, totalVoteScore: null };

describe("through Alpenglow", () => {
  const alpenglowSlot = 2_538_900;
  /** Credits of each epoch are in some state after it. */
  const readings = [2_538_249, 2_539_349];
  let history: SolanaHistory;
  let fixture: ServeFixture;
  beforeAll(async () => {
    // Inflation is paid before, around and after the migration, in days and in intervals.
    const options = {
      seed: 8,
      firstSlot: 2_537_600,
      slots: 4_120,
      slotsPerEpoch: 800,
      start: "2026-03-10T12:00:00Z",
      millisecondsPerSlot: 60_000,
      alpenglowSlot,
    };
    ({ history, fixture } = await filled(options, { readings }));
  });
  afterAll(() => fixture.close());

  it.each(grains)("votes are null from the first slot on, and ratings continue: %s", async (grain) => {
    const periods = periodsOf(history, grain);
    expect(periods.some(([, { toSlot }]) => toSlot < alpenglowSlot)).toBe(true);
    for (const { voteAccount } of history.validators) {
      const path = `/v1/solana/validators/${voteAccount}/performance?granularity=${grain}`;
      const rows = await rowsAt(fixture, path);
      for (const [place, [, period]] of periods.entries()) {
        const sums = period.voters.get(voteAccount) ?? period.total;
        const row = rows[place] ?? {};
        const isBefore = period.toSlot < alpenglowSlot;
        expect(row).toMatchObject({
          leaderSlots: sums.leaderSlots,
          producedBlocks: sums.produced,
          skippedSlots: sums.skipped,
          voteOnlyBlocks: sums.voteOnly,
          emptySlots: isBefore ? 0 : sums.empty,
          ...(isBefore
            ? { totalVotes: sums.votes, sumLatency: sums.sumLatency, totalVoteScore: sums.score }
            : { ...nulls, delinquencies: null }),
        });
        if (stakeOf(history, voteAccount) > 0) {
          expect(row.effectiveness).toBeTypeOf("number");
          expect(row.networkEffectiveness).toBeTypeOf("number");
        }
      }
    }
    const network = await rowsAt(fixture, `/v1/solana/network/effectiveness?granularity=${grain}`);
    for (const [place, [, { toSlot }]] of periods.entries()) {
      const { voteSuccessRate, votingLatency, networkEffectiveness } = network[place] ?? {};
      expect([voteSuccessRate === null, votingLatency === null]).toEqual(
        toSlot < alpenglowSlot ? [false, false] : [true, true],
      );
      expect(networkEffectiveness).toBeTypeOf("number");
    }
  });

  it.each(grains)("what validators were paid: %s", async (grain) => {
    const periods = periodsOf(history, grain);
    const isMissedKnown = new Set<boolean>();
    for (const { voteAccount } of history.validators) {
      const rows = await rowsAt(fixture, `/v1/solana/validators/${voteAccount}/rewards?granularity=${grain}`);
      expect(rows).toHaveLength(periods.length);
      for (const [place, [, period]] of periods.entries()) {
        const expected = expectedValidatorRewards(history, period, voteAccount);
        expect([place, rows[place]]).toMatchObject([place, expected]);
        if (expected.voteCommissionRewards > 0) isMissedKnown.add(expected.missedStakingRewards !== null);
      }
    }
    expect(isMissedKnown).toEqual(new Set([true, false]));
  });

  it("what delegators were paid, and their yields", async () => {
    const stakes = history.state(history.head)?.stakes ?? [];
    const paid = [...readings, history.head];
    for (const { address } of stakes) {
      const expected = expectedStakeRewards(history, address, paid);
      const path = `/v0/solana/delegators/stakeAccounts/${address}`;
      const rows = await rowsAt(fixture, `${path}/rewards`);
      expect(rows.map(({ day }) => day)).toEqual([...expected.keys()].sort().reverse());
      for (const row of rows) expect(row).toMatchObject(expected.get(String(row.day)) ?? {});
    }
    const { address } = stakes.find(({ activationEpoch }) => activationEpoch < 3_171n) ?? { address: "" };
    const [summary = {}] = await rowsAt(
      fixture,
      `/v0/solana/delegators/stakeAccounts/${address}/summary?window=7d`,
    );
    // The newest complete day is the third.
    const days = [...expectedStakeRewards(history, address, paid)].filter(([day]) => day <= "2026-03-12");
    const yearly = (name: "stakingRewards" | "mevRewards") =>
      (days.reduce((sum, [, one]) => sum + one[name] / one.delegatedStake, 0) * 365) / 3;
    expect(summary.stakingRewardsApy).toBeCloseTo(yearly("stakingRewards"), 12);
    expect(summary.mevRewardsApr).toBeCloseTo(yearly("mevRewards"), 12);
    expect(summary).toMatchObject({ status: "active", sumMissedStakingRewards: null });
  });

  it("credits are lamports after the marker, and balances are explained", async () => {
    const { epochs } = history.truth();
    const credits = await fixture.store.rows<{ epoch: number; account: string; earned: string }>(
      `select epoch, vote_account as account, credits - previous_credits as earned
      from raw_solana_credit final where kind = 'alpenglow'`,
    );
    for (const [epoch, { voters }] of epochs)
      for (const [account, { lamportCredits }] of voters) {
        const row = credits.find((one) => one.epoch === epoch && one.account === account);
        expect(BigInt(row?.earned ?? 0)).toBe(lamportCredits);
      }
    expect(credits.every(({ epoch }) => epochs.has(epoch))).toBe(true);
    const balances = await fixture.store.rows<Record<string, string>>(
      "select * from fct_solana_account_reconciliation_epoch final",
    );
    expect(new Set(balances.map(({ account_type }) => account_type))).toEqual(new Set(["stake", "vote"]));
    for (const { residual_lamports } of balances) expect(residual_lamports).toBe("0");
  });

  it("windows with a slot under it have no votes, either", async () => {
    const overview = await rowsAt(fixture, "/v0/solana/network/overview");
    for (const row of overview) {
      expect(row).toMatchObject({ networkVoteSuccessRate: null, networkVotingLatency: null });
      expect(row.networkEffectiveness).toBeTypeOf("number");
      expect(row.networkEffectiveness).toBeLessThanOrEqual(1);
    }
    const leaders = await rowsAt(fixture, "/v0/solana/validators/leaderboard?window=all");
    expect(leaders.length).toBeGreaterThan(3);
    for (const row of leaders) expect(row.voteLatency).toBeNull();
  });
});

describe("blocks that were read without their transactions", () => {
  it("have the producers, and no votes", async () => {
    const { history, fixture } = await filled({ seed: 9, slots: 300 }, { depth: "rewards" });
    // The payers of votes are not known, either: for a validator that moved, only the newest state has the identity.
    const others = history.validators.filter(({ index }) => index !== roles.mover);
    for (const grain of grains) {
      for (const { voteAccount } of others) {
        const path = `/v1/solana/validators/${voteAccount}/performance?granularity=${grain}`;
        const rows = await rowsAt(fixture, path);
        for (const [place, [, period]] of periodsOf(history, grain).entries()) {
          const sums = period.voters.get(voteAccount) ?? period.total;
          expect(rows[place]).toMatchObject({
            ...nulls,
            leaderSlots: sums.leaderSlots,
            producedBlocks: sums.produced,
            emptySlots: 0,
            voteOnlyBlocks: sums.produced > 0 ? null : 0,
            effectiveness: null,
            delinquencies: null,
            confirmedBlocks: period.confirmedBlocks,
            depth: "rewards",
          });
        }
      }
    }
    const [overview] = await rowsAt(fixture, "/v0/solana/network/overview");
    expect(overview).toMatchObject({
      networkEffectiveness: null,
      networkVoteSuccessRate: null,
      voteOnlyBlocks: null,
    });
    await fixture.close();
  });
});
