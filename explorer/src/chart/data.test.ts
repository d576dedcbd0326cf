import { describe, expect, it } from "vitest";
import { amount, date, id, percent } from "../format/units.ts";
import type { Section } from "../networks/describe.ts";
import { chartData } from "./data.ts";

const section: Section = {
  id: "rewards",
  title: "Rewards",
  path: "/v1/networks",
  paging: "whole",
  day: "day",
  columns: [
    { field: "day", label: "Day", unit: date },
    { field: "validator", label: "Validator", unit: id },
    { field: "reward", label: "Reward", unit: amount("X") },
    { field: "rate", label: "Rate", unit: percent },
  ],
  charts: [],
};
const chart = (field: string) =>
  ({ id: field, title: field, shape: "line", series: [field] }) as Section["charts"][number];

const split: Section = { ...section, splitBy: "validator" };
const rows = Array.from({ length: 10 }, (_, validator) => [
  { day: "2026-01-01", validator: String(validator), reward: "1", rate: 3 },
  { day: "2026-01-02", validator: String(validator), reward: `${validator}.5`, rate: validator },
]).flat();

describe("a chart of several groups", () => {
  it("draws the largest ones, and adds up the others with all their digits", () => {
    const { lines } = chartData(rows, split, chart("reward"));
    expect(lines.map(({ label }) => label)).toEqual([
      ...[9, 8, 7, 6, 5, 4, 3].map((validator) => `Validator ${validator}`),
      "3 others",
    ]);
    expect(lines.at(-1)?.exact).toEqual(["3", "4.5"]);
    expect(lines.at(-1)?.values).toEqual([3, 4.5]);
  });

  it("does not know the sum of others while it does not know one of them", () => {
    const unknown = rows.map((row) => (row.validator === "1" ? { ...row, reward: null } : row));
    expect(chartData(unknown, split, chart("reward")).lines.at(-1)?.values).toEqual([null, null]);
  });

  it("adds up no rates", () => {
    const { lines } = chartData(rows, split, chart("rate"));
    expect(lines.map(({ label }) => label)).not.toContain("3 others");
    expect(lines).toHaveLength(8);
  });

  it("draws as many as there are, where they are few", () => {
    expect(chartData(rows.slice(0, 4), split, chart("reward")).lines).toHaveLength(2);
  });
});

describe("days without a record", () => {
  const of = (...days: string[]) =>
    chartData(
      days.map((day) => ({ day, reward: "1" })),
      section,
      chart("reward"),
    );

  it("break a line", () => {
    const { days, lines } = of("2026-01-01", "2026-01-02", "2026-01-20", "2026-01-21");
    expect(days).toEqual(["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-20", "2026-01-21"]);
    expect(lines[0]?.values).toEqual([1, 1, null, 1, 1]);
  });

  it("are none between months, of which the shortest has 28 days", () => {
    expect(of("2026-01-01", "2026-02-01", "2026-03-01", "2026-04-01").days).toHaveLength(4);
  });

  it("are not added to a single day", () => {
    expect(of("2026-01-01").days).toEqual(["2026-01-01"]);
    expect(of().days).toEqual([]);
  });
});
