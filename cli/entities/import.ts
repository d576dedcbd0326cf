/** Imports entities from a file into the warehouse: a source's new rows replace its previous ones. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type MappedDay, rewriteEntityDays } from "../../transform/eth/entityDays.ts";
import { writeWindows } from "../../transform/eth/windows.ts";
import { createRows } from "../../transform/frame/columns.ts";
import { writeTables } from "../../transform/frame/tables.ts";
import type { EntityRow } from "./rows.ts";

/** An import in force. `null` dates are open. */
export type EntitySource = {
  source: string;
  last_import: string;
  row_count: number;
  first_date: string | null;
  last_date: string | null;
  imported_at: string;
};

const rowsAtOnce = 100_000;

export const loadSources = (store: Store, network: string): Promise<EntitySource[]> =>
  store.rows<EntitySource>(internalSql("eth/entity_sources"), { network });

/** The first and last of some dates; null is open, and beyond all others. */
function earliest(dates: readonly (string | null)[]): string | null {
  return dates.includes(null) ? null : ([...dates].sort()[0] ?? null);
}

function latest(dates: readonly (string | null)[]): string | null {
  return dates.includes(null) ? null : ([...dates].sort().at(-1) ?? null);
}

type ImportedSource = {
  source: string;
  /** Rows that are in force now. */
  rows: number;
  isNew: boolean;
  first: string | null;
  last: string | null;
};
export type Imported = { sources: ImportedSource[] };

/**
 * Writes rows, then puts them in force: if it is killed in between, nothing has changed.
 * @param sources the sources that it replaces: one without rows is removed
 */
export async function importEntities(
  store: Store,
  network: string,
  rows: readonly EntityRow[],
  sources: readonly string[] = [...new Set(rows.map(({ source }) => source))],
): Promise<Imported> {
  const before = new Map((await loadSources(store, network)).map((one) => [one.source, one]));
  const importId =
    [...before.values()].reduce((max, one) => {
      const id = BigInt(one.last_import);
      return id > max ? id : max;
    }, 0n) + 1n;
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const table = createRows("raw_eth_entity_key");
    for (const row of rows.slice(first, first + rowsAtOnce))
      table.push({ ...row, network, import_id: importId, version: 1n });
    await writeTables(store, [table.toTable()]);
  }
  const announced = createRows("raw_eth_entity_import");
  const importedAt = new Date().toISOString().slice(0, 19).replace("T", " ");
  const result: Imported = { sources: [] };
  for (const source of sources) {
    const own = rows.filter((row) => row.source === source);
    const previous = before.get(source);
    const replaced = previous === undefined ? [] : [previous];
    const first = earliest([
      ...own.map(({ from_date }) => from_date),
      ...replaced.map(({ first_date }) => first_date),
    ]);
    const last = latest([
      ...own.map(({ to_date }) => to_date),
      ...replaced.map(({ last_date }) => last_date),
    ]);
    const isNew = previous === undefined || previous.row_count === 0;
    result.sources.push({ source, rows: own.length, isNew, first, last });
    announced.push({
      network,
      source,
      import_id: importId,
      row_count: own.length,
      first_date: first,
      last_date: last,
      imported_at: importedAt,
      version: 1n,
    });
  }
  await writeTables(store, [announced.toTable()]);
  return result;
}

/**
 * Computes the days again that an import touches. A complete day keeps the mapping that it was computed with, unless it
 * is to be rewritten: only a source that had no row on its date adds to it.
 */
export async function applyEntities(
  store: Store,
  network: string,
  { sources }: Imported,
  options: { isRewrite: boolean; onDay?: (done: number, total: number) => void; signal?: AbortSignal },
): Promise<{ days: number; left: number }> {
  const dates = {
    first: earliest(sources.map(({ first }) => first)),
    last: latest(sources.map(({ last }) => last)),
  };
  const touches = ({ first, last }: ImportedSource, date: string) =>
    (first === null || first <= date) && (last === null || date <= last);
  /** Days of earlier releases do not say by which sources they were mapped: by all that there were. */
  const isKnownTo = ({ mapped_sources }: MappedDay, { source, isNew }: ImportedSource) =>
    mapped_sources === null ? !isNew : mapped_sources.includes(source);
  let left = 0;
  const days = await rewriteEntityDays(store, network, dates, {
    ...options,
    isWanted: (day) => {
      const touching = sources.filter((source) => touches(source, day.date));
      if (touching.length > 0 && (options.isRewrite || day.is_complete === 0)) return true;
      const adding = touching.filter((source) => source.rows > 0 && !isKnownTo(day, source));
      if (touching.some((source) => isKnownTo(day, source))) left += 1;
      return adding.length > 0;
    },
  });
  await writeWindows(store, network);
  return { days, left };
}
