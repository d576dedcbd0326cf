/** Pages in the engine's format JSONEachRowWithProgress: a line for each row, and one with the rows before the limit. */
import { StoreError } from "../errors.ts";
import type { Page } from "./store.ts";

export const pageFormat = "JSONEachRowWithProgress";

const rowStart = '{"row":';
const totalPattern = /^\{"rows_before_limit_at_least":(\d+)\}$/;

/** @throws StoreError `no_limit` when the engine counted nothing: there is no limit, or the answer is cut off */
export function parsePage(text: string): Page {
  const rows: string[] = [];
  let total: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith(rowStart)) rows.push(line.slice(rowStart.length, -1));
    else total ??= totalPattern.exec(line)?.[1];
  }
  if (total === undefined) throw new StoreError("A page needs a limit", { code: "no_limit" });
  return { rows, total: Number(total) };
}

/** Settings of a statement apply to all of it, so its wrapper has to repeat them. */
export function settingsOf(sql: string): string {
  return /\bsettings\s+(?:[a-z_]+\s*=\s*[\w.']+\s*,?\s*)+$/i.exec(sql)?.[0] ?? "";
}
