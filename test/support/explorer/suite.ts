/** The explorer in a real browser, with the demo's data. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind, Network, Section } from "../../../explorer/src/networks/describe.ts";
import { networks } from "../../../explorer/src/networks/index.ts";
import { listedColumns } from "../../../explorer/src/networks/listed.ts";
import { thinned } from "../nightCases.ts";
import { browserMissing, openBrowser, type Visitor } from "./browser.ts";
import { checkExplained } from "./explained.ts";
import { journeys } from "./journeys.ts";
import { accountPage, dictionaryPages } from "./sitePages.ts";
import { expectedCell, expectedShort, type Record_, readTable, recordsOf } from "./tables.ts";
import { createVisits, type Served } from "./visits.ts";

/** Pages of a kind differ in their data only: how they look is looked at in this network's, whose pages have most on them. */
const lookedAt = "eth";

/**
 * @param served the API, and a key of it
 * @param isWhole a subject of every kind, and every page at both widths, in both themes, by axe
 */
export function explorerSuite(served: () => Served, { isWhole = false } = {}): void {
  describe.skipIf(browserMissing() !== undefined)("the explorer", () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await openBrowser(served().url);
    });
    afterAll(() => visitor.close());

    const visits = createVisits(() => visitor, served);
    const { fetchJson, visit, receivedRecords, glance, inspect, sourceCall } = visits;
    const look = (path: string, network: Network) =>
      isWhole || network.id === lookedAt ? inspect(path) : glance(path);

    /** A subject of a kind that has records: one that the demo names, or the first of the list. */
    const idOf = async (network: Network, kind: Kind): Promise<string | undefined> => {
      for (const { path } of kind.sections) {
        const pattern = path.replace(/\{\w+\}.*/, "([^/?]+)/");
        const named = served().requests.flatMap((request) => new RegExp(pattern).exec(request)?.[1] ?? []);
        if (named[0] !== undefined) return decodeURIComponent(named[0]);
      }
      const [first] = recordsOf(
        await fetchJson(`/v1/${network.id}/subjects?kind=${kind.id}&limit=1&window=all`),
      );
      return first === undefined ? undefined : String(first.id);
    };

    /** Every cell of a table is what the API returned to this page. @returns the number of records */
    async function comparePlace(place: string, table: string, lineOf: (record: Record_) => string) {
      const { url } = await sourceCall(place);
      const records = await receivedRecords(url);
      const shown = (await readTable(visitor.page, table)).map((cells) => cells.join(" | "));
      expect(shown, url).toEqual(records.map(lineOf));
      return records.length;
    }

    const compareTable = ({ id, columns }: Section) =>
      comparePlace(`[data-table="${id}.all"] .card`, `[data-table="${id}.all"]`, (record) =>
        columns.map((column) => expectedCell(record, column)).join(" | "),
      );

    const tablesOf = (sections: readonly Section[]) => sections.map(({ id }) => `${id}.all`).join(",");

    async function checkSections(path: string, sections: readonly Section[]): Promise<void> {
      await visit(`${path}?tables=${tablesOf(sections)}`);
      const { page } = visitor;
      let compared = 0;
      for (const section of sections) {
        if ((await page.locator(`[data-table="${section.id}.all"]`).count()) === 0) continue;
        compared += await compareTable(section);
        await checkEffectiveness(`[data-table="${section.id}.all"]`);
        for (const { id } of section.charts) {
          const card = page.locator(`[data-chart="${section.id}.${id}"]`);
          expect((await card.locator("canvas").count()) + (await card.locator(".state").count())).toBe(1);
        }
      }
      if (sections.length > 0) expect(compared, path).toBeGreaterThan(0);
    }

    /** Some records give it from 0 to 1, others to 100: the page shows a percentage everywhere. */
    async function checkEffectiveness(place: string): Promise<void> {
      const table = visitor.page.locator(`${place} table`).first();
      const heads = await table.locator("thead th").allTextContents();
      const at = heads.findIndex((head) => head.trim() === "Effectiveness %");
      const values = (await readTable(visitor.page, place)).map((cells) => Number(cells[at]));
      const best = Math.max(...values.filter((value) => !Number.isNaN(value)));
      if (at < 0 || !Number.isFinite(best)) return;
      expect(best, place).toBeGreaterThan(1);
      expect(best, place).toBeLessThanOrEqual(100);
    }

    it("shows all networks, with how fresh they are", async () => {
      await visit("/");
      const { results } = (await fetchJson("/v1/networks")) as { results: Record_[] };
      const cards = visitor.page.locator(".network-card");
      expect(await cards.count()).toBe(results.length);
      // A network shows the day up to which it is complete once every kind of its records is.
      const complete = results.filter(({ records }) =>
        (records as Record_[]).every(({ unit, completeUntil }) => unit !== "day" || completeUntil !== null),
      );
      expect(complete.length).toBeGreaterThan(results.length / 2);
      expect(await cards.locator("time").count()).toBe(complete.length);
      await inspect("/");
    });

    it.each(
      thinned(
        networks.map((network) => [network.id, network] as const),
        2,
      ),
    )("%s: the network over time", async (id, network) => {
      await checkSections(`/${id}`, network.sections);
      await look(`/${id}`, network);
    });

    const pages = networks.flatMap((network) =>
      (network.pages ?? []).map((page) => [`${network.id}/${page.path}`, network, page] as const),
    );
    it.each(thinned(pages))("%s", async (path, network, page) => {
      const { sections = [] } = page;
      await visit(`/${path}?window=all&tables=${tablesOf(sections)}`);
      for (const section of sections) {
        const compared = await compareTable(section);
        expect(compared, section.id).toBeGreaterThan(0);
        const charts = visitor.page.locator(`[data-chart^="${section.id}."] canvas`);
        expect(await charts.count(), section.id).toBe(section.charts.length);
      }
      for (const { id, columns } of page.tables) {
        const table = `[data-table="${id}"]`;
        const count = await comparePlace(table, table, (record) =>
          columns.map((column) => expectedCell(record, column)).join(" | "),
        );
        expect(await visitor.page.locator(`${table} .state`).count(), id).toBe(count === 0 ? 1 : 0);
      }
      await look(`/${path}`, network);
    });

    const kinds = networks.flatMap((network) =>
      network.kinds
        .filter(({ list }) => list === undefined)
        .map((kind) => [`${network.id}/${kind.path}`, network, kind] as const),
    );
    it.each(thinned(kinds))("%s: the list", async (path, network, kind) => {
      await visit(`/${path}`);
      const columns = kind.listed.map((field) => {
        const { label, unit } = listedColumns[field];
        return { field, label, unit: unit(network.symbol) };
      });
      const place = "main section.card";
      await comparePlace(place, place, (record) => {
        const id = String(record.id);
        const name = record.name === id ? id : `${record.name ?? ""}${id}`;
        return ["", name, ...columns.map((column) => expectedShort(record, column))].join(" | ");
      });
      await checkEffectiveness(place);
      // Lists of a network differ in their contents.
      if (kind === network.kinds[0]) await look(`/${path}`, network);
      else await glance(`/${path}`);
    });

    /** Types of entities have the same pages; the first type that has an entity is enough. */
    const seen = new Set<string>();
    const subjects = kinds.filter(([, network, kind]) => isWhole || kind === network.kinds[0]);
    it.each(thinned(subjects, 2))("%s: one subject", async (path, network, kind) => {
      const id = await idOf(network, kind);
      const pages = kind.sections.map((section) => section.path).join(" ");
      if (id === undefined || seen.has(pages)) return;
      seen.add(pages);
      await checkSections(`/${path}/${encodeURIComponent(id)}`, kind.sections);
      await look(`/${path}/${id}`, network);
      if (kind.explain === undefined) return;
      await checkExplained(visitor, kind, visits);
      await look(`/${path}/${id}?explain=`, network);
    });

    journeys(() => visitor, served, visits);
    accountPage(() => visitor, served, visits);
    dictionaryPages(() => visitor, served, visits);
  });
}
