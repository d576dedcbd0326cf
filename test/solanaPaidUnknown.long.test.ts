/**
 * Payments on Solana that cannot be known are null: late tips, no stake accounts, collectors, commission of all.
 * Fast counterpart: test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isNight, thinned } from "./support/nightCases.ts";
import {
  collector,
  first,
  messagesOf,
  openPaid,
  type PaidRow as Row,
  split,
  stakeAccounts,
  usual,
} from "./support/solanaPaid.ts";

/** A network each. By day: late tips with a collector, no unknown amounts, and no stake accounts. */
const cases: Record<string, Parameters<typeof messagesOf>[1]> = {
  mainnet: { claims: ["100", null], paid: [[1_000, collector, "Voting", 50, 500], ...usual.slice(1)] },
  settled: {},
  unread: { hasStakes: false },
  routed: {},
  unrouted: {},
  all: { paid: [[1_000, first, "Voting", 1_000, 10_000]] },
  midnight: { of: split },
};

let fixture: Awaited<ReturnType<typeof openPaid>>;
beforeAll(async () => {
  fixture = await openPaid(
    thinned(Object.entries(cases), 3).flatMap(([network, one]) => messagesOf(network, one)),
  );
});
afterAll(() => fixture.close());

describe("tips that are not uploaded yet", () => {
  it.each(["stake", "authority", "network"])("are unknown, and known when they are: %s", async (table) => {
    const [late] = await fixture.rowsOf(table, "mainnet");
    expect(late).toMatchObject({ mev_reward_lamports: null, mev_commission_lamports: null });
    const settled = await fixture.rowsOf(table, "settled");
    expect(settled[0]?.mev_reward_lamports).toBe("184");
    expect(settled[0]?.mev_commission_lamports).toBe("16");
  });

  if (isNight)
    it("exclude the tip router's share, which leaves the commission unchanged", async () => {
      // Of 100 lamports an epoch, 3 go to the router, 8 to the validator.
      const [day] = await fixture.rowsOf("stake", "routed");
      expect(day).toMatchObject({ mev_reward_lamports: "178", mev_commission_lamports: "16" });
      const [own] = await fixture.validatorDays("routed");
      expect(own).toMatchObject({ mev_reward_lamports: "178", mev_commission_lamports: "16" });
    });

  if (isNight)
    it.each(["stake", "authority", "network", "validator"])(
      "are unknown without its fee: %s",
      async (table) => {
        const [day] = await fixture.rowsOf(table, "unrouted");
        expect(day).toMatchObject({ mev_reward_lamports: null, mev_commission_lamports: null });
      },
    );

  it("are null in rewards and summaries, not 0", async () => {
    const get = async (path: string) => (await (await fixture.get(path)).json()) as Row & { data: Row[] };
    const { data } = await get(`/v0/solana/delegators/stakeAccounts/${stakeAccounts[0]}/rewards`);
    expect(data.at(-1)).toMatchObject({ stakingRewards: 0.00000095, mevRewards: null });
    const summary = await get(`/v0/solana/delegators/stakeAccounts/${stakeAccounts[0]}/summary?window=all`);
    expect(summary).toMatchObject({ sumStakingRewards: 0.00000095, sumMevRewards: null });
  });
});

it("delegators' rewards are unknown without stake accounts", async () => {
  const [day] = await fixture.validatorDays("unread");
  expect(day).toMatchObject({
    voting_reward_lamports: "50",
    staking_reward_lamports: null,
    paid_stake_account_count: null,
    commission_residual_lamports: null,
    missed_staking_reward_lamports: null,
  });
  const [network] = await fixture.rowsOf("network", "unread");
  expect(network).toMatchObject({
    staking_reward_lamports: "950",
    unattributed_staking_reward_lamports: "950",
  });
});

describe("commission", () => {
  it("agrees with payouts", async () => {
    const [day] = await fixture.validatorDays("settled");
    expect(day).toMatchObject({
      voting_reward_lamports: "50",
      staking_reward_lamports: "950",
      commission_residual_lamports: "0",
    });
  });

  it("paid to a collector is unknown, and so is its residual", async () => {
    const [day] = await fixture.validatorDays("mainnet");
    expect(day).toMatchObject({
      voting_reward_lamports: null,
      staking_reward_lamports: "950",
      commission_residual_lamports: null,
    });
    const [network] = await fixture.rowsOf("network", "mainnet");
    expect(network).toMatchObject({
      voting_reward_lamports: "50",
      unattributed_voting_reward_lamports: "50",
    });
  });

  if (isNight)
    it("of 100 % has no payout that shows its rate", async () => {
      const [day] = await fixture.validatorDays("all");
      expect(day).toMatchObject({ voting_reward_lamports: "1000", commission_residual_lamports: null });
    });

  if (isNight)
    it("is not compared on days between which an epoch was paid", async () => {
      const days = (await fixture.validatorDays("midnight")).slice(0, 2);
      expect(days.map(({ voting_reward_lamports }) => voting_reward_lamports)).toEqual(["50", "0"]);
      expect(days.map(({ staking_reward_lamports }) => staking_reward_lamports)).toEqual(["0", "950"]);
      for (const day of days) expect(day.commission_residual_lamports).toBeNull();
    });
});
