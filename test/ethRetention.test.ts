/** What is older than the settings say goes; whatever comes later, the records that outlive it stay right. */
import { mkdtempSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { eth } from "../chains/eth.ts";
import { writeArchive } from "../cli/archive/write.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { loadTable } from "../lib/sql/table.ts";
import type { Store } from "../lib/store/store.ts";
import { ethRetentionRules } from "../transform/eth/retention.ts";
import { keepOf } from "../transform/frame/retention/partitions.ts";
import { createRetention, type QuietSeconds } from "../transform/frame/retention/retention.ts";
import { log, openPipeline, recordMessages, type TestWarehouse } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { type ReplayWarehouse, replayIn } from "./support/replay.ts";
import { openShortWarehouse, storeFailingAtDrop } from "./support/shortPartitions.ts";

/** Days of four epochs; with them partitions of two days. */
const chain = generateChain({
  seed: 31,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 32,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const from = chain.options.startEpoch + 1;
const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

let messages: BusMessage[];
let expected: Record<string, string>;
let warehouse: TestWarehouse & ReplayWarehouse;

const atOnce: QuietSeconds = { done: 0, cut: 0 };
const keep = { raw: 2, epoch: 3, day: 0 };

const drop = (store: Store, options: { quiet?: QuietSeconds; keep?: typeof keep } = {}) =>
  createRetention({ store, rules: ethRetentionRules(store), keep, quiet: atOnce, log, ...options }).drop();

const epochOf = (message: BusMessage) => (JSON.parse(message.value.toString()) as { epoch: number }).epoch;

/** The tables by whose rows nothing may be missing. */
function lasting(prints: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(prints).filter(
      ([table]) => /_eth_/.test(table) && ["forever", "day"].includes(keepOf(loadTable(table))),
    ),
  );
}

/** A new worker gets batches one after the other. */
async function feed(...batches: (readonly BusMessage[])[]): Promise<void> {
  const pipeline = await openPipeline(warehouse.store);
  for (const batch of batches) await pipeline.bus.publish(batch);
  await pipeline.worker.settle();
  await pipeline.stop();
}

/** The oldest and the newest epoch of which a table has rows. */
async function epochsIn(table: string, column = "epoch"): Promise<[number, number]> {
  const [row] = await warehouse.store.rows<{ oldest: number; newest: number }>(
    `select min(${column}) as oldest, max(${column}) as newest from ${table}`,
  );
  return [row?.oldest ?? -1, row?.newest ?? -1];
}

/** Gives rows of days the versions of an earlier revision of the maths, whose bits are the highest eight. */
async function lowerRevision(store: Store, table: string): Promise<void> {
  await store.command(`create table older as ${table}`);
  await store.command(
    `insert into older select * replace (version - bitShiftLeft(toUInt64(1), 56) as version) from ${table} final`,
  );
  await store.command(`exchange tables older and ${table}`);
  await store.command("drop table older sync");
}

let template: TestWarehouse & ReplayWarehouse;

/** Begins with the whole history in the tables. */
async function fill(): Promise<void> {
  warehouse = await openShortWarehouse(template.path);
}

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
  template = await openShortWarehouse();
  warehouse = template;
  await feed(messages);
  await template.store.close();
});
afterAll(() => template.close());
afterEach(() => warehouse.close());

