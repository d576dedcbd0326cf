/** Records become columns for a chart. */
import type { Row } from "../api/answers.ts";
import { dayTime } from "../format/days.ts";
import { chartNumber } from "../format/units.ts";
import type { Chart, Column, Section } from "../networks/describe.ts";

export type Line = {
  label: string;
  values: (number | null)[];
  /** What each value is, as the API has it. */
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

/** A number alone would be read as a part of the value behind it. */
export const groupName = (group: string, section: Section) =>
  /^\d+$/.test(group) ? `${columnOf(section, section.splitBy ?? "").label} ${group}` : group;

/** Lines of different things in one chart; more would be told apart by nobody. */
export const splitMost = 8;

/** Records by their day, and by what they belong to; the day of a record is the beginning of its period. */
export function chartData(rows: readonly Row[], section: Section, chart: Chart): ChartData {
  const { splitBy } = section;
  const days = [...new Set(rows.map((row) => dayOf(section, row)))].sort();
  const place = new Map(days.map((day, index) => [day, index]));
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const name = splitBy === undefined ? "" : String(fieldOf(row, splitBy));
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const lines = [...groups].slice(0, splitMost).flatMap(([group, own]) =>
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
