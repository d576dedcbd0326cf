/**
 * The part of records that is the same for every family. Its statements have the same names in each family's folder below
 * sql/queries/internal: networks, content, readable, first_unwritten, next_written, heights_of_day, newest_height.
 */
import { badRange, parseHeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { networksOf } from "../transform/frame/networks.ts";
import { type Chain, type ChainRecords, newestHeights } from "./chain.ts";

type Common =
  | "tables"
  | "networks"
  | "describe"
  | "readable"
  | "firstUnwritten"
  | "nextWritten"
  | "parseRange"
  | "newest";

/**
 * @param newestCount heights up to the newest one at which the live consumer may be
 * @param own the part that differs from family to family
 */
export function createRecords(
  { family, unit }: Pick<Chain, "family" | "unit">,
  newestCount: number,
  own: Omit<ChainRecords, Common>,
): ChainRecords {
  const sql = (name: string) => internalSql(`${family}/${name}`);
  return {
    ...own,
    get tables() {
      return Object.keys(heightColumns(family));
    },
    networks: (store) => networksOf(store, family),
    describe: async (store) => {
      const [row] = await store.rows<{ days: string; networks: string }>(sql("content"));
      return `${row?.days} days of ${row?.networks} networks of ${family}`;
    },
    readable: async (store, network, { from, to }) => {
      const [row] = await store.rows<{ done: string; outdated: string }>(sql("readable"), {
        network,
        from,
        to,
      });
      const done = Number(row?.done ?? 0);
      return { done, isReadable: done === to - from + 1 && Number(row?.outdated) === 0 };
    },
    firstUnwritten: async (store, network, { from, to }) => {
      const [row] = await store.rows<{ next: string }>(sql("first_unwritten"), { network, from, to });
      return Math.min(Number(row?.next ?? from), to + 1);
    },
    nextWritten: async (store, network, { from, to }) => {
      const [row] = await store.rows<{ next: string }>(sql("next_written"), { network, from, to });
      return row === undefined ? to + 1 : Number(row.next);
    },
    parseRange: (store, network, range) =>
      parseHeightRange(range, unit, async (day) => {
        const [row] = await store.rows<{ found: string; first: number; last: number }>(
          sql("heights_of_day"),
          { network, day },
        );
        if (row === undefined || Number(row.found) === 0)
          throw badRange(`The warehouse holds no ${unit} of ${network} of ${day}; give ${unit}s`);
        return { from: row.first, to: row.last };
      }),
    newest: (store, network) => newestHeights(store, sql("newest_height"), network, newestCount),
  };
}
