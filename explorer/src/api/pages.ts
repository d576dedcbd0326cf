/** Reads paginated lists of the API. */
import type { Call } from "./call.ts";

export type Row = Readonly<Record<string, unknown>>;

export type Rows = {
  rows: Row[];
  isCut: boolean;
  /** The calls that returned them, one per page. */
  calls: Call[];
};
const rowsMost = 1_000;

type Paged = { results?: Row[]; data?: Row[]; next?: string | null; pages?: number; total?: number };

/** The records of an answer, regardless of its envelope. */
export function rowsOf(body: unknown): Row[] {
  if (Array.isArray(body)) return body as Row[];
  const { results, data } = body as Paged;
  return results ?? data ?? [body as Row];
}

const isSince = ({ since }: Call, row: Row) => since === undefined || String(row[since.field]) >= since.day;

/** The first records of a list, across its pages. @param fetchPage calls the API */
export async function readPages(call: Call, fetchPage: (call: Call) => Promise<unknown>): Promise<Rows> {
  const rows: Row[] = [];
  const calls: Call[] = [];
  for (let pageCall = call; ; ) {
    const body = await fetchPage(pageCall);
    const page = rowsOf(body);
    rows.push(...page.filter((row) => isSince(call, row)));
    calls.push(pageCall);
    const last = page.at(-1);
    const isOver = last !== undefined && !isSince(call, last);
    const next = isOver ? null : ((body as Paged).next ?? null);
    if (next === null || rows.length >= rowsMost) return { rows, isCut: next !== null, calls };
    // Only the link's query is used, because the link may have no host.
    const { searchParams } = new URL(next, "http://api");
    pageCall = { ...call, query: Object.fromEntries(searchParams) };
  }
}
