import { describe, expect, it } from "vitest";
import type { Column } from "../../lib/store/store.ts";
import { bulkTable, createRows } from "./columns.ts";

const day = {
  network: "mainnet",
  day_type: "utc",
  day: 3,
  date: "2020-12-04",
  start_epoch: 0,
  end_epoch: 7,
  is_complete: 1,
  execution_fact_count: 0n,
  version: 2n ** 40n,
};
const deposit = {
  network: "n",
  slot: 1,
  kind: "bridge",
  position: 0,
  deposit_index: null,
  pubkey: `0x${"01".repeat(48)}`,
  withdrawal_credentials: `0x${"02".repeat(32)}`,
  amount_gwei: "18446744073709551615",
  block_root: `0x${"ab".repeat(32)}`,
  version: 1,
};
const named = (columns: readonly Column[]) =>
  Object.fromEntries(columns.map((column) => [column.name, column]));

describe("rows of a table", () => {
  it("become columns in the table's order, of its types; what the engine reads from text is sent as text", () => {
    const rows = createRows("int_eth_day");
    rows.push(day);
    rows.push({ ...day, day: 4 });
    const { table, rows: count, columns } = rows.toTable();
    expect([table, count, rows.length]).toEqual(["int_eth_day", 2, 2]);
    expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      "network String",
      "day_type String",
      "day UInt32",
      "date String",
      "start_epoch UInt32",
      "end_epoch UInt32",
      "is_complete UInt8",
      "execution_fact_count UInt64",
      "version UInt64",
    ]);
    expect(named(columns).day?.values).toEqual(Uint32Array.of(3, 4));
    expect(named(columns).version?.values).toEqual(BigUint64Array.of(2n ** 40n, 2n ** 40n));
  });

  it("keep 64 bits, bytes from hex, and nulls", () => {
    const rows = createRows("raw_eth_deposit");
    rows.push(deposit);
    rows.push({ ...deposit, deposit_index: "7" });
    const { amount_gwei, pubkey, deposit_index, block_root } = named(rows.toTable().columns);
    expect(amount_gwei?.values).toEqual(BigUint64Array.of(2n ** 64n - 1n, 2n ** 64n - 1n));
    expect(pubkey?.values).toEqual(Buffer.alloc(96, 1));
    expect(deposit_index).toEqual({
      name: "deposit_index",
      type: "Nullable(UInt64)",
      values: { kind: "nullable", nulls: Uint8Array.of(1, 0), values: BigUint64Array.of(0n, 7n) },
    });
    expect(Buffer.from(block_root?.values as Uint8Array).toString("latin1", 0, 4)).toBe("0xab");
  });

  it("keep 256 bits", () => {
    const rows = createRows("raw_eth_execution_block");
    const sums = ["type_0", "type_1", "type_2", "type_3", "type_4"].map((type) => `${type}_tips_wei`);
    const other = ["base_fees_burnt_wei", "blob_fees_burnt_wei", "fee_recipient_transfers_wei"];
    const block = {
      ...{ network: "n", slot: 1, epoch: 0, block_number: 2, block_hash: `0x${"ab".repeat(32)}` },
      ...Object.fromEntries([...sums, ...other].map((name) => [name, String(2n ** 256n - 1n)])),
      ...{ last_sender: null, last_recipient: null, is_last_successful: null, sanctioned_count: null },
      ...{ last_value_wei: null, version: 1 },
    };
    rows.push(block);
    rows.push({ ...block, last_value_wei: "7" });
    const { type_0_tips_wei: tips, last_value_wei: value } = named(rows.toTable().columns);
    expect(tips).toMatchObject({ type: "UInt256", values: [2n ** 256n - 1n, 2n ** 256n - 1n] });
    expect(value?.values).toEqual({ kind: "nullable", nulls: Uint8Array.of(1, 0), values: [0n, 7n] });
  });

  it("may be combined with whole columns, and with one value for all rows", () => {
    const rows = createRows("raw_eth_committee");
    rows.push({ slot: 1, sizes: [2, 1] });
    rows.push({ slot: 2, sizes: [1] });
    const members = {
      kind: "array" as const,
      offsets: BigUint64Array.of(3n, 4n),
      values: Uint32Array.of(5, 6, 7, 8),
    };
    const { columns } = rows.toTable({ network: "n", epoch: 0, validator_indices: members, version: 9n });
    expect(named(columns).validator_indices).toEqual({
      name: "validator_indices",
      type: "Array(UInt32)",
      values: members,
    });
    expect(named(columns).network?.values).toEqual({ kind: "repeated", value: "n", rows: 2 });
    expect(named(columns).epoch?.values).toEqual({ kind: "repeated", value: 0, rows: 2 });
    expect(named(columns).version?.values).toEqual({ kind: "repeated", value: 9n, rows: 2 });
    expect(named(columns).sizes?.values).toEqual({
      kind: "array",
      offsets: BigUint64Array.of(2n, 3n),
      values: Uint16Array.of(2, 1, 1),
    });
  });

  it("send an enumeration that comes as numbers as what it is", () => {
    const event = {
      network: "n",
      height: Uint32Array.of(1),
      section: Uint8Array.of(1),
      transaction_index: Uint32Array.of(0),
      event_index: Uint32Array.of(0),
      kind: Uint8Array.of(3),
      validator: ["v"],
      other_amounts: [""],
      amount: ["1.5"],
      transaction_hash: { kind: "nullable" as const, nulls: Uint8Array.of(1), values: [""] },
      version: 4n,
    };
    const { section, amount } = named(bulkTable("raw_cosmos_event", 1, event).columns);
    expect(section?.type).toBe("Enum8('finalize' = 0, 'transaction' = 1)");
    expect(amount).toEqual({ name: "amount", type: "String", values: ["1.5"] });
  });

  it("of nothing are no columns", () => {
    expect(createRows("int_eth_day").toTable()).toEqual({ table: "int_eth_day", rows: 0, columns: [] });
  });
});

describe("columns that don't fit the table", () => {
  const { version: _, ...unversioned } = day;

  it.each([
    ["are missing in a row", [day, unversioned], {}, "int_eth_day.version: the column is missing"],
    ["are missing in all rows", [unversioned], {}, "int_eth_day.version: the column is missing"],
    ["are unknown", [{ ...day, height: 1 }], {}, "int_eth_day.height: the table has no such column"],
    [
      "come late",
      [day, { ...day, height: 1 }],
      {},
      "int_eth_day.height: the rows before have no such column",
    ],
    ["are unknown as a whole", [day], { height: 1 }, "int_eth_day.height: the table has no such column"],
    ["come twice", [day], { version: 1n }, "int_eth_day.version: the column is given twice"],
    ["are of another kind", [{ ...day, day: "3" }], {}, 'int_eth_day.day: UInt32 expected, "3" given'],
    ["are no text", [{ ...day, date: 3 }], {}, "int_eth_day.date: String expected, 3 given"],
    [
      "are no number as a whole",
      [unversioned],
      { version: "1" },
      'int_eth_day.version: UInt64 expected, "1" given',
    ],
  ])("and %s are named with it", (_name, given, bulk, message) => {
    const put = () => {
      const rows = createRows("int_eth_day");
      for (const row of given) rows.push(row);
      rows.toTable(bulk as Record<string, string>);
    };
    expect(put).toThrow(message);
  });

  it("and a table without a file are named", () => {
    expect(() => createRows("raw_eth_nothing")).toThrow("Table raw_eth_nothing");
  });
});
