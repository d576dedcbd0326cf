/**
 * Rows older than the settings say are removed; later facts don't damage the records that outlive them.
 * Fast counterpart: test/cardanoRetention.test.ts
 */
import { describe, expect, it } from "vitest";
import type { BusMessage } from "../lib/bus/bus.ts";
import { decodeValue } from "../lib/bus/value.ts";
import {
  drop,
  epochOf,
  epochsIn,
  feed,
  fill,
  from,
  history,
  keep,
  lasting,
  lowerRevision,
  prepareRetention,
  to,
} from "./support/ethRetention.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openShortWarehouse, storeFailingAtDrop } from "./support/shortPartitions.ts";

prepareRetention();

describe("a pass", () => {
  it("drops facts and epochs of old days by partitions, and no record of a day", async () => {
    await fill();
    expect(await fingerprint(history.warehouse.store)).toEqual(history.expected);
    const dropped = await drop(history.warehouse.store);
    expect(Object.keys(dropped).length).toBeGreaterThan(10);
    const tables = await fingerprint(history.warehouse.store);
    expect(lasting(tables)).toEqual(lasting(history.expected));
    const [newest] = await history.warehouse.store.rows<{ day: number }>(
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
    expect(await drop(history.warehouse.store)).toEqual({});
  });

  it("keeps rows that were just written, and incomplete days for longer", async () => {
    await fill();
    expect(await drop(history.warehouse.store, { quiet: { done: 3_600, cut: 3_600 } })).toEqual({});
    await drop(history.warehouse.store, { quiet: { done: 0, cut: 3_600 } });
    // The first day of the requested range lacks its beginning.
    expect((await epochsIn("raw_eth_committee"))[0]).toBe(from - 1);
    const gone = await history.warehouse.store.rows(
      "select 1 from raw_eth_committee where epoch between 16 and 23 limit 1",
    );
    expect(gone).toEqual([]);
  });

  it("keeps everything where the settings say so", async () => {
    await fill();
    await drop(history.warehouse.store, { keep: { raw: 0, epoch: 0, day: 0 } });
    const { fct_eth_validator_performance_span: _, int_eth_span: __, ...rest } = history.expected;
    expect(await fingerprint(history.warehouse.store)).toMatchObject(rest);
  });

  it("drops days, too, where they are not kept forever", async () => {
    await fill();
    await drop(history.warehouse.store, { keep: { raw: 0, epoch: 0, day: 2 } });
    const rows = await history.warehouse.store.rows<{ day_type: string; days: string }>(
      `select day_type, uniqExact(day) as days from fct_eth_validator_performance_daily
      where is_complete = 1 group by day_type order by day_type`,
    );
    expect(rows).toEqual([
      { day_type: "chain", days: "2" },
      { day_type: "utc", days: "2" },
    ]);
  });

  it("keeps a day whose epoch waits for a fact", async () => {
    history.warehouse = await openShortWarehouse();
    const isLost = (message: BusMessage) => {
      const value = decodeValue(message.value) as { type: string; epoch: number };
      return value.type === "committee" && value.epoch === 18;
    };
    await feed(history.messages.filter((message) => !isLost(message)));
    await drop(history.warehouse.store);
    // One of its days began in the partition before.
    expect((await epochsIn("raw_eth_committee"))[0]).toBe(8);
    expect((await epochsIn("int_eth_epoch"))[0]).toBe(8);
    await feed(history.messages.filter(isLost));
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
  });
});

it("validators that have exited and withdrawn have no rows any more, all others have", async () => {
  await fill();
  const table = "fct_eth_validator_reconciliation_daily";
  const snapshot =
    "(select epoch, validator_index, balance_gwei from raw_eth_registry final where is_snapshot = 1)";
  const rows = await history.warehouse.store.rows<{ is_gone: number; validators: string; recorded: string }>(
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

describe("later messages", () => {
  it("one old message, or a new worker, changes no record", async () => {
    await fill();
    await drop(history.warehouse.store);
    const before = await fingerprint(history.warehouse.store);
    const late = [from, 9, 12, 16, 20].flatMap((epoch) =>
      history.messages.filter((one) => epochOf(one) === epoch).slice(0, 4),
    );
    await feed(...late.map((message) => [message]));
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(before));
    await feed(history.messages.filter((message) => epochOf(message) === 13));
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
  });

  it("some epochs of an old day, recomputed by newer maths, replace no record of the whole day", async () => {
    await fill();
    await drop(history.warehouse.store);
    for (const table of [
      "int_eth_day",
      "fct_eth_validator_performance_daily",
      "fct_eth_validator_reconciliation_daily",
    ])
      await lowerRevision(history.warehouse.store, table);
    const before = lasting(await fingerprint(history.warehouse.store));
    // Of the two epochs the earlier one is computed; both days go on beyond.
    await feed(history.messages.filter((message) => [13, 14].includes(epochOf(message))));
    expect(await epochsIn("int_eth_epoch")).toEqual([13, to]);
    await feed([]);
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(before);
  });

  it("all messages again restore every table", async () => {
    await fill();
    await drop(history.warehouse.store);
    await feed(history.messages);
    expect(await fingerprint(history.warehouse.store)).toEqual(history.expected);
    await drop(history.warehouse.store);
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
  });

  it("an old range is rebuilt correctly, and dropped again", async () => {
    await fill();
    await drop(history.warehouse.store);
    const left = await fingerprint(history.warehouse.store);
    // In the order of the listener, with passes in between that find no quiet partition.
    const range = history.messages.filter((message) => epochOf(message) >= 11 && epochOf(message) <= 18);
    for (let start = 0; start < range.length; start += 40) {
      await feed(...range.slice(start, start + 40).map((message) => [message]));
      await drop(history.warehouse.store, { quiet: { done: 3_600, cut: 3_600 } });
    }
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
    const rows = await history.warehouse.store.rows<{ epochs: string }>(
      "select uniqExact(epoch) as epochs from int_eth_epoch final where epoch between 12 and 16",
    );
    expect(rows).toEqual([{ epochs: "5" }]);
    await drop(history.warehouse.store);
    expect(await fingerprint(history.warehouse.store)).toEqual(left);
  });

  it.each([1, 30])("a pass killed at its drop %i is completed by the next one", async (failAt) => {
    await fill();
    await expect(drop(storeFailingAtDrop(history.warehouse.store, failAt))).rejects.toThrow("killed");
    await feed(history.messages.filter((message) => [9, 13].includes(epochOf(message))));
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
    await drop(history.warehouse.store);
    expect((await epochsIn("raw_eth_committee"))[0]).toBeGreaterThan(16);
    expect(lasting(await fingerprint(history.warehouse.store))).toEqual(lasting(history.expected));
  });
});