describe("a pass", () => {
  it("drops facts and epochs of old days by partitions, and no record of a day", async () => {
    await fill();
    expect(await fingerprint(warehouse.store)).toEqual(expected);
    const dropped = await drop(warehouse.store);
    expect(Object.keys(dropped).length).toBeGreaterThan(10);
    const found = await fingerprint(warehouse.store);
    expect(lasting(found)).toEqual(lasting(expected));
    const [newest] = await warehouse.store.rows<{ day: number }>(
      "select max(day) as day from int_eth_day final where day_type = 'chain' and is_complete = 1",
    );
    const firstKept = (days: number) => ((newest?.day ?? 0) - days + 1) * 4;
    for (const table of ["raw_eth_block", "raw_eth_committee", "raw_eth_epoch"])
      expect(await epochsIn(table), table).toEqual([Math.floor(firstKept(keep.raw) / 8) * 8, to + 1]);
    for (const table of ["int_eth_epoch", "fct_eth_validator_duty_epoch"])
      expect(await epochsIn(table), table).toEqual([Math.floor(firstKept(keep.epoch) / 8) * 8, to]);
    expect((await epochsIn("raw_eth_attestation", "slot"))[0]).toBeGreaterThanOrEqual(
      Math.floor(firstKept(keep.raw) / 8) * 64,
    );
    expect((await epochsIn("int_eth_span", "start_epoch"))[0]).toBe(firstKept(2));
    expect(await drop(warehouse.store)).toEqual({});
  });

  it("keeps what was written a moment ago, and days that are cut for longer", async () => {
    await fill();
    expect(await drop(warehouse.store, { quiet: { done: 3_600, cut: 3_600 } })).toEqual({});
    await drop(warehouse.store, { quiet: { done: 0, cut: 3_600 } });
    // The first day of what was asked for lacks its beginning.
    expect((await epochsIn("raw_eth_committee"))[0]).toBe(from - 1);
    const gone = await warehouse.store.rows(
      "select 1 from raw_eth_committee where epoch between 16 and 23 limit 1",
    );
    expect(gone).toEqual([]);
  });

  it("keeps everything where the settings say so", async () => {
    await fill();
    await drop(warehouse.store, { keep: { raw: 0, epoch: 0, day: 0 } });
    const { fct_eth_validator_performance_span: _, int_eth_span: __, ...rest } = expected;
    expect(await fingerprint(warehouse.store)).toMatchObject(rest);
  });

  it("drops days, too, where they are not kept for ever", async () => {
    await fill();
    await drop(warehouse.store, { keep: { raw: 0, epoch: 0, day: 2 } });
    const rows = await warehouse.store.rows<{ day_type: string; days: string }>(
      `select day_type, uniqExact(day) as days from fct_eth_validator_performance_daily
      where is_complete = 1 group by day_type order by day_type`,
    );
    expect(rows).toEqual([
      { day_type: "chain", days: "2" },
      { day_type: "utc", days: "2" },
    ]);
  });

  it("keeps a day whose epoch waits for a fact", async () => {
    warehouse = await openShortWarehouse();
    const isLost = (message: BusMessage) => {
      const value = JSON.parse(message.value.toString()) as { type: string; epoch: number };
      return value.type === "committee" && value.epoch === 18;
    };
    await feed(messages.filter((message) => !isLost(message)));
    await drop(warehouse.store);
    // One of its days began in the partition before.
    expect((await epochsIn("raw_eth_committee"))[0]).toBe(8);
    expect((await epochsIn("int_eth_epoch"))[0]).toBe(8);
    await feed(messages.filter(isLost));
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
  });
});

it("who has left with everything has no rows any more, and everybody else has", async () => {
  await fill();
  const table = "fct_eth_validator_reconciliation_daily";
  const snapshot =
    "(select epoch, validator_index, balance_gwei from raw_eth_registry final where is_snapshot = 1)";
  const rows = await warehouse.store.rows<{ is_gone: number; validators: string; recorded: string }>(
    `select ends.balance_gwei = 0 and starts.balance_gwei = 0 as is_gone, count() as validators,
      countIf((days.day_type, days.day, ends.validator_index) in (
        select day_type, day, validator_index from ${table} final
      )) as recorded
    from (select distinct day_type, day, start_epoch, end_epoch from ${table} final) as days
    inner join ${snapshot} as ends on ends.epoch = days.end_epoch
    left join ${snapshot} as starts
      on starts.epoch = days.start_epoch and starts.validator_index = ends.validator_index
    group by is_gone order by is_gone`,
  );
  const [here, gone] = rows;
  expect(Number(here?.recorded)).toBeGreaterThan(500);
  expect(here?.recorded).toBe(here?.validators);
  expect(Number(gone?.validators)).toBeGreaterThan(10);
  expect(gone?.recorded).toBe("0");
});

describe("what comes later", () => {
  it("one old message, or a new worker, changes no record", async () => {
    await fill();
    await drop(warehouse.store);
    const before = await fingerprint(warehouse.store);
    const late = [from, 9, 12, 16, 20].flatMap((epoch) =>
      messages.filter((one) => epochOf(one) === epoch).slice(0, 4),
    );
    await feed(...late.map((message) => [message]));
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(before));
    await feed(messages.filter((message) => epochOf(message) === 13));
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
  });

  it("some epochs of an old day again, computed by newer maths, replace no record that was made of all of them", async () => {
    await fill();
    await drop(warehouse.store);
    for (const table of [
      "int_eth_day",
      "fct_eth_validator_performance_daily",
      "fct_eth_validator_reconciliation_daily",
    ])
      await lowerRevision(warehouse.store, table);
    const before = lasting(await fingerprint(warehouse.store));
    // Of the two epochs the earlier one is computed; both days go on beyond.
    await feed(messages.filter((message) => [13, 14].includes(epochOf(message))));
    expect(await epochsIn("int_eth_epoch")).toEqual([13, to]);
    await feed([]);
    expect(lasting(await fingerprint(warehouse.store))).toEqual(before);
  });

  it("all of it again makes every table what it was", async () => {
    await fill();
    await drop(warehouse.store);
    await feed(messages);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
    await drop(warehouse.store);
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
  });

  it("an old range again ends right, and goes again", async () => {
    await fill();
    await drop(warehouse.store);
    const left = await fingerprint(warehouse.store);
    // In the order of the listener, with passes in between that find nothing quiet.
    const range = messages.filter((message) => epochOf(message) >= 11 && epochOf(message) <= 18);
    for (let start = 0; start < range.length; start += 40) {
      await feed(...range.slice(start, start + 40).map((message) => [message]));
      await drop(warehouse.store, { quiet: { done: 3_600, cut: 3_600 } });
    }
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
    const rows = await warehouse.store.rows<{ epochs: string }>(
      "select uniqExact(epoch) as epochs from int_eth_epoch final where epoch between 12 and 16",
    );
    expect(rows).toEqual([{ epochs: "5" }]);
    await drop(warehouse.store);
    expect(await fingerprint(warehouse.store)).toEqual(left);
  });

  it.each([1, 9, 30])("a pass killed at its drop %i is made good by the next one", async (failAt) => {
    await fill();
    await expect(drop(storeFailingAtDrop(warehouse.store, failAt))).rejects.toThrow("killed");
    await feed(messages.filter((message) => [9, 13].includes(epochOf(message))));
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
    await drop(warehouse.store);
    expect((await epochsIn("raw_eth_committee"))[0]).toBeGreaterThan(16);
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
  });
});

