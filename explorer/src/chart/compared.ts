/** Comparison of several subjects: one number over time per chart, with a line for each subject. */
import type { Row } from "../api/pages.ts";
import { sumOfDecimals } from "../format/decimal.ts";
import { chartNumber } from "../format/units.ts";
import type { Chart, Column, Section } from "../networks/describe.ts";
import { type ChartData, columnOf, dayOf, fieldOf, groupName, splitMost } from "./data.ts";

export type Compared = {
  id: string;
  title: string;
  column: Column;
  top: number | undefined;
  data: ChartData;
};

/** Of a subject: its records. */
type Lists = readonly (readonly Row[])[];

/** Which of a day's records count. */
type Records = "first" | "sum";

function countedOf(rows: readonly Row[], field: string, counts: Records): unknown {
  const values = rows.map((row) => fieldOf(row, field));
  return (counts === "sum" && values.length > 1 ? sumOfDecimals(values) : values[0]) ?? null;
}

/** A field of several lists by day, a line of each list. */
function linesOf(
  lists: Lists,
  names: readonly string[],
  section: Section,
  column: Column,
  counts: Records = "first",
): ChartData {
  const ownDay = (row: Row) => dayOf(section, row);
  const days = [...new Set(lists.flatMap((rows) => rows.map(ownDay)))].sort();
  const lines = lists.map((rows, index) => {
    const byDay = new Map<string, Row[]>();
    for (const row of rows) byDay.set(ownDay(row), [...(byDay.get(ownDay(row)) ?? []), row]);
    const exact = days.map((day) => countedOf(byDay.get(day) ?? [], column.field, counts));
    return {
      label: names[index] ?? "",
      exact,
      values: exact.map((value) => chartNumber(value, column.unit)),
    };
  });
  return { days, lines };
}

function titleOf(chart: Chart, column: Column): string {
  const isOneOfSeveral = chart.series.length > 1 && column.label !== chart.title;
  return isOneOfSeveral ? `${chart.title}: ${column.label}` : chart.title;
}

/** Identifiers differ at their ends, so both are kept. */
export const shortId = (id: string) => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-6)}` : id);

type Comparison = { section: Section; lists: Lists; names: readonly string[] };

/** Of a split chart, parts of a sum are added up; other groups, such as tokens, are compared one by one. */
function splitOf(
  { section, lists, names }: Comparison,
  chart: Chart,
  column: Column,
  splitBy: string,
): Compared[] {
  const id = `${section.id}.${column.field}`;
  const { top } = chart;
  if (chart.shape === "stack")
    return [{ id, title: column.label, column, top, data: linesOf(lists, names, section, column, "sum") }];
  const groups = [...new Set(lists.flatMap((rows) => rows.map((row) => String(fieldOf(row, splitBy)))))];
  return groups.slice(0, splitMost).map((group) => {
    const own = lists.map((rows) => rows.filter((row) => String(fieldOf(row, splitBy)) === group));
    return {
      id: `${id}.${group}`,
      title: `${titleOf(chart, column)}: ${shortId(groupName(group, section))}`,
      column,
      top,
      data: linesOf(own, names, section, column),
    };
  });
}

/** @param comparison names of the subjects are in the order of their lists */
export function comparedOf(comparison: Comparison): Compared[] {
  const { section, lists, names } = comparison;
  const seen = new Set<string>();
  return section.charts.flatMap((chart) =>
    chart.series.flatMap((field) => {
      if (seen.has(field)) return [];
      seen.add(field);
      const column = columnOf(section, field);
      if (section.splitBy !== undefined) return splitOf(comparison, chart, column, section.splitBy);
      const data = linesOf(lists, names, section, column);
      return [{ id: `${section.id}.${field}`, title: titleOf(chart, column), column, top: chart.top, data }];
    }),
  );
}
