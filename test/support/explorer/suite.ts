/** The explorer in a real browser, on what the demo generates: every kind of page of every network, at two widths, in both themes. */
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Kind, Network, Section } from "../../../explorer/src/networks/describe.ts";
import { networks } from "../../../explorer/src/networks/index.ts";
import { listedColumns } from "../../../explorer/src/networks/listed.ts";
import { browserMissing, openBrowser, type Visitor } from "./browser.ts";
import { expectedCell, expectedShort, type Record_, readTable, recordsOf, steadyOf } from "./tables.ts";
import { createVisits, type Served } from "./visits.ts";

/** How often a place is read where its records changed meanwhile. */
const readsMost = 4;

/** @param served the API, and a key of it */
export function explorerSuite(served: () => Served): void {
  describe.skipIf(browserMissing() !== undefined)("the explorer", () => {
    let visitor: Visitor;
    beforeAll(async () => {
      visitor = await openBrowser(served().url);
    });
    afterAll(() => visitor.close());

    const { ask, visit, settled, inspect, callBehind } = createVisits(() => visitor, served);

    /** Somebody of a kind, who has records: one that the demo names, or the first of the list. */
    const idOf = async (network: Network, kind: Kind): Promise<string | undefined> => {
      for (const { path } of kind.sections) {
        const pattern = path.replace(/\{\w+\}.*/, "([^/?]+)/");
        const named = served().requests.flatMap((request) => new RegExp(pattern).exec(request)?.[1] ?? []);
        if (named[0] !== undefined) return decodeURIComponent(named[0]);
      }
      const [first] = recordsOf(await ask(`/v1/${network.id}/subjects?kind=${kind.id}&limit=1&window=all`));
      return first === undefined ? undefined : String(first.id);
    };

    /** A place's records before the page was read, its rows, and its records after; read once more where the two differ in between. */
    async function readPlace(
      place: string,
      table: string,
      dayField: string,
      lineOf: (record: Record_) => string,
    ) {
      const { url } = await callBehind(place);
      let missing: string[] = [];
      for (let tries = 0; tries < readsMost; tries += 1) {
        const before = await ask(url);
        await visitor.page.reload();
        await settled();
        const shown = await readTable(visitor.page, table);
        const steady = steadyOf(before, await ask(url), dayField);
        const lines = new Set(shown.map((cells) => cells.join(" | ")));
        missing = steady.map(lineOf).filter((line) => !lines.has(line));
        if (missing.length === 0) return { compared: steady.length, known: recordsOf(before).length, shown };
        // What a record was while it was made again is of that moment.
        missing = missing.map(
          (line) => `${line}\n  shown: ${shown.find(([first]) => line.startsWith(first ?? ""))?.join(" | ")}`,
        );
      }
      throw new Error(`The page doesn't show what ${url} says:\n${missing.join("\n")}`);
    }

    /** Every cell of a section's table is what the API says. */
    const compareTable = (section: Section) =>
      readPlace(
        `[data-table="${section.id}.all"] .card`,
        `[data-table="${section.id}.all"]`,
        section.day,
        (record) => section.columns.map((column) => expectedCell(record, column)).join(" | "),
      );

    const tablesOf = (sections: readonly Section[]) => sections.map(({ id }) => `${id}.all`).join(",");

    async function checkSections(path: string, sections: readonly Section[]): Promise<void> {
      await visit(`${path}?tables=${tablesOf(sections)}`);
      const { page } = visitor;
      let compared = 0;
      let known = 0;
      for (const section of sections) {
        if ((await page.locator(`[data-table="${section.id}.all"]`).count()) === 0) continue;
        const found = await compareTable(section);
        compared += found.compared;
        known = Math.max(known, found.known);
        for (const { id } of section.charts) {
          const card = page.locator(`[data-chart="${section.id}.${id}"]`);
          expect((await card.locator("canvas").count()) + (await card.locator(".state").count())).toBe(1);
        }
      }
      // Whoever has a single day has one that goes on.
      if (known > 1) expect(compared, path).toBeGreaterThan(0);
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
    it.each(kinds)("%s: the list", async (path, network, kind) => {
      await visit(`/${path}`);
      await compareList(network, kind);
      // Lists of a network differ in what is in them.
      if (kind === network.kinds[0]) await inspect(`/${path}`);
      else expect(await visitor.overflow(), path).toBeLessThanOrEqual(0);
    });

    /** Every cell of a list is what the API says. */
    async function compareList(network: Network, kind: Kind): Promise<void> {
      const columns = kind.listed.map((field) => {
        const { label, unit } = listedColumns[field];
        return { field, label, unit: unit(network.symbol) };
      });
      const place = "main section.card";
      await readPlace(place, place, "", (record) => {
        const id = String(record.id);
        const name = record.name === id ? id : `${record.name ?? ""}${id}`;
        return ["", name, ...columns.map((column) => expectedShort(record, column))].join(" | ");
      });
    }

    /** Types of entities have the same pages; somebody of the first one that there is somebody of. */
    const seen = new Set<string>();
    it.each(kinds)("%s: one of them", async (path, network, kind) => {
      const id = await idOf(network, kind);
      const pages = kind.sections.map((section) => section.path).join(" ");
      if (id === undefined || seen.has(pages)) return;
      seen.add(pages);
      await checkSections(`/${path}/${encodeURIComponent(id)}`, kind.sections);
    });

    it("finds, sorts and compares, as the address says; going back brings what was there", async () => {
      const { page } = visitor;
      await visit("/celestia/validators");
      const rows = page.locator("main tbody tr");
      const all = await rows.count();
      expect(all).toBeGreaterThan(2);
      await page.keyboard.press("/");
      await page.keyboard.type("validator 1");
      await page.keyboard.press("Enter");
      await page.waitForURL(/search=validator\+1/);
      await settled();
      expect(await rows.count()).toBe(1);
      await page.goBack();
      await settled();
      expect(await rows.count()).toBe(all);

      await page.locator("thead a", { hasText: "Rewards" }).click();
      await page.waitForURL(/sort=rewards&order=desc/);
      await settled();
      const rewards = (await readTable(page, "main section.card")).map((cells) => Number(cells[5]));
      expect(rewards).toEqual([...rewards].sort((one, other) => other - one));

      await rows.nth(0).locator("input").check();
      await rows.nth(1).locator("input").check();
      await page.locator("a", { hasText: /^Compare$/ }).click();
      await page.waitForURL(/celestia\/compare\?kind=validator&id=.+&id=/);
      await settled();
      expect(await page.locator("main section.card tbody tr").count()).toBe(2);
      expect(await page.locator("[data-chart] canvas").count()).toBeGreaterThan(2);
      await inspect("/celestia/compare");
      await page.goBack();
      await page.waitForURL(/sort=rewards/);
      await settled();
      expect(await page.locator("main tbody input:checked").count()).toBe(2);
    });

    it("is used by keyboard: the first stop leads to the content", async () => {
      const { page } = visitor;
      await visit("/celestia");
      await page.keyboard.press("Tab");
      expect(await page.evaluate("document.activeElement.textContent.trim()")).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.id")).toBe("content");
    });

    it("shows a key's private sets, and forgets the key when it is told to", async () => {
      const { page } = visitor;
      const { url, key } = served();
      const made = await fetch(`${url}/v1/eth/tags`, {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({ name: "mine", indices: [20, 21] }),
      });
      const { id } = (await made.json()) as { id: string };
      await visit("/eth");
      expect(await page.locator(".tabs a", { hasText: "Private sets" }).count()).toBe(0);
      await visit("/key?to=/eth/sets");
      await inspect("/key");
      await page.locator("#key").fill("va_000000000000_0");
      await page.keyboard.press("Enter");
      await page.locator("[role=alert]", { hasText: "doesn't know this key" }).waitFor();
      expect(visitor.complaints().join(" ")).toContain("401");
      await page.locator("#key").fill(key);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/eth\/sets$/);
      await page.locator("tbody a", { hasText: "mine" }).click();
      await page.waitForURL(new RegExp(`/eth/sets/${id}$`));
      await settled();
      expect(await page.locator("[data-chart] canvas").count()).toBeGreaterThan(3);
      await inspect(`/eth/sets/${id}`);
      await visit("/key");
      await page.locator("button", { hasText: "Forget" }).click();
      await visit("/eth");
      expect(await page.locator(".tabs a", { hasText: "Private sets" }).count()).toBe(0);
    });

    it("says what is wrong: nobody of that name, a page that isn't there, a key that is over, no server", async () => {
      const { page, context } = visitor;
      const alert = page.locator("[role=alert]");
      await visit("/polygon/validators/999999");
      await alert.filter({ hasText: "There is nothing here" }).first().waitFor();
      await visit("/celestai");
      await page.locator("h1", { hasText: "doesn't exist" }).waitFor();
      await page.evaluate("sessionStorage.setItem('validator-analytics-key', 'va_000000000000_0')");
      await visit("/solana");
      await alert.filter({ hasText: "The key isn't valid" }).first().waitFor();
      await page.evaluate("sessionStorage.clear()");
      await visit("/");
      await context.setOffline(true);
      await page.locator(".network-card h2 a", { hasText: "Polkadot" }).click();
      await alert.filter({ hasText: "can't be reached" }).first().waitFor();
      await context.setOffline(false);
      await page.locator("button", { hasText: "Try again" }).first().click();
      await page.locator("canvas").first().waitFor();
      visitor.complaints();
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