describe("a replay", () => {
  const range = (first: number, last: number) => ({ network: "eth", from: String(first), to: String(last) });

  it("from the warehouse says which epochs it can still rebuild, and rebuilds them", async () => {
    await fill();
    await drop(warehouse.store);
    const left = await fingerprint(warehouse.store);
    const [firstKept] = await epochsIn("raw_eth_committee");
    await expect(replayIn(warehouse, range(firstKept - 2, firstKept + 1))).rejects.toThrow(
      `2 of 4 epochs from ${firstKept - 2} to ${firstKept + 1} could be rebuilt: the warehouse still holds all facts of epochs ${firstKept} to ${to}; --source topic or --source files may have others. Nothing was swapped.`,
    );
    await warehouse.store.command(
      "insert into fct_eth_validator_duty_epoch select * replace (version + 1 as version, 1 as source_reward_gwei) from fct_eth_validator_duty_epoch final where epoch = {to:UInt32}",
      { to },
    );
    // Begins within a day of both kinds, whose earlier facts are gone or not.
    const days = await replayIn(warehouse, range(to - 2, to));
    expect(days.tables.map(({ name }) => name)).toContain("fct_eth_validator_duty_epoch");
    expect(await fingerprint(warehouse.store)).toEqual(left);
  });

  it("of a part of a day, the rest of which is gone, leaves its records alone", async () => {
    await fill();
    await drop(warehouse.store, { keep: { raw: 0, epoch: 3, day: 0 } });
    const left = await fingerprint(warehouse.store);
    const [firstKept] = await epochsIn("int_eth_epoch");
    await expect(replayIn(warehouse, range(firstKept - 1, firstKept - 1))).rejects.toThrow(
      /^The \w+ day \d+ \(.*\) is made of [45] epochs and would be of \d.*Replay whole days/,
    );
    expect(await fingerprint(warehouse.store)).toEqual(left);
    // Whole days of both kinds, from facts that are kept for ever: its epochs are back, and nothing else has changed.
    await replayIn(warehouse, range(from, firstKept - 1));
    expect(lasting(await fingerprint(warehouse.store))).toEqual(lasting(expected));
    expect((await epochsIn("fct_eth_validator_duty_epoch"))[0]).toBe(from);
  });
});

describe("an archive", () => {
  it("written before facts go brings a range back, into the warehouse that it came from", async () => {
    await fill();
    const folder = mkdtempSync(join(tmpdir(), "va-archive-"));
    try {
      const paths: string[] = [];
      await createRetention({
        store: warehouse.store,
        rules: ethRetentionRules(warehouse.store),
        keep,
        quiet: atOnce,
        log,
        beforeRaw: async (network, range) => {
          const path = join(folder, `${range.from}.zst`);
          expect(await writeArchive(warehouse.store, { chain: eth, network, range, path })).toBeGreaterThan(
            100,
          );
          paths.push(path);
        },
      }).drop();
      expect(paths.length).toBeGreaterThan(1);
      const before = lasting(await fingerprint(warehouse.store));
      const range = { network: "eth", from: String(from), to: "23" };
      const files = { ...range, source: "files", files: paths };
      await expect(replayIn(warehouse, range)).rejects.toThrow("0 of 17 epochs");
      const replayed = await replayIn(warehouse, files);
      expect(replayed.tables.map(({ name }) => name)).toContain("raw_eth_attestation");
      expect(lasting(await fingerprint(warehouse.store))).toEqual(before);
      expect((await replayIn(warehouse, range)).tables).toEqual([]);
      expect(await epochsIn("fct_eth_validator_duty_epoch")).toEqual([from, to]);
      // Of facts and rows of epochs nothing is missing now; some lie beside the range.
      const found = await fingerprint(warehouse.store);
      for (const table of [
        "raw_eth_attestation",
        "raw_eth_committee",
        "raw_eth_registry",
        "raw_eth_withdrawal",
      ])
        expect(found[table], table).toBe(expected[table]);
      for (const table of ["int_eth_epoch", "fct_eth_validator_duty_epoch", "int_eth_sync_slot"])
        expect(found[table], table).toBe(expected[table]);
      truncateSync(paths[0] as string, 10_000);
      await expect(replayIn(warehouse, files)).rejects.toMatchObject({ code: "bad_archive" });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
