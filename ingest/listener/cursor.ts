/** Cursors of listeners in the warehouse (table app_listener_cursor). */
import { z } from "zod";
import type { BusPositions } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";

/** The last final unit whose messages the bus has acknowledged. */
export type Cursor = {
  height: number;
  slot: number;
  /** Empty: nothing is published yet, and `height` is the first unit to publish. */
  root: string;
  /** How far the bus had acknowledged by then. */
  positions?: BusPositions;
  /** Counts how often the listener had to go back because a broker lost what it had acknowledged. */
  generation?: number;
};

export type CursorStore = {
  read(listener: string): Promise<Cursor | undefined>;
  write(listener: string, cursor: Cursor): Promise<void>;
};

const readSql = `select
  toString(height) as height,
  toString(slot) as slot,
  root,
  positions,
  generation
from app_listener_cursor final
where listener = {listener:String}`;

const positionsText = z.record(z.string(), z.string());

/**
 * Within a generation cursors only move forward; a new one stands above all heights of the one before. `next`: the
 * unit behind the cursor's, because 0 is no version of a cursor.
 */
const cursorVersion = { generation: 24, next: 40 } as const;

function versionOf({ height, generation = 0 }: Cursor): bigint {
  return packVersion(cursorVersion, { generation, next: height + 1 });
}

export function createCursorStore(store: Store): CursorStore {
  return {
    read: async (listener) => {
      const [row] = await store.rows<{
        height: string;
        slot: string;
        root: string;
        positions: string;
        generation: number;
      }>(readSql, { listener });
      if (row === undefined) return undefined;
      const { root, generation } = row;
      const positions = positionsText.parse(JSON.parse(row.positions));
      return { height: Number(row.height), slot: Number(row.slot), root, positions, generation };
    },
    write: (listener, cursor) =>
      store.insert("app_listener_cursor", [
        { name: "listener", type: "String", values: [listener] },
        { name: "height", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.height)) },
        { name: "slot", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.slot)) },
        { name: "root", type: "String", values: [cursor.root] },
        { name: "positions", type: "String", values: [JSON.stringify(cursor.positions ?? {})] },
        { name: "generation", type: "UInt32", values: Uint32Array.of(cursor.generation ?? 0) },
        { name: "version", type: "UInt64", values: BigUint64Array.of(versionOf(cursor)) },
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
