/** What was paid on Solana and nobody can tell is null: late tips, no stake accounts, collectors, commission of all. */
import { base58 } from "@scure/base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressOf } from "../fixtures/solana/addresses.ts";
import { createStakeBatch } from "../ingest/solana/accounts/stakeBatch.ts";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { isNight, thinned } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { log } from "./support/solana.ts";
import { type LongRun, slotsMessages, votersMessage } from "./support/solanaSlots.ts";

/** From 13:00 UTC on; the first day ends with slot 2,749, or between the first and the last payout of an epoch. */
const run: LongRun = { from: 0, to: 4_099, start: 1_772_370_000, secondsPerSlot: 14.4, slotsPerEpoch: 1_000 };
const split: LongRun = { ...run, secondsPerSlot: 39.52 };
const [first, second] = votersMessage(run, 1_500).voters.map(({ vote_account }) => vote_account) as [
  string,
  string,
];
const stakeAccounts = [addressOf("stake", 1), addressOf("stake", 2)] as const;
const authority = addressOf("authority", 1);
const collector = addressOf("collector", 1);

function stakesOf(network: string): SolanaMessage[] {
  const state = { network, slot: 1_500, epoch: 1 };
  const batch = createStakeBatch(state);
  const bytes = (address: string) => Buffer.from(base58.decode(address));
  for (const [place, stake_account] of stakeAccounts.entries())
    batch.add({
      stake_account,
      stake_authority: bytes(authority),
      withdraw_authority: bytes(authority),
      vote_account: bytes([first, second][place] ?? ""),
      balance_lamports: 2_000_000n,
      rent_exempt_reserve_lamports: 1n,
      stake_lamports: 1_000_000n,
      activation_epoch: 2n ** 64n - 1n,
      deactivation_epoch: 2n ** 64n - 1n,
      credits_observed: 1n,
    });
  return [batch.take(), { type: "stake_count", ...state, stake_account_count: 2 }];
}

const tipsOf = (network: string, claims: readonly (string | null)[]): SolanaMessage => ({
  type: "tips",
  network,
  slot: 1_500,
  epoch: 1,
  tips: claims.map((total_claim_lamports, created_epoch) => ({
    vote_account: first,
    created_epoch,
    commission_bps: 800,
    total_claim_lamports,
  })),
  fees: network === "unrouted" ? [] : [{ activation_epoch: 0, fee_bps: network === "routed" ? 300 : 0 }],
});

type Paid = readonly [slot: number, account: string, reward_type: string, lamports: number, bps: number];
const rewardsOf = (network: string, paid: readonly Paid[]): SolanaMessage => ({
  type: "rewards",
  network,
  rewards: paid.map(([slot, account, reward_type, lamports, bps], reward_index) => ({
    slot,
    reward_index,
    account,
    lamports: String(lamports),
    post_balance: "0",
    reward_type,
    commission: null,
    commission_bps: bps,
  })),
});

/** Of epoch 0: 50 lamports of commission, and 950 for the stake account. */
const usual: readonly Paid[] = [
  [1_000, first, "Voting", 50, 500],
  [1_003, stakeAccounts[0], "Staking", 950, 500],
];

type Case = {
  of?: LongRun;
  paid?: readonly Paid[];
  claims?: readonly (string | null)[];
  hasStakes?: boolean;
};
function messagesOf(network: string, { of = run, paid = usual, claims = ["100", "100"], hasStakes }: Case) {
  return [
    ...slotsMessages(of).map((one) => ({ ...one, network })),
    rewardsOf(network, paid),
    { ...votersMessage(of, 1_500), network },
    tipsOf(network, claims),
    ...(hasStakes === false ? [] : stakesOf(network)),
  ];
}

/** A network each. By day late tips with a collector, nothing that is unknown, and no stake accounts. */
const cases: Record<string, Case> = {
  mainnet: { claims: ["100", null], paid: [[1_000, collector, "Voting", 50, 500], ...usual.slice(1)] },
  settled: {},
  unread: { hasStakes: false },
  routed: {},
  unrouted: {},
  all: { paid: [[1_000, first, "Voting", 1_000, 10_000]] },
  midnight: { of: split },
};

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
  const transform = createSolanaTransform({ store: fixture.store, log });
  const messages = thinned(Object.entries(cases), 3).flatMap(([network, one]) => messagesOf(network, one));
  await transform.write(messages);
  await transform.compute(messages);
  await transform.settle("all");
});
afterAll(() => fixture.close());

