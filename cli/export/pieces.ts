/** The files of an export: which rows each holds, how many, and a number that changes when one of them does. */
import { createHash } from "node:crypto";
import type { Chain } from "../../chains/chain.ts";
import { isErrorOfKind } from "../../lib/errors.ts";
import { badRange, dayStartMs, type HeightRange, isHeight, parseHeightRange } from "../../lib/heightRange.ts";
import { quoteName } from "../../lib/store/names.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import { selectedColumn } from "./columns.ts";
import { dumpSources, type Source } from "./source.ts";

export type Selection = { chain: Chain; network: string; from?: string | undefined; to?: string | undefined };

/** One file: its rows, their statement, and their state when they were counted. */
export type Piece = {
  /** Its name in the manifest: a table, or an operation. */
  table: string;
  columns: readonly { name: string; type: string; comment: string }[];
  label: string;
  rows: number;
  content: string;
  statement: { sql: string; params: QueryParams };
  /** The same piece with its current rows; undefined: there are none. */
  again: (store: Store) => Promise<Piece | undefined>;
};

/** Rows of a table. */
type Part = {
  source: Source;
  /** A month, a day or a first height; empty: the whole table. */
  label: string;
  where: string;
  params: QueryParams;
  rows: number;
  content: string;
};

const ofNetwork = "network = {network:String}";

/** The statement of a piece. */
export function statementOf({ source, where, params }: Pick<Part, "source" | "where" | "params">): {
  sql: string;
  params: QueryParams;
} {
  const { table, key } = source;
  const columns = table.columns.map((column) => selectedColumn(column)).join(", ");
  return {
    sql: `select ${columns} from ${table.table} as source final where ${where} order by ${key}`,
    params,
  };
}

/** A hash of the rows and their format, because another version may write the same rows differently. */
export const contentOf = (row: { content: string; rows: string } | undefined, shape: unknown): string =>
  createHash("sha256")
    .update(`${row?.content} ${row?.rows} ${JSON.stringify(shape)}`)
    .digest("hex")
    .slice(0, 32);

/** Counts of rows by label. The content includes versions, so rewritten rows that differ change it. */
async function counted(
  store: Store,
  { source, label, where, params }: Pick<Part, "source" | "label" | "where" | "params">,
): Promise<Part[]> {
  const { table, key } = source;
  const rows = await store.rows<{ label: string; rows: string; content: string }>(
    `select ${label} as label, count() as rows, toString(sum(cityHash64(${key}, version))) as content
    from ${table.table} as source final where ${where} group by label order by label`,
    params,
  );
  const shape = table.columns.map(selectedColumn);
  return rows.map((row) => ({
    source,
    label: row.label,
    where,
    params,
    rows: Number(row.rows),
    content: contentOf(row, shape),
  }));
}

function pieceOf(part: Part): Piece {
  const { source, label, rows, content } = part;
  return {
    table: source.table.table,
    columns: source.table.columns.map(({ name, type, comment }) => ({ name, type, comment })),
    label,
    rows,
    content,
    statement: statementOf(part),
    again: async (store) => {
      const [now] = await counted(store, { ...part, label: "''" });
      return now && pieceOf({ ...now, label });
    },
  };
}

/** @param who "this table is" @throws ConfigError `bad_range` */
export function checkDays({ from, to }: Pick<Selection, "from" | "to">, who: string): void {
  for (const [name, text] of Object.entries({ from, to }))
    if (text !== undefined && dayStartMs(text) === undefined)
      throw badRange(`--${name} ${text}: ${who} selected by days, such as 2026-01-31`);
  if (from !== undefined && to !== undefined && from > to)
    throw badRange(`--from ${from} is after --to ${to}`);
}

async function piecesOfDays(
  store: Store,
  { network, from, to }: Selection,
  source: Source,
  { column, isMonthly }: { column: string; isMonthly: boolean },
): Promise<Part[]> {
  const date = quoteName(column);
  checkDays({ from, to }, "this table is");
  const within = `${ofNetwork} and ${date} between {first:Date} and {last:Date}`;
  const range = { network, first: from ?? "1970-01-01", last: to ?? "2149-06-06" };
  const label = isMonthly ? `formatDateTime(${date}, '%Y-%m')` : `toString(${date})`;
  const counts = await counted(store, { source, label, where: within, params: range });
  const own = isMonthly ? `formatDateTime(${date}, '%Y-%m') = {label:String}` : `${date} = {label:Date}`;
  return counts.map((piece) => ({
    ...piece,
    where: `${within} and ${own}`,
    params: { ...range, label: piece.label },
  }));
}

