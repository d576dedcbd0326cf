/** A Solana network of some messages: rewards of its validators and delegators, with numbers that are easy to add up. */
import { base58 } from "@scure/base";
import { addressOf } from "../../fixtures/solana/addresses.ts";
import { createStakeBatch } from "../../ingest/solana/accounts/stakeBatch.ts";
import type { SolanaMessage } from "../../schemas/solana/events.ts";
import { createSolanaTransform } from "../../transform/solana/transform.ts";
import { openServeFixture } from "./serve.ts";
import { log } from "./solana.ts";
import { type LongRun, slotsMessages, votersMessage } from "./solanaSlots.ts";

/** From 13:00 UTC on; the first day ends with slot 2,749, or between the first and the last payout of an epoch. */
const run: LongRun = {
  from: 0,
  to: 4_099,
  start: 1_772_370_000,
  secondsPerSlot: 14.4,
  slotsPerEpoch: 1_000,
};
export const split: LongRun = { ...run, secondsPerSlot: 39.52 };
const accounts = votersMessage(run, 1_500).voters.map(({ vote_account }) => vote_account);
export const first = accounts[0] ?? "";
export const stakeAccounts = [addressOf("stake", 1), addressOf("stake", 2)] as const;
const authority = addressOf("authority", 1);
export const collector = addressOf("collector", 1);

function stakesOf(network: string): SolanaMessage[] {
  const state = { network, slot: 1_500, epoch: 1 };
  const batch = createStakeBatch(state);
  const bytes = (address: string) => Buffer.from(base58.decode(address));
  for (const [place, stake_account] of stakeAccounts.entries())
    batch.add({
      stake_account,
      stake_authority: bytes(authority),
      withdraw_authority: bytes(authority),
      vote_account: bytes(accounts[place] ?? ""),
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
  priority_fees: [],
  fees:
    network === "unrouted"
      ? []
      : [{ activation_epoch: 0, fee_bps: network === "routed" ? 300 : 0, priority_fee_bps: null }],
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
export const usual: readonly Paid[] = [
  [1_000, first, "Voting", 50, 500],
  [1_003, stakeAccounts[0], "Staking", 950, 500],
];

type Case = {
  of?: LongRun;
  paid?: readonly Paid[];
  claims?: readonly (string | null)[];
  hasStakes?: boolean;
};
export function messagesOf(
  network: string,
  { of = run, paid = usual, claims = ["100", "100"], hasStakes }: Case,
) {
  return [
    ...slotsMessages(of).map((one) => ({ ...one, network })),
    rewardsOf(network, paid),
    { ...votersMessage(of, 1_500), network },
    tipsOf(network, claims),
    ...(hasStakes === false ? [] : stakesOf(network)),
  ];
}

export type PaidRow = Record<string, string | number | null>;

/** A warehouse and a server with the rewards of these messages. */
export async function openPaid(messages: SolanaMessage[]) {
  const fixture = await openServeFixture({ family: "solana" });
  const transform = createSolanaTransform({ store: fixture.store, log });
  await transform.write(messages);
  await transform.compute(messages);
  await transform.settle("all");
  const rowsOf = (table: string, network: string) =>
    fixture.store.rows<PaidRow>(
      `select * from fct_solana_${table}_reward_daily final where network = {network:String} order by day`,
      { network },
    );
  return {
    ...fixture,
    rowsOf,
    validatorDays: async (network: string) =>
      (await rowsOf("validator", network)).filter(({ vote_account }) => vote_account === first),
  };
}