type Row = Record<string, string | number | null>;
const rowsOf = (table: string, network: string) =>
  fixture.store.rows<Row>(
    `select * from fct_solana_${table}_reward_daily final where network = {network:String} order by day`,
    { network },
  );
const validatorDays = async (network: string) =>
  (await rowsOf("validator", network)).filter(({ vote_account }) => vote_account === first);

describe("tips that are not uploaded yet", () => {
  it.each(["stake", "authority", "network"])("are unknown, and known when they are: %s", async (table) => {
    const [late] = await rowsOf(table, "mainnet");
    expect(late).toMatchObject({ mev_reward_lamports: null, mev_commission_lamports: null });
    const settled = await rowsOf(table, "settled");
    expect(settled[0]?.mev_reward_lamports).toBe("184");
    expect(settled[0]?.mev_commission_lamports).toBe("16");
  });

  if (isNight)
    it("are less by what the tip router takes, which the validator's commission is not", async () => {
      // Of 100 lamports an epoch, 3 go to the router, 8 to the validator.
      const [day] = await rowsOf("stake", "routed");
      expect(day).toMatchObject({ mev_reward_lamports: "178", mev_commission_lamports: "16" });
      const [own] = await validatorDays("routed");
      expect(own).toMatchObject({ mev_reward_lamports: "178", mev_commission_lamports: "16" });
    });

  if (isNight)
    it.each(["stake", "authority", "network", "validator"])(
      "are unknown without its fee: %s",
      async (table) => {
        const [day] = await rowsOf(table, "unrouted");
        expect(day).toMatchObject({ mev_reward_lamports: null, mev_commission_lamports: null });
      },
    );

  it("are left out of yields by the year, and are not 0 in them", async () => {
    const get = async (path: string) => (await (await fixture.get(path)).json()) as Row & { data: Row[] };
    const { data } = await get(`/v0/solana/delegators/stakeAccounts/${stakeAccounts[0]}/rewards`);
    expect(data.at(-1)).toMatchObject({ stakingRewards: 0.00000095, mevRewards: null });
    const summary = await get(`/v0/solana/delegators/stakeAccounts/${stakeAccounts[0]}/summary?window=all`);
    expect(summary).toMatchObject({ sumStakingRewards: 0.00000095, sumMevRewards: null });
  });
});

it("what delegators were paid is unknown without stake accounts", async () => {
  const [day] = await validatorDays("unread");
  expect(day).toMatchObject({
    voting_reward_lamports: "50",
    staking_reward_lamports: null,
    paid_stake_account_count: null,
    commission_residual_lamports: null,
    missed_staking_reward_lamports: null,
  });
  const [network] = await rowsOf("network", "unread");
  expect(network).toMatchObject({
    staking_reward_lamports: "950",
    unattributed_staking_reward_lamports: "950",
  });
});

describe("commission", () => {
  it("agrees with what payouts tell of it", async () => {
    const [day] = await validatorDays("settled");
    expect(day).toMatchObject({
      voting_reward_lamports: "50",
      staking_reward_lamports: "950",
      commission_residual_lamports: "0",
    });
  });

  it("that a collector was paid is unknown, and so is its residual", async () => {
    const [day] = await validatorDays("mainnet");
    expect(day).toMatchObject({
      voting_reward_lamports: null,
      staking_reward_lamports: "950",
      commission_residual_lamports: null,
    });
    const [network] = await rowsOf("network", "mainnet");
    expect(network).toMatchObject({
      voting_reward_lamports: "50",
      unattributed_voting_reward_lamports: "50",
    });
  });

  if (isNight)
    it("of all of it has no payout that tells its rate", async () => {
      const [day] = await validatorDays("all");
      expect(day).toMatchObject({ voting_reward_lamports: "1000", commission_residual_lamports: null });
    });

  if (isNight)
    it("is not compared on days between which an epoch was paid", async () => {
      const days = (await validatorDays("midnight")).slice(0, 2);
      expect(days.map(({ voting_reward_lamports }) => voting_reward_lamports)).toEqual(["50", "0"]);
      expect(days.map(({ staking_reward_lamports }) => staking_reward_lamports)).toEqual(["0", "950"]);
      for (const day of days) expect(day.commission_residual_lamports).toBeNull();
    });
});
