/**
 * Facts that Solana's nodes don't report are unknown in the records, and never 0.
 * Fast counterpart: test/solanaTruth.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markedEpoch, toCredits } from "../ingest/solana/api/voters.ts";
import type { SlotsMessage, SolanaMessage } from "../schemas/solana/events.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { expectHeld, withTextNumbers } from "./support/explain.ts";
import { isNight, thinned } from "./support/nightCases.ts";
import { openServeFixture, type ServeFixture } from "./support/serve.ts";
import { log } from "./support/solana.ts";
import { type LongRun, slotsMessages, votersMessage } from "./support/solanaSlots.ts";

const run: LongRun = { from: 0, to: 4_099, start: 1_772_370_000, secondsPerSlot: 14.4, slotsPerEpoch: 4_320 };
const [first, second] = votersMessage(run, run.to).voters;
const account = first?.vote_account ?? "";

type Slot = SlotsMessage["slots"][number];
type Change = { slot?: (slot: Slot) => Slot; message?: Partial<SlotsMessage> };

/** The run's messages on a network of their own, each slot changed. */
const changed = (network: string, { slot = (one) => one, message = {} }: Change): SolanaMessage[] =>
  slotsMessages(run).map((one) => ({ ...one, ...message, network, slots: one.slots.map(slot) }));
const alpenglow = (slot: Slot): Slot => ({ ...slot, is_alpenglow: true });
const unread = (slot: Slot, fee: string): Slot => ({
  ...slot,
  block: slot.block && { ...slot.block, content: null, fee_reward_lamports: fee },
});
const voters = (network: string, unstaked?: string): SolanaMessage => {
  const message = votersMessage(run, run.to);
  return {
    ...message,
    network,
    voters: message.voters.map((voter) =>
      voter.vote_account === unstaked ? { ...voter, activated_stake: "0" } : voter,
    ),
  };
};

/** By day votes that are not in blocks, and blocks without a fee. */
const networks = thinned<[network: string, change: Change, unstaked?: string | undefined]>(
  [
    ["mainnet", { slot: alpenglow, message: { votes: null } }],
    [
      "burnt",
      {
        slot: (slot) => alpenglow(unread(slot, slot.slot % 40 === 8 ? "0" : "10000")),
        message: { depth: "rewards", votes: null },
      },
    ],
    ["unsaid", { slot: (slot) => ({ ...slot, is_alpenglow: null }) }],
    ["unstaked", {}, second?.vote_account],
    ["unled", { slot: (one) => ({ ...one, leader: one.block === null ? null : one.leader }) }],
  ],
  2,
);

let fixture: ServeFixture;
let transform: ReturnType<typeof createSolanaTransform>;
beforeAll(async () => {
  fixture = await openServeFixture();
  transform = createSolanaTransform({ store: fixture.store, log });
  const messages = networks.flatMap(([network, change, unstaked]) => [
    ...changed(network, change),
    voters(network, unstaked),
  ]);
  await transform.write(messages);
  await transform.compute(messages);
  await transform.settle("all");
});
afterAll(() => fixture.close());

const recordsOf = (network: string, grain = "daily") =>
  fixture.store.rows<Record<string, string | number | null>>(
    `select * from fct_solana_validator_performance_${grain} final where network = {network:String}`,
    { network },
  );

describe("where no node reports the consensus of blocks", () => {
  if (isNight)
    it.each(["daily", "interval"])("votes and ratings are unknown: %s", async (grain) => {
      const rows = await recordsOf("unsaid", grain);
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows)
        expect(row).toMatchObject({
          vote_count: null,
          latency_sum: null,
          vote_score: null,
          voting_effectiveness: null,
          effectiveness: null,
        });
    });

  it("credits are known after a marker only", () => {
    const marker = [2n ** 64n - 1n, 2n ** 64n - 1n, 2n ** 64n - 1n] as [bigint, bigint, bigint];
    const plain = { votePubkey: "plain", epochCredits: [[7n, 30n, 10n]] as [bigint, bigint, bigint][] };
    const marked = {
      votePubkey: "marked",
      epochCredits: [[6n, 30n, 10n], marker, [6n, 90n, 30n]] as [bigint, bigint, bigint][],
    };
    expect(toCredits(plain, undefined)).toEqual([]);
    expect(toCredits(plain, null).map(({ kind }) => kind)).toEqual(["tower"]);
    expect(toCredits(marked, undefined).map(({ kind }) => kind)).toEqual(["tower", "alpenglow"]);
    expect(markedEpoch([plain])).toBeUndefined();
    expect(markedEpoch([plain, marked])).toBe(6);
    expect(toCredits(plain, 6).map(({ kind }) => kind)).toEqual(["alpenglow"]);
  });
});