async function requestedHeights(
  store: Store,
  { chain, network, from, to }: Selection,
  cut: { column: string; isUnit: boolean },
) {
  const bounds = { from: from ?? "0", to: to ?? "999999999" };
  const isDates = !isHeight(bounds.from) || !isHeight(bounds.to);
  if (isDates && cut.isUnit) return await chain.records.parseRange(store, network, bounds);
  return await parseHeightRange(bounds, cut.column, () => {
    throw badRange(`This table is ordered by ${cut.column}, not by day. Use numbers`);
  });
}

const inHeights = (column: string) =>
  `${ofNetwork} and ${quoteName(column)} between {first:UInt64} and {last:UInt64}`;

async function piecesOfHeights(
  store: Store,
  selection: Selection,
  source: Source,
  cut: { column: string; step: number; isUnit: boolean },
): Promise<Part[]> {
  const { from, to } = await requestedHeights(store, selection, cut);
  const where = inHeights(cut.column);
  const { network } = selection;
  const label = `leftPad(toString(intDiv(${quoteName(cut.column)}, ${cut.step}) * ${cut.step}), 9, '0')`;
  const counts = await counted(store, { source, label, where, params: { network, first: from, last: to } });
  return counts.map((piece) => {
    const first = Number(piece.label);
    const range: HeightRange = { from: Math.max(from, first), to: Math.min(to, first + cut.step - 1) };
    return { ...piece, params: { network, first: range.from, last: range.to } };
  });
}

async function wholePiece(store: Store, { network }: Selection, source: Source): Promise<Part[]> {
  return await counted(store, { source, label: "''", where: ofNetwork, params: { network } });
}

/** The pieces of one table: months, steps of heights, or all of it. @throws ConfigError `bad_range` */
export async function piecesOf(store: Store, selection: Selection, source: Source): Promise<Piece[]> {
  return (await partsOf(store, selection, source)).map(pieceOf);
}

async function partsOf(store: Store, selection: Selection, source: Source): Promise<Part[]> {
  const { cut } = source;
  if (cut.kind === "day") return await piecesOfDays(store, selection, source, { ...cut, isMonthly: true });
  if (cut.kind === "height") return await piecesOfHeights(store, selection, source, cut);
  if ((selection.from ?? selection.to) !== undefined)
    throw badRange(
      `${source.name} has rows of no day or height, so it is exported whole: leave --from and --to out`,
    );
  return await wholePiece(store, selection, source);
}

async function piecesOfUnitDays(
  store: Store,
  selection: Selection,
  source: Source,
  column: string,
  days: readonly string[],
) {
  const pieces: Part[] = [];
  for (const day of days) {
    let range: HeightRange;
    try {
      range = await selection.chain.records.parseRange(store, selection.network, { from: day, to: day });
    } catch (error) {
      if (!isErrorOfKind(error, "config")) throw error;
      // Nothing is known of that day.
      continue;
    }
    const params = { network: selection.network, first: range.from, last: range.to };
    const counts = await counted(store, { source, label: "''", where: inHeights(column), params });
    pieces.push(...counts.map((piece) => ({ ...piece, label: day })));
  }
  return pieces;
}

/** The days that the chain has records of, for dumps without a table of daily rows. */
async function daysOfChain(store: Store, { chain, network, from, to }: Selection): Promise<string[]> {
  checkDays({ from, to }, "a dump is");
  const range = { network, first: from ?? "1970-01-01", last: to ?? "2149-06-06" };
  const reads = dumpSources(chain).flatMap(({ table, cut }) =>
    cut.kind === "day"
      ? [
          `select distinct toString(${quoteName(cut.column)}) as day from ${table.table}
          where ${ofNetwork} and ${quoteName(cut.column)} between {first:Date} and {last:Date}`,
        ]
      : [],
  );
  const rows = await store.rows<{ day: string }>(reads.join(" union distinct "), range);
  return rows.map(({ day }) => day).sort();
}

/** The pieces of a dump: one per day where rows have days, one for the rest. */
export async function dailyPieces(
  store: Store,
  selection: Selection,
  sources: readonly Source[],
): Promise<Piece[]> {
  const pieces: Part[] = [];
  for (const source of sources) {
    const { cut } = source;
    if (cut.kind === "day")
      pieces.push(...(await piecesOfDays(store, selection, source, { ...cut, isMonthly: false })));
    else if (cut.kind === "whole") pieces.push(...(await wholePiece(store, selection, source)));
  }
  const hasDays = sources.some(({ cut }) => cut.kind === "day");
  const daysOfPieces = [...new Set(pieces.map(({ label }) => label).filter((label) => label !== ""))].sort();
  const isCutByHeights = sources.some(({ cut }) => cut.kind === "height");
  const days = hasDays || !isCutByHeights ? daysOfPieces : await daysOfChain(store, selection);
  for (const source of sources) {
    const { cut } = source;
    if (cut.kind === "height")
      pieces.push(...(await piecesOfUnitDays(store, selection, source, cut.column, days)));
  }
  return pieces.filter(({ rows }) => rows > 0).map(pieceOf);
}
