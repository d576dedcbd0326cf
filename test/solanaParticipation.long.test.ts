/**
 * Participation under Alpenglow against a count of certificates, of validators of every size.
 * Fast counterpart: test/solanaTruth.test.ts, test/solanaRewards.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../lib/store/store.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import { log } from "./support/solana.ts";
import { createCertifiedCluster, firstEpoch, inOrder, roles } from "./support/solanaCertificates.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

type Row = { interval_slot: number; vote_account: string; participation: number | null; is_complete: number };

const cluster = createCertifiedCluster();
const [second, third, fourth] = [firstEpoch + 1, firstEpoch + 2, firstEpoch + 3];
let store: Store;
let close: () => Promise<void>;
/** Records after the state of each epoch. */
const read = new Map<number, Row[]>();

const recordsNow = () =>
  store.rows<Row>(
    "select interval_slot, vote_account, participation, is_complete from fct_solana_validator_performance_interval final",
  );

beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "solana" }));
  const transform = createSolanaTransform({ store, log });
  for (const epoch of [firstEpoch, second, third, fourth, fourth + 1]) {
    const messages = inOrder(cluster, epoch);
    await transform.write(messages);
    await transform.compute(messages);
    await transform.settle("all");
    read.set(epoch, await recordsNow());
  }
});
afterAll(() => close());

const ofInterval = (slot: number) =>
  new Map(
    (read.get(fourth + 1) ?? [])
      .filter(({ interval_slot }) => interval_slot === slot)
      .map((row) => [row.vote_account, row]),
  );
const places = Array.from({ length: 300 }, (_, place) => place);

describe("an epoch's participation", () => {
  let epochRows: Map<string, { epoch: number; participation: number | null; stake_lamports: string | null }>;
  beforeAll(async () => {
    const rows = await store.rows<{
      epoch: number;
      vote_account: string;
      participation: number | null;
      stake_lamports: string | null;
    }>("select epoch, vote_account, participation, stake_lamports from int_solana_participation_epoch final");
    epochRows = new Map(rows.map((row) => [`${row.epoch}/${row.vote_account}`, row]));
  });
  const rowOf = (epoch: number, place: number) => epochRows.get(`${epoch}/${cluster.voteAccount(place)}`);

  it.each([second, third])("equals the share of certificates: epoch %i", (epoch) => {
    const errors: number[] = [];
    for (const place of places) {
      const truth = cluster.truth(epoch, place);
      const row = rowOf(epoch, place);
      if (truth === undefined) {
        expect(row, `${place}`).toBeUndefined();
        continue;
      }
      // A leader far above its stake has no participation that could be derived from its leader's part.
      if (row?.participation !== null) errors.push(Math.abs(Number(row?.participation) - truth));
    }
    errors.sort((one, other) => one - other);
    expect(errors.length).toBeGreaterThan(250);
    expect(errors[errors.length >> 1]).toBeLessThan(0.005);
    expect(errors.at(-1)).toBeLessThan(0.1);
  });

  it("distinguishes absent from half-present validators", () => {
    for (const epoch of [second, third]) {
      expect(rowOf(epoch, roles.absent)?.participation).toBeLessThan(0.02);
      expect(Math.abs(Number(rowOf(epoch, roles.half)?.participation) - 0.5)).toBeLessThan(0.05);
    }
  });

  it("takes the stakes of the epoch before, so a loss or a gain at an edge changes no other validator's yardstick", () => {
    for (const place of [roles.loser, roles.doubler, 100])
      for (const epoch of [second, third])
        expect(
          Math.abs(Number(rowOf(epoch, place)?.participation) - Number(cluster.truth(epoch, place))),
        ).toBeLessThan(0.05);
    expect(rowOf(second, roles.newcomer)).toBeUndefined();
    expect(rowOf(third, roles.newcomer)?.participation).toBeGreaterThan(0.9);
  });

  it("is unknown where no state has the stakes of the epoch before", () => {
    expect(rowOf(firstEpoch, 100)).toMatchObject({ stake_lamports: null, participation: null });
  });
});

it("is in a record as the mean of its epochs, and null while one is unknown", () => {
  // 2,500 slots of the third epoch, and 500 of the fourth.
  const [blocksBefore, blocksAfter] = [cluster.blocks(15_000, 17_499), cluster.blocks(17_500, 17_999)];
  const rowOfAccount = ofInterval(15_000);
  for (const place of [100, 200, roles.half, roles.loser, roles.doubler]) {
    const [one, other] = [third, fourth].map((epoch) => Number(cluster.truth(epoch, place))) as [
      number,
      number,
    ];
    const row = rowOfAccount.get(cluster.voteAccount(place));
    expect(row?.is_complete).toBe(1);
    const truth = (one * blocksBefore + other * blocksAfter) / (blocksBefore + blocksAfter);
    expect(Math.abs(Number(row?.participation) - truth), `${place}`).toBeLessThan(0.05);
  }
  // 500 slots of the first epoch.
  expect(ofInterval(12_000).get(cluster.voteAccount(100))?.participation).toBeNull();
  const within = (read.get(fourth + 1) ?? []).filter(({ interval_slot }) => interval_slot === 18_000);
  expect(within.length).toBe(300);
  // Its last slots are of an epoch that runs.
  for (const row of within) expect(row).toMatchObject({ participation: null, is_complete: 0 });
});

it("of a complete record never changes", () => {
  const complete = (rows: readonly Row[]) => rows.filter(({ is_complete }) => is_complete === 1);
  const key = ({ interval_slot, vote_account }: Row) => `${interval_slot}/${vote_account}`;
  const final = new Map((read.get(fourth + 1) ?? []).map((row) => [key(row), row]));
  const before = complete(read.get(fourth) ?? []);
  expect(before.length).toBeGreaterThan(0);
  for (const row of before) expect(final.get(key(row)), key(row)).toEqual(row);
});
