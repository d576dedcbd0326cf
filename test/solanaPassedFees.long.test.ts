/**
 * Fees of blocks that validators pass on by Jito's program (JIP-16), by messages with numbers that are easy to add up.
 * Fast counterpart: test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { first, messagesOf, openPaid, type PaidRow as Row } from "./support/solanaPaid.ts";

/** Of epochs 0 and 1: the program's counter, and its account's balance. */
const feesOf = (
  network: string,
  fees: readonly (readonly [transferred: string, claim: string | null])[],
  { isRouterRead = true } = {},
): SolanaMessage => ({
  type: "tips",
  network,
  slot: 1_501,
  epoch: 1,
  tips: [],
  priority_fees: fees.map(([transferred_lamports, total_claim_lamports], created_epoch) => ({
    vote_account: first,
    created_epoch,
    commission_bps: 5_000,
    transferred_lamports,
    total_claim_lamports,
  })),
  fees: isRouterRead ? [{ activation_epoch: 0, fee_bps: 0, priority_fee_bps: 150 }] : [],
});

/** Networks that count without passing on, whose settlement is late, or whose router is not read. */
const furtherNetworks = (settled: Parameters<typeof feesOf>[1]) => [
  ...messagesOf("counting", {}),
  feesOf("counting", [
    ["1000", "0"],
    ["2000", "0"],
  ]),
  ...messagesOf("late", {}),
  feesOf("late", [
    ["1000", "1000"],
    ["2000", null],
  ]),
  ...messagesOf("unrouted", {}),
  feesOf("unrouted", settled, { isRouterRead: false }),
];

let fixture: Awaited<ReturnType<typeof openPaid>>;
beforeAll(async () => {
  const settled = [
    ["1000", "1000"],
    ["2000", "2003"],
  ] as const;
  fixture = await openPaid([
    ...messagesOf("mainnet", { claims: ["100", null] }),
    feesOf("mainnet", settled),
    ...messagesOf("unread", {}),
    ...messagesOf("passing", {}),
    feesOf("passing", settled),
    ...furtherNetworks(settled),
  ]);
});
afterAll(() => fixture.close());

it("are deducted from its rewards, and paid to its delegators less the tip router's share", async () => {
  const [day] = await fixture.validatorDays("passing");
  // Of 1000 and 2003 lamports 15 and 30 go to the router; 3 of them come from another account.
  expect(day).toMatchObject({ passed_fee_lamports: "3000", delegator_fee_lamports: "2958" });
  const [network] = await fixture.rowsOf("network", "passing");
  expect(network).toMatchObject({
    passed_fee_lamports: "3000",
    delegator_fee_lamports: "2958",
    unattributed_fee_reward_lamports: "0",
  });
  for (const table of ["stake", "authority"])
    expect((await fixture.rowsOf(table, "passing"))[0]).toMatchObject({ fee_reward_lamports: "2958" });
});

it("are shared by the API, whose totals are null while a part is unknown", async () => {
  const answer = await fixture.get(`/v0/solana/validators/${first}/rewards`);
  const { data } = (await answer.json()) as { data: Row[] };
  expect(data.at(-1)).toMatchObject({
    sharedBlockRewards: 0.000003,
    delegatorBlockRewards: 0.000002958,
    // The tips of one epoch are unknown.
    mevCommissionRewards: null,
    totalRewards: null,
    waitsFor: ["tips"],
  });
});

it("are none while the program only counts them", async () => {
  const [day] = await fixture.validatorDays("counting");
  expect(day).toMatchObject({ passed_fee_lamports: "0", delegator_fee_lamports: "0" });
});

it.each(["unread", "late", "unrouted"])("are unknown: %s", async (network) => {
  const [day] = await fixture.validatorDays(network);
  expect(day).toMatchObject({ passed_fee_lamports: null, delegator_fee_lamports: null });
  for (const table of ["stake", "authority"])
    expect((await fixture.rowsOf(table, network))[0]).toMatchObject({ fee_reward_lamports: null });
  expect((await fixture.rowsOf("network", network))[0]).toMatchObject({ passed_fee_lamports: null });
});
