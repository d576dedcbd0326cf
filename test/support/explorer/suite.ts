/** The explorer in a real browser, on what the demo generates: every kind of page of every network, at two widths, in both themes. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind, Network, Section } from "../../../explorer/src/networks/describe.ts";
import { networks } from "../../../explorer/src/networks/index.ts";
import { browserMissing, openBrowser, type Visitor } from "./browser.ts";
import { expectedCell, parseAsText, type Record_, readTable } from "./tables.ts";

export type Served = { url: string; key: string /** That the demo prints. */; requests: string[] };

const wide = { width: 1280, height: 900 };
const narrow = { width: 390, height: 844 };

const recordsOf = (body: unknown): Record_[] => {
  if (Array.isArray(body)) return body as Record_[];
  const { results, data } = body as { results?: Record_[]; data?: Record_[] };
  return results ?? data ?? [];
};

/** @param served the API, and a key of it */
export function explorerSuite(served: () => Served): void {
  describe.skipIf(browserMissing() !== undefined)("the explorer", () => {
    let visitor: Visitor;
    /** Whether the API has lists of subjects. */
    let hasLists = false;
    beforeAll(async () => {
      const { paths } = (await (await fetch(`${served().url}/openapi.json`)).json()) as { paths: object };
      hasLists = "/v1/celestia/subjects" in paths;
      visitor = await openBrowser(served().url);
    });
    afterAll(() => visitor.close());

    const ask = async (path: string) => {
      const { url, key } = served();
      const response = await fetch(path.startsWith("http") ? path : `${url}${path}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      expect(response.status, path).toBe(200);
      return parseAsText(await response.text());
    };

    /** Somebody of a kind, who has records: one that the demo names, or the first of the list. */
    const idOf = async (network: Network, kind: Kind): Promise<string | undefined> => {
      for (const { path } of kind.sections) {
        const pattern = path.replace(/\{\w+\}.*/, "([^/?]+)/");
        const named = served().requests.flatMap((request) => new RegExp(pattern).exec(request)?.[1] ?? []);
        if (named[0] !== undefined) return decodeURIComponent(named[0]);
      }
      if (!hasLists) return undefined;
      const [first] = recordsOf(await ask(`/v1/${network.id}/subjects?kind=${kind.id}&limit=1&window=all`));
      return first === undefined ? undefined : String(first.id);
    };

    /** Goes there and waits until everything has come. */
    async function visit(path: string): Promise<void> {
      await visitor.page.setViewportSize(wide);
      await visitor.page.emulateMedia({ colorScheme: "light" });
      await visitor.page.goto(`${served().url}${path}`);
      await visitor.page.locator("main h1").first().waitFor();
      await settled();
    }
    /** Everything that was asked for is there, or was refused. */
    async function settled(): Promise<void> {
      const waiting = visitor.page.locator("main .loading");
      await visitor.page.locator("main :is(h1, h2)").first().waitFor();
      while ((await waiting.count()) > 0) await waiting.first().waitFor({ state: "detached" });
    }

    /** Of a page that has settled: nothing to complain of, at both widths, in both themes. */
    async function inspect(path: string): Promise<void> {
      const { page } = visitor;
      expect(await visitor.overflow(), `${path}, wide`).toBeLessThanOrEqual(0);
      expect(await visitor.accessibility(), `${path}, light`).toEqual([]);
      await page.setViewportSize(narrow);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await visitor.overflow(), `${path}, narrow`).toBeLessThanOrEqual(0);
      expect(await visitor.accessibility(), `${path}, dark`).toEqual([]);
      const isOfLists = (line: string) => !hasLists && /subjects\?|status of 404/.test(line);
      expect(
        visitor.complaints().filter((line) => !isOfLists(line)),
        path,
      ).toEqual([]);
      await page.setViewportSize(wide);
    }

    /** The address that the page says its numbers are from. */
    async function callBehind(place: string): Promise<{ url: string; curl: string }> {
      const { page } = visitor;
      const dialog = page.locator(`${place} dialog`);
      await page.locator(`${place} .tools button`, { hasText: "API" }).click();
      const curl = (await dialog.locator("pre").textContent()) ?? "";
      await page.keyboard.press("Escape");
      const url = /'(http[^']+)'$/.exec(curl)?.[1] ?? "";
      expect(curl).toContain('"Authorization: Bearer $KEY"');
      expect(curl).not.toContain(served().key);
      return { url, curl };
    }

    /** Every cell of a section's table is what the API says; records that change meanwhile, since chains go on, are left out. */
    async function compareTable(section: Section): Promise<number> {
      const place = `[data-table="${section.id}.all"]`;
      const { url } = await callBehind(`${place} .card`);
      const before = new Set(recordsOf(await ask(url)).map((record) => JSON.stringify(record)));
      await visitor.page.reload();
      await settled();
      const shown = await readTable(visitor.page, place);
      const steady = recordsOf(await ask(url)).filter((record) => before.has(JSON.stringify(record)));
      const lines = new Set(shown.map((cells) => cells.join(" | ")));
      for (const record of steady)
        expect(lines).toContain(section.columns.map((column) => expectedCell(record, column)).join(" | "));
      return steady.length;
    }

    const tablesOf = (sections: readonly Section[]) => sections.map(({ id }) => `${id}.all`).join(",");

    async function checkSections(path: string, sections: readonly Section[]): Promise<void> {
      await visit(`${path}?tables=${tablesOf(sections)}`);
      const { page } = visitor;
      for (const section of sections) {
        if ((await page.locator(`[data-table="${section.id}.all"]`).count()) === 0) continue;
        expect(await compareTable(section), `${path} ${section.id}`).toBeGreaterThan(0);
        for (const { id } of section.charts) {
          const card = page.locator(`[data-chart="${section.id}.${id}"]`);
          expect((await card.locator("canvas").count()) + (await card.locator(".state").count())).toBe(1);
        }
      }
      await inspect(path);
    }

    it("shows all networks, with how fresh they are", async () => {
      await visit("/");
      const { results } = (await ask("/v1/networks")) as { results: Record_[] };
      const cards = visitor.page.locator(".network-card");
      expect(await cards.count()).toBe(results.length);
      expect(await cards.locator("time").count()).toBe(results.length);
      await inspect("/");
    });

    it.each(networks.map((network) => [network.id, network] as const))(
      "%s: the network over time",
      async (id, network) => {
        await checkSections(`/${id}`, network.sections);
      },
    );

    const kinds = networks.flatMap((network) =>
      network.kinds
        .filter(({ list }) => list === undefined)
        .map((kind) => [`${network.id}/${kind.path}`, network, kind] as const),
    );
    it.each(kinds)("%s: the list", async (path) => {
      await visit(`/${path}`);
      await inspect(`/${path}`);
    });

    it.each(kinds)("%s: one of them", async (path, network, kind) => {
      const id = await idOf(network, kind);
      if (id === undefined) return;
      await checkSections(`/${path}/${encodeURIComponent(id)}`, kind.sections);
    });

    it("copies a call that works, with a key that isn't in it", async () => {
      await visit("/celestia");
      const { page } = visitor;
      const place = '[data-chart="rewards.rewards"]';
      const { curl, url } = await callBehind(place);
      await page.locator(`${place} .tools button`, { hasText: "API" }).click();
      await page.locator(`${place} dialog button`, { hasText: "Copy" }).click();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(curl);
      const answer = execFileSync("bash", ["-c", `${curl} --silent --fail`], {
        env: { ...process.env, KEY: served().key },
        encoding: "utf8",
      });
      expect(recordsOf(JSON.parse(answer)).length).toBe(recordsOf(await ask(url)).length);
    });
  });
}
