/** Checks of descriptions that the compiler can't make. */
import { describe, expect, it } from "vitest";
import { isNumeric } from "../format/units.ts";
import { networks } from "./index.ts";

const sections = networks.flatMap((network) =>
  [
    ...network.sections,
    ...network.kinds.flatMap(({ sections }) => sections),
    ...(network.pages ?? []).flatMap(({ sections = [] }) => sections),
  ].map((section) => ({ name: `${network.id} ${section.path}`, section })),
);

describe("descriptions", () => {
  it.each(sections)(
    "$name: every field of a chart is a column, in the unit of the first one",
    ({ section }) => {
      const columns = new Map(section.columns.map((column) => [column.field, column]));
      expect(columns.size).toBe(section.columns.length);
      expect(columns.get(section.day)?.unit.kind).toBe("date");
      if (section.splitBy !== undefined) expect(columns.has(section.splitBy)).toBe(true);
      expect(new Set(section.charts.map(({ id }) => id)).size).toBe(section.charts.length);
      for (const { id, series } of section.charts) {
        const units = series.map((field) => columns.get(field)?.unit);
        expect(
          units.every((unit) => unit !== undefined && isNumeric(unit)),
          id,
        ).toBe(true);
        const symbols = units.map((unit) =>
          unit?.kind === "share" ? "percent" : JSON.stringify({ ...unit, shift: 0 }),
        );
        expect(new Set(symbols).size, id).toBe(1);
        expect(series.length, id).toBeLessThanOrEqual(8);
      }
    },
  );

  it("have kinds and sections with addresses of their own", () => {
    expect(new Set(networks.map(({ id }) => id)).size).toBe(networks.length);
    for (const { id, kinds, pages = [] } of networks) {
      const paths = [...kinds, ...pages].map(({ path }) => path);
      expect(new Set(paths).size, id).toBe(paths.length);
      for (const { tables } of pages)
        for (const { links = {}, columns } of tables) {
          expect(
            columns.map(({ field }) => field),
            `${id}: columns of a page, which hold the fields that have links`,
          ).toEqual(expect.arrayContaining(Object.keys(links)));
          expect(
            kinds.map(({ path }) => path),
            `${id}: kinds, which the links of a page lead to`,
          ).toEqual(expect.arrayContaining(Object.values(links)));
        }
      for (const { sections: own } of kinds)
        expect(new Set(own.map((section) => section.id)).size, id).toBe(own.length);
      expect(paths, `${id}: paths of kinds and pages`).not.toContain("compare");
    }
  });
});
