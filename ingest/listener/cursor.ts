/** Cursors of listeners in the warehouse (table app_listener_cursor). */
import { z } from "zod";
import type { BusPositions } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";

/** The last final unit whose messages the bus has acknowledged. */
export type Cursor = {
  height: number;
  /** Where the unit's last block is, in what the chain counts blocks by (Ethereum: slots). */
  position: number;
  /** Empty: nothing is published yet, and `height` is the first unit to publish. */
  root: string;
  /** How far the bus had acknowledged by then. */
  acknowledged?: BusPositions;
  /** Counts how often the listener had to go back because a broker lost what it had acknowledged. */
  generation?: number;
  /** Of what is written: heights up to the cursor that are not. */
  gaps?: readonly HeightRange[];
};

/** The height after a cursor. */
export function heightAfter(cursor: Cursor): number {
  return cursor.root === "" ? cursor.height : cursor.height + 1;
}

export type CursorStore = {
  read(listener: string): Promise<Cursor | undefined>;
  write(listener: string, cursor: Cursor): Promise<void>;
};

const acknowledgedText = z.record(z.string(), z.string());

/** Gaps are stored with the positions, under a name that no partition has. */
const gapsName = "gaps";

function toPositions({ acknowledged = {}, gaps = [] }: Cursor): string {
  const text = gaps.map(({ from, to }) => `${from}-${to}`).join();
  return JSON.stringify(text === "" ? acknowledged : { ...acknowledged, [gapsName]: text });
}

function fromPositions(text: string): Pick<Cursor, "acknowledged" | "gaps"> {
  const { [gapsName]: gaps, ...acknowledged } = acknowledgedText.parse(JSON.parse(text));
  if (gaps === undefined) return { acknowledged };
  const ranges = gaps.split(",").map((range) => range.split("-").map(Number));
  return { acknowledged, gaps: ranges.map(([from = 0, to = 0]) => ({ from, to })) };
}

/**
 * Within a generation cursors only move forward; a new one is above all heights of the one before. `next`: the
 * unit after the cursor's, because 0 is no version of a cursor.
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
        position: string;
        root: string;
        acknowledged: string;
        generation: number;
      }>(internalSql("listener/cursor"), { listener });
      if (row === undefined) return undefined;
      const { root, generation } = row;
      const { height, position } = row;
      return {
        height: Number(height),
        position: Number(position),
        root,
        generation,
        ...fromPositions(row.acknowledged),
      };
    },
    write: (listener, cursor) =>
      store.insert("app_listener_cursor", [
        { name: "listener", type: "String", values: [listener] },
        { name: "height", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.height)) },
        { name: "slot", type: "UInt64", values: BigUint64Array.of(BigInt(cursor.position)) },
        { name: "root", type: "String", values: [cursor.root] },
        { name: "positions", type: "String", values: [toPositions(cursor)] },
        { name: "generation", type: "UInt32", values: Uint32Array.of(cursor.generation ?? 0) },
        { name: "version", type: "UInt64", values: BigUint64Array.of(versionOf(cursor)) },
      ]),
  };
}

const written = "/written";
/** Name of the cursor of the last unit of a listener that was seen in the tables. */
export const writtenName = (listener: string): string => `${listener}${written}`;

/**
 * Sets the listeners of a restored warehouse back to what was in its tables: what a bus had acknowledged beyond that, it
 * has handed to workers that wrote it elsewhere.
 */
export async function rewindCursors(store: Store): Promise<void> {
  const cursors = createCursorStore(store);
  const rows = await store.rows<{ listener: string }>(internalSql("listener/cursors"));
  for (const { listener } of rows) {
    if (!listener.endsWith(written)) continue;
    const name = listener.slice(0, -written.length);
    const [seen, current] = [await cursors.read(listener), await cursors.read(name)];
    if (seen === undefined || current === undefined) continue;
    const cursor = { ...seen, acknowledged: {}, generation: (current.generation ?? 0) + 1 };
    await cursors.write(name, cursor);
    await cursors.write(listener, cursor);
  }
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
