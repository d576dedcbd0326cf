/** `usage`: usage of keys by month; usageDays.ts: by day and operation. */
import { z } from "zod";
import { loadSql } from "../../lib/sql/file.ts";
import type { Store } from "../../lib/store/store.ts";
import { isTierName, tiers } from "../../serve/access/tiers.ts";
import type { Context } from "../process/context.ts";
import { forwardOrRun } from "../process/forward.ts";
import { openStore } from "../process/pipeline.ts";
import { textTable } from "../process/tableLines.ts";
import { type DaysBy, type DaysRow, daysTable, runDays } from "./usageDays.ts";

export const usageArgs = z.object({
  month: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/)
    .optional(),
  organization: z.string().optional(),
  by: z.enum(["key", "organization", "tier", "day", "operation"]),
});
export type UsageArgs = z.infer<typeof usageArgs>;
type MonthsBy = Exclude<UsageArgs["by"], DaysBy>;

export type UsageRow = Record<
  "month" | "organizationId" | "keyId" | "tier" | "requests" | "computeUnits",
  string
>;

/** Rows of keys, newest month first. */
export function runMonths(
  { month, organization }: Pick<UsageArgs, "month" | "organization">,
  store: Store,
): Promise<UsageRow[]> {
  return store.rows<UsageRow>(loadSql("queries/app/usage_by_month.sql").text, {
    month: month === undefined ? null : `${month}-01`,
    organizationId: organization ?? null,
  });
}

/** The rows of the verb's table. */
export function runUsage(args: UsageArgs, store: Store): Promise<UsageRow[] | DaysRow[]> {
  const { by } = args;
  return by === "day" || by === "operation" ? runDays({ ...args, by }, store) : runMonths(args, store);
}

const namesBy: Readonly<Record<MonthsBy, readonly (keyof UsageRow)[]>> = {
  key: ["month", "organizationId", "keyId", "tier"],
  organization: ["month", "organizationId", "tier"],
  tier: ["month", "tier"],
};
const titles: Readonly<Partial<Record<keyof UsageRow, string>>> = {
  month: "MONTH",
  organizationId: "ORGANIZATION",
  keyId: "KEY",
  tier: "TIER",
};

/** Units that a month of the tier includes, or nothing. */
const includedIn = (tier: string) =>
  isTierName(tier) ? (tiers[tier].monthlyComputeUnits?.toString() ?? "") : "";

/** @returns the sums, in the order of the rows */
export function usageTable(rows: readonly UsageRow[], by: MonthsBy): string {
  const names = namesBy[by];
  const sums = new Map<string, { cells: string[]; tier: string; requests: bigint; units: bigint }>();
  for (const row of rows) {
    const cells = names.map((name) => (name === "month" ? row.month.slice(0, 7) : row[name]));
    const name = JSON.stringify(cells);
    const sum = sums.get(name) ?? { cells, tier: row.tier, requests: 0n, units: 0n };
    sum.requests += BigInt(row.requests);
    sum.units += BigInt(row.computeUnits);
    sums.set(name, sum);
  }
  return textTable([
    [
      ...names.map((name) => titles[name] ?? name),
      "REQUESTS",
      "UNITS",
      ...(by === "tier" ? [] : ["INCLUDED"]),
    ],
    ...[...sums.values()].map(({ cells, tier, requests, units }) => [
      ...cells,
      String(requests),
      String(units),
      ...(by === "tier" ? [] : [includedIn(tier)]),
    ]),
  ]);
}

export async function usage(context: Context, args: UsageArgs): Promise<string> {
  const rows = await forwardOrRun(context, "usage", args, {
    run: async () => runUsage(args, await openStore(context)),
  });
  const { by } = args;
  return by === "day" || by === "operation"
    ? daysTable(rows as DaysRow[], by)
    : usageTable(rows as UsageRow[], by);
}
