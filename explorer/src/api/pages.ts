/** Lists of the API, page by page. */
import type { Call } from "./call.ts";

export type Row = Readonly<Record<string, unknown>>;

export type Rows = {
  rows: Row[];
  isCut: boolean;
  /** What was called for them: a call for each page. */
  calls: Call[];
};
const rowsMost = 1_000;

type Paged = { results?: Row[]; data?: Row[]; next?: string | null; pages?: number; total?: number };

/** The records of an answer in any of the API's envelopes. */
export function rowsOf(body: unknown): Row[] {
  if (Array.isArray(body)) return body as Row[];
  const { results, data } = body as Paged;
  return results ?? data ?? [body as Row];
}

const isSince = ({ since }: Call, row: Row) => since === undefined || String(row[since.field]) >= since.day;

/** Records of all pages, the first ones of them. @param ask the API */
export async function readPages(call: Call, ask: (call: Call) => Promise<unknown>): Promise<Rows> {
  const rows: Row[] = [];
  const calls: Call[] = [];
  for (let asked = call; ; ) {
    const body = await ask(asked);
    const page = rowsOf(body);
    rows.push(...page.filter((row) => isSince(call, row)));
    calls.push(asked);
    const last = page.at(-1);
    const isOver = last !== undefined && !isSince(call, last);
    const next = isOver ? null : ((body as Paged).next ?? null);
    if (next === null || rows.length >= rowsMost) return { rows, isCut: next !== null, calls };
    // Only what it asks for is taken from the link, which may have no host.
    const { searchParams } = new URL(next, "http://api");
    asked = { ...call, query: Object.fromEntries(searchParams) };
  }
}