it("a block without a fee is unknown, not empty, unless its transactions were read", async () => {
  for (const grain of ["daily", "interval"]) {
    const rows = await recordsOf("burnt", grain);
    const own = rows.filter(({ vote_account }) => vote_account === account);
    expect(own.length).toBeGreaterThan(0);
    for (const row of own) expect(row).toMatchObject({ empty_count: 0, proposer_effectiveness: null });
    expect(own.some(({ unknown_count }) => Number(unknown_count) > 0)).toBe(true);
    const other = rows.find(({ vote_account }) => vote_account === second?.vote_account);
    expect(other).toMatchObject({ empty_count: 0, unknown_count: 0 });
  }
});

if (isNight)
  describe("where no node has the leader schedule any more", () => {
    it.each(["daily", "interval"])("slots to lead are unknown, and blocks are not: %s", async (grain) => {
      const rows = await recordsOf("unled", grain);
      expect(rows.length).toBeGreaterThan(1);
      for (const row of rows) {
        expect(row).toMatchObject({
          leader_slot_count: null,
          proposer_effectiveness: null,
          effectiveness: null,
        });
        expect(row.voting_effectiveness).not.toBeNull();
      }
      expect(rows.every(({ produced_count }) => Number(produced_count) > 0)).toBe(true);
    });
  });

if (isNight)
  it.each(["performance", "reward"])("a vote account without stake has its identity: %s", async (table) => {
    const rows = await fixture.store.rows<{ vote_account: string; identity: string }>(
      `select vote_account, identity from fct_solana_validator_${table}_daily final where network = 'unstaked'`,
    );
    const own = rows.filter(({ vote_account }) => vote_account === second?.vote_account);
    expect(own.length).toBeGreaterThan(0);
    for (const { identity } of own) expect(identity).toBe(second?.identity);
  });

it("an interval under Alpenglow is complete when the credits of its epoch are", async () => {
  const completeOf = async (network: string) => {
    const rows = await recordsOf(network, "interval");
    return new Set(
      rows.filter(({ interval_slot }) => interval_slot === 0).map(({ is_complete }) => is_complete),
    );
  };
  expect(await completeOf("mainnet")).toEqual(new Set([0]));
  if (isNight) expect(await completeOf("unstaked")).toEqual(new Set([1]));
  const votersAfter: SolanaMessage = { ...votersMessage(run, run.slotsPerEpoch + 1), network: "mainnet" };
  await transform.write([votersAfter]);
  await transform.compute([votersAfter]);
  await transform.settle("all");
  expect(await completeOf("mainnet")).toEqual(new Set([1]));
});

it("an explanation says that votes are not in blocks, and lacks none", async () => {
  const path = `/v1/solana/validators/${account}/explain?date=2026-03-01&kind=vote&limit=5`;
  const response = await fixture.get(path);
  expect(response.status).toBe(200);
  const { rows } = (await response.json()) as { rows: { expected: unknown; actual: string }[] };
  expect(rows.length).toBeGreaterThan(0);
  for (const { expected, actual } of rows)
    expect([expected, actual]).toEqual([null, "unknown: under Alpenglow votes are not in blocks"]);
});

it("an explanation of any depth names the table of each number", async () => {
  for (const [network] of networks) {
    const path = `/v1/solana/validators/${account}/explain?date=2026-03-01&limit=1`;
    const response = await fixture.get(path, { "x-service-network": network });
    const { numbers } = withTextNumbers(await response.text());
    await expectHeld(fixture, numbers);
  }
});
