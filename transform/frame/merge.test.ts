import { describe, expect, it } from "vitest";
import { encodeNative } from "../../lib/store/native/write.ts";
import type { Column } from "../../lib/store/store.ts";
import { mergeTables } from "./merge.ts";

const block = (rows: number, ...columns: Column[]) => ({ table: "t", rows, columns });

describe("blocks of one table", () => {
  it("become one, with columns of any kind", () => {
    const array = (offsets: bigint[], values: number[]): Column => ({
      name: "members",
      type: "Array(UInt32)",
      values: { kind: "array", offsets: BigUint64Array.from(offsets), values: Uint32Array.from(values) },
    });
    const nullable = (nulls: number[], values: string[]): Column => ({
      name: "address",
      type: "Nullable(String)",
      values: { kind: "nullable", nulls: Uint8Array.from(nulls), values },
    });
    const amount = (...values: bigint[]): Column => ({ name: "amount", type: "UInt256", values });
    const [merged, ...others] = mergeTables([
      block(2, array([1n, 3n], [7, 8, 9]), nullable([0, 1], ["a", ""]), amount(1n, 2n ** 200n)),
      block(0),
      block(1, array([2n], [5, 6]), nullable([0], ["b"]), amount(3n)),
    ]);
    expect(others).toEqual([]);
    expect(merged).toEqual(
      block(
        3,
        array([1n, 3n, 5n], [7, 8, 9, 5, 6]),
        nullable([0, 1, 0], ["a", "", "b"]),
        amount(1n, 2n ** 200n, 3n),
      ),
    );
    expect(encodeNative(merged?.columns ?? []).rows).toBe(3);
  });

  it("hold bytes, also where these come as a Buffer", () => {
    const hash = (bytes: Uint8Array): Column => ({ name: "hash", type: "FixedString(2)", values: bytes });
    const [merged] = mergeTables([block(1, hash(Buffer.from([1, 2]))), block(1, hash(Uint8Array.of(3, 4)))]);
    expect(merged).toStrictEqual(block(2, hash(Uint8Array.of(1, 2, 3, 4))));
  });

  it("keep a text that is the same in all of them short", () => {
    const text = (value: string, rows: number): Column => ({
      name: "network",
      type: "String",
      values: { kind: "repeated", value, rows },
    });
    expect(mergeTables([block(2, text("a", 2)), block(3, text("a", 3))])).toEqual([block(5, text("a", 5))]);
    expect(mergeTables([block(2, text("a", 2)), block(1, text("b", 1))])).toEqual([
      block(3, { name: "network", type: "String", values: ["a", "a", "b"] }),
    ]);
  });

  it("and a number", () => {
    const epoch = (values: Column["values"]): Column => ({ name: "epoch", type: "UInt32", values });
    const same = (value: number, rows: number) => epoch({ kind: "repeated", value, rows });
    expect(mergeTables([block(2, same(7, 2)), block(3, same(7, 3))])).toEqual([block(5, same(7, 5))]);
    const merged = mergeTables([
      block(2, same(7, 2)),
      block(1, same(8, 1)),
      block(2, epoch(Uint32Array.of(1, 2))),
    ]);
    expect(merged).toEqual([block(5, epoch(Uint32Array.of(7, 7, 8, 1, 2)))]);
  });

  it("stay apart where they have other columns, and keep their order", () => {
    const one: Column = { name: "x", type: "UInt8", values: Uint8Array.of(1) };
    const other: Column = { name: "y", type: "UInt8", values: Uint8Array.of(1) };
    const tables = [block(1, one), block(1, one, other), { ...block(1, one), table: "u" }];
    expect(mergeTables(tables)).toEqual(tables);
  });
});
