import { describe, expect, it } from "vitest";
import { amount, date, id } from "../format/units.ts";
import type { Chart, Section } from "../networks/describe.ts";
import { comparedOf } from "./compared.ts";

const columns = [
  { field: "day", label: "Day", unit: date },
  { field: "with", label: "With", unit: id },
  { field: "own", label: "Own", unit: amount("X") },
  { field: "all", label: "All", unit: amount("X") },
];

const sectionOf = (charts: readonly Chart[], splitBy?: string): Section => ({
  id: "state",
  title: "State",
  path: "/v1/networks",
  paging: "whole",
  day: "day",
  columns,
  charts,
  ...(splitBy !== undefined && { splitBy }),
});

const names = ["one", "other"];
const one = [
  { day: "2026-01-02", with: "7", own: "0.1", all: 3 },
  { day: "2026-01-01", with: "7", own: "0.1", all: 3 },
  { day: "2026-01-02", with: "an address that is long", own: "12345678901234567890.2", all: 4 },
];
const other = [{ day: "2026-01-02", with: "7", own: "1", all: null }];
const lists = [one, other];

const shownOf = (section: Section) =>
  comparedOf({ section, lists, names }).map(({ id: name, title, data }) => ({
    name,
    title,
    days: data.days,
    exact: data.lines.map(({ exact }) => exact),
  }));

describe("what is compared", () => {
  it("is each number by itself, named by its chart where that has several; the first of a day counts", () => {
    const charts: Chart[] = [
      { id: "stake", title: "Stake", shape: "line", series: ["own", "all"] },
      { id: "again", title: "Again", shape: "bars", series: ["all"] },
    ];
    const days = ["2026-01-01", "2026-01-02"];
    expect(shownOf(sectionOf(charts))).toEqual([
      {
        name: "state.own",
        title: "Stake: Own",
        days,
        exact: [
          ["0.1", "0.1"],
          [null, "1"],
        ],
      },
      {
        name: "state.all",
        title: "Stake: All",
        days,
        exact: [
          [3, 3],
          [null, null],
        ],
      },
    ]);
  });

  it("adds up what are parts of a sum, with all digits", () => {
    const [shown] = shownOf(
      sectionOf([{ id: "own", title: "Own by whom", shape: "stack", series: ["own"] }], "with"),
    );
    expect(shown).toMatchObject({
      name: "state.own",
      title: "Own",
      exact: [
        ["0.1", "12345678901234567890.3"],
        [null, "1"],
      ],
    });
  });

  it("keeps apart what isn't of one kind", () => {
    const shown = shownOf(
      sectionOf([{ id: "own", title: "Own by whom", shape: "line", series: ["own"] }], "with"),
    );
    expect(shown).toEqual([
      {
        name: "state.own.7",
        title: "Own by whom: With 7",
        days: ["2026-01-01", "2026-01-02"],
        exact: [
          ["0.1", "0.1"],
          [null, "1"],
        ],
      },
      {
        name: "state.own.an address that is long",
        title: "Own by whom: an addre…s long",
        days: ["2026-01-02"],
        exact: [["12345678901234567890.2"], [null]],
      },
    ]);
  });
});
