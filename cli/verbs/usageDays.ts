/** `usage --by day` and `--by operation`: usage of keys, for as long as days are kept. */
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { textTable } from "../process/tableLines.ts";

export type DaysBy = "day" | "operation";
export type DaysRow = Record<
  "period" | "operation" | "requests" | "clientErrors" | "serverErrors" | "refused" | "computeUnits",
  string
>;
export type DaysArgs = { by: DaysBy; month?: string | undefined; organization?: string | undefined };

/** Newest first. */
export function runDays({ by, month, organization }: DaysArgs, store: Store): Promise<DaysRow[]> {
  return store.rows<DaysRow>(loadSql("queries/app/usage_by_day.sql").text, {
    by,
    month: month === undefined ? null : `${month}-01`,
    organizationId: organization ?? null,
  });
}

export function daysTable(rows: readonly DaysRow[], by: DaysBy): string {
  const isByDay = by === "day";
  return textTable([
    [
      ...(isByDay ? ["DAY"] : ["MONTH", "OPERATION"]),
      "REQUESTS",
      "CLIENT ERRORS",
      "SERVER ERRORS",
      "REFUSED",
      "UNITS",
    ],
    ...rows.map((row) => [
      row.period,
      ...(isByDay ? [] : [row.operation]),
      row.requests,
      row.clientErrors,
      row.serverErrors,
      row.refused,
      row.computeUnits,
    ]),
  ]);
}
