/** Records become columns for a chart. */
import type { Row } from "../api/pages.ts";
import { addDays, dayMs, dayTime } from "../format/days.ts";
import { sumOfDecimals } from "../format/decimal.ts";
import { chartNumber } from "../format/units.ts";
import type { Chart, Column, Section } from "../networks/describe.ts";

export type Line = {
  label: string;
  values: (number | null)[];
  /** The exact values, as the API returns them. */
  exact: unknown[];
};

export type ChartData = {
  /** Days, oldest first. */
  days: string[];
  lines: Line[];
};

/** A field of a record, or of an object in it. */
export function fieldOf(row: Row, field: string): unknown {
  let value: unknown = row;
  for (const name of field.split("."))
    value = typeof value === "object" && value !== null ? (value as Row)[name] : undefined;
  return value;
}

export const columnOf = ({ columns }: Pick<Section, "columns">, field: string): Column =>
  columns.find((column) => column.field === field) ?? { field, label: field, unit: { kind: "text" } };

/** The day of a record, or that of the beginning of its period. */
export const dayOf = ({ day }: Pick<Section, "day">, row: Row) => String(fieldOf(row, day)).slice(0, 10);

/** A number alone would look like part of the value that follows it. */
export const groupName = (group: string, section: Section) =>
  /^\d+$/.test(group) ? `${columnOf(section, section.splitBy ?? "").label} ${group}` : group;

/** Lines in one chart; more can't be distinguished. */
export const splitMost = 8;

/** Days with a record, in order, and one day without a record in each gap, at which lines break. */
function withGaps(days: readonly string[]): string[] {
  const steps = days.slice(1).map((day, index) => dayTime(day) - dayTime(days[index] ?? day));
  const step = Math.min(...steps);
  return days.flatMap((day, index) => {
    const isGap = (steps[index] ?? 0) > 1.5 * step;
    return isGap ? [day, addDays(day, step / dayMs)] : [day];
  });
}

type Group = { name: string; rows: Row[] };

/**
 * The groups that get a line of their own, those with the largest newest value first, and the others added up as one
 * group by day. Values that can't be added up, such as rates, have no line for others.
 */
function largestGroups(groups: readonly Group[], section: Section, series: readonly string[]): Group[] {
  if (groups.length <= splitMost) return [...groups];
  const [first = ""] = series;
  const { unit } = columnOf(section, first);
  const sizeOf = ({ rows }: Group) => {
    const measured = rows.filter((row) => chartNumber(fieldOf(row, first), unit) !== null);
    const newest = measured.toSorted((one, other) =>
      dayOf(section, one) < dayOf(section, other) ? 1 : -1,
    )[0];
    return newest === undefined ? -1 : Math.abs(chartNumber(fieldOf(newest, first), unit) ?? 0);
  };
  const sizes = new Map(groups.map((group) => [group, sizeOf(group)]));
  const sorted = groups.toSorted((one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0));
  if (!series.every((field) => ["amount", "count"].includes(columnOf(section, field).unit.kind)))
    return sorted.slice(0, splitMost);
  const others = sorted.slice(splitMost - 1).flatMap(({ rows }) => rows);
  const days = [...new Set(others.map((row) => dayOf(section, row)))];
  const summed = days.map((day) => {
    const own = others.filter((row) => dayOf(section, row) === day);
    const sums = series.map(
      (field) => [field, sumOfDecimals(own.map((row) => fieldOf(row, field)))] as const,
    );
    return { [section.day]: day, ...Object.fromEntries(sums.map(([field, sum]) => [field, sum ?? null])) };
  });
  const count = groups.length - splitMost + 1;
  return [...sorted.slice(0, splitMost - 1), { name: `${count} others`, rows: summed }];
}

/** Records by day and group; the day of a record is the beginning of its period. */
export function chartData(rows: readonly Row[], section: Section, chart: Chart): ChartData {
  const { splitBy } = section;
  const days = withGaps([...new Set(rows.map((row) => dayOf(section, row)))].sort());
  const place = new Map(days.map((day, index) => [day, index]));
  const named = new Map<string, Row[]>();
  for (const row of rows) {
    const name = splitBy === undefined ? "" : String(fieldOf(row, splitBy));
    named.set(name, [...(named.get(name) ?? []), row]);
  }
  const groups = [...named].map(([name, own]) => ({ name, rows: own }));
  const lines = largestGroups(groups, section, chart.series).flatMap(({ name: group, rows: own }) =>
    chart.series.map((field) => {
      const { label, unit } = columnOf(section, field);
      const sign = chart.below?.includes(field) === true ? -1 : 1;
      const values: (number | null)[] = days.map(() => null);
      const exact: unknown[] = days.map(() => null);
      for (const row of own) {
        const at = place.get(dayOf(section, row)) ?? 0;
        const value = fieldOf(row, field);
        const number = chartNumber(value, unit);
        values[at] = number === null ? null : number * sign;
        exact[at] = value;
      }
      return { label: group === "" ? label : groupName(group, section), values, exact };
    }),
  );
  return { days, lines };
}

/** A line that adds up records of a day. */
export type Sum = { label: string; of(row: Row): unknown };

/** Records added up by day, a line for each sum, with all digits. */
export function summedData(rows: readonly Row[], day: string, sums: readonly Sum[]): ChartData {
  const days = [...new Set(rows.map((row) => String(fieldOf(row, day))))].sort();
  const place = new Map(days.map((name, index) => [name, index]));
  const lines = sums.map(({ label, of }) => {
    const totals = days.map(() => 0n);
    for (const row of rows) {
      const at = place.get(String(fieldOf(row, day))) ?? 0;
      totals[at] = (totals[at] ?? 0n) + BigInt(String(of(row) ?? 0));
    }
    return { label, values: totals.map(Number), exact: totals.map(String) };
  });
  return { days, lines };
}

export const timesOf = (days: readonly string[]) => days.map((day) => dayTime(day) / 1_000);

/**
 * Values on top of one another, those below zero downwards, each line as far as its own part reaches.
 * @returns lines in the order they are drawn in: the outermost first, so that the next ones cover its inner part
 */
export function stacked(lines: readonly Line[]): { line: number; values: (number | null)[] }[] {
  const length = lines[0]?.values.length ?? 0;
  const up = new Array<number>(length).fill(0);
  const down = new Array<number>(length).fill(0);
  const reached = lines.map(({ values }, line) => ({
    line,
    values: values.map((value, at) => {
      if (value === null) return null;
      const side = value < 0 ? down : up;
      side[at] = (side[at] ?? 0) + value;
      return side[at] ?? null;
    }),
  }));
  return reached.reverse();
}
