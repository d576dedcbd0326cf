/** Partitions of tables that are not kept forever, by the heights or days in the key of their table. */

import { msPerDay } from "../../../lib/days.ts";
import { FatalError } from "../../../lib/errors.ts";
import type { HeightRange } from "../../../lib/heightRange.ts";
import { internalSql } from "../../../lib/sql/internal.ts";
import { listTables, type SqlTable } from "../../../lib/sql/table.ts";
import type { Store } from "../../../lib/store/store.ts";

/**
 * How long rows are kept, as in front matter: a setting in days for each, except `span` and `forever`. The server
 * handles `usage` (serve/access/dailyUsage.ts).
 */
export const keepKinds = ["raw", "epoch", "span", "day", "usage", "forever"] as const;
export type KeepKind = (typeof keepKinds)[number];
export type DroppedKind = Exclude<KeepKind, "forever" | "usage">;

/** @throws FatalError `bad_table` */
export function keepOf({ table, frontMatter }: SqlTable): KeepKind {
  const kind = keepKinds.find((one) => one === frontMatter.keep);
  if (kind === undefined)
    throw new FatalError(`Table ${table}: keep is one of ${keepKinds.join(", ")}`, { code: "bad_table" });
  return kind;
}

/** How a table is partitioned: by a number of heights or days, or by the year of a date. */
export type PartitionKey = { column: string; width: number } | { column: string; width: "year" };

const keyPattern = /^\(?network, (?:day_type, )?(?:intDiv\((\w+), (\d+)\)|toYear\((\w+)\))\)?$/;

/** @returns undefined for keys by which nothing can be dropped, such as `(network)` */
export function parsePartitionKey(text: string): PartitionKey | undefined {
  const [, column, width, date] = keyPattern.exec(text) ?? [];
  if (date !== undefined) return { column: date, width: "year" };
  return column === undefined ? undefined : { column, width: Number(width) };
}

export type Partition = {
  table: string;
  id: string;
  network: string;
  /** Of Ethereum's days: chain or utc. */
  dayType: string | undefined;
  column: string;
  /** Range of its values of the column; for a year, days since 1970. */
  range: HeightRange;
  quietSeconds: number;
  bytes: number;
};

function rangeOf({ width }: PartitionKey, value: number): HeightRange {
  if (width !== "year") return { from: value * width, to: (value + 1) * width - 1 };
  return { from: Date.UTC(value, 0) / msPerDay, to: Date.UTC(value + 1, 0) / msPerDay - 1 };
}

const valuePattern = /^\('([^']*)',(?:'([^']*)',)?(\d+)\)$/;

/** The tables of a family with this kind of retention, those that announce others first. */
export function tablesKept(family: string, kind: DroppedKind): string[] {
  const isAnnouncing = ({ frontMatter }: SqlTable) => frontMatter.announces !== undefined;
  const tables = listTables(family).filter((table) => keepOf(table) === kind);
  // Announcements are dropped first: an interrupted drop leaves nothing announced that is gone.
  return [...tables.filter(isAnnouncing), ...tables.filter((table) => !isAnnouncing(table))].map(
    ({ table }) => table,
  );
}

type Row = {
  table: string;
  partition_id: string;
  value: string;
  partition_key: string;
  quiet_seconds: string;
  bytes: string;
};

/**
 * Partitions of the tables of a network, in the order of the tables.
 * @returns undefined if a table is partitioned in a way by which nothing can be dropped: it keeps the others, too
 */
export async function loadPartitions(
  store: Store,
  tables: readonly string[],
): Promise<{ partitions: Partition[]; uncut: string[] }> {
  const rows = await store.rows<Row>(internalSql("retention/partitions"), { tables });
  const uncut = new Set<string>();
  const partitions = rows.flatMap((row): Partition[] => {
    const key = parsePartitionKey(row.partition_key);
    const [, network, dayType, value] = valuePattern.exec(row.value) ?? [];
    if (key === undefined || network === undefined) {
      uncut.add(row.table);
      return [];
    }
    return [
      {
        table: row.table,
        id: row.partition_id,
        network,
        dayType,
        column: key.column,
        range: rangeOf(key, Number(value)),
        quietSeconds: Number(row.quiet_seconds),
        bytes: Number(row.bytes),
      },
    ];
  });
  const place = ({ table }: Partition) => tables.indexOf(table);
  return { partitions: partitions.sort((a, b) => place(a) - place(b)), uncut: [...uncut] };
}
