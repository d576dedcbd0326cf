/** Cursors of listeners in the warehouse (table app_listener_cursor). */
import type { Store } from "../lib/store.ts";

/** The last final unit whose messages the bus has acknowledged. */
export type Cursor = { height: number; slot: number; root: string };

export type CursorStore = {
  read(listener: string): Promise<Cursor | undefined>;
  write(listener: string, cursor: Cursor): Promise<void>;
};

const readSql = `select
  toString(height) as height,
  toString(slot) as slot,
  root
from app_listener_cursor final
where listener = {listener:String}`;

export function createCursorStore(store: Store): CursorStore {
  return {
    read: async (listener) => {
      const [row] = await store.rows<{ height: string; slot: string; root: string }>(readSql, { listener });
      if (row === undefined) return undefined;
      return { height: Number(row.height), slot: Number(row.slot), root: row.root };
    },
    write: (listener, cursor) =>
      store.insert("app_listener_cursor", [
        { name: "listener", type: "String", values: [listener] },
        { name: "height", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.height)) },
        { name: "slot", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.slot)) },
        { name: "root", type: "String", values: [cursor.root] },
        { name: "version", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.height) + 1n) },
      ]),
  };
}

/** Cursors in memory, for tests and dry runs. */
export function createMemoryCursorStore(): CursorStore {
  const cursors = new Map<string, Cursor>();
  return {
    read: async (listener) => cursors.get(listener),
    write: async (listener, cursor) => {
      cursors.set(listener, cursor);
    },
  };
}
