/**
 * Compare's window: totals are those of the chosen window, from any page, and
 * the page names it.
 * Fast counterpart: none, because it needs a browser; .ci/run runs it (make test-demo)
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listedColumns } from "../explorer/src/networks/listed.ts";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { cosmosChainOf } from "../schemas/cosmos/chains.ts";
import { createKey } from "../serve/access/keys.ts";
import { startServer } from "../serve/http/server.ts";
import { backfillCosmos, cosmosOptions, log } from "./support/cosmos.ts";
import { browserMissing, openBrowser, type Visitor } from "./support/explorer/browser.ts";
import { expectedShort, readTable } from "./support/explorer/tables.ts";
import { createVisits, type Served } from "./support/explorer/visits.ts";
import { openTemporaryStore, type TestWarehouse } from "./support/warehouse.ts";

const chain = cosmosChainOf("celestia");
/** Fifty days, so that no two windows have equal totals. */
const history = createCosmosHistory({
  chain,
  ...{ seed: 11, chainId: "celestia", blocks: 200, validators: 3, secondsPerBlock: 21_600 },
});
const rewards = { field: "rewards", label: "Rewards", unit: listedColumns.rewards.unit("TIA") };
const picker = (place = "") => `${place} nav[aria-label="Window of time"] a`;
const compared = 'section[aria-label="Compared"]';

describe.skipIf(browserMissing() !== undefined)("compare", () => {
  let warehouse: TestWarehouse;
  let server: Awaited<ReturnType<typeof startServer>>;
  let visitor: Visitor;
  let served: Served;
  const { visit, settled, receivedRecords } = createVisits(
    () => visitor,
    () => served,
  );
  beforeAll(async () => {
    warehouse = await openTemporaryStore();
    const { store } = warehouse;
    const node = await startCosmosStub(history);
    await backfillCosmos(chain, store, cosmosOptions([node.url]), {
      from: history.first,
      to: history.head - 1,
    });
    await node.close();
    server = await startServer({ store, log, host: "127.0.0.1", port: 0, explorer: "open" });
    const { key } = await createKey(store, { name: "test" });
    served = { url: server.url, key, requests: [] };
    visitor = await openBrowser(server.url);
  });
  afterAll(async () => {
    await visitor?.close();
    await server?.close();
    await warehouse?.close();
  });

  const subjectsUrl = (id: string, window: string) =>
    `${served.url}/v1/celestia/subjects?kind=validator&search=${id}&limit=1&window=${window}`;

  /** The window that the page names, and the rewards in its table. */
  async function shown(): Promise<{ window: string | null; rewards: string[] }> {
    const { page } = visitor;
    const window = await page.locator(`${picker(compared)}[aria-current]`).textContent();
    const heads = await page.locator(`${compared} thead th`).allTextContents();
    const at = heads.findIndex((text) => text.startsWith("Rewards"));
    const rows = await readTable(page, compared);
    return { window, rewards: rows.map((cells) => cells[at] ?? "") };
  }

  it("requests the window that was chosen in the list, shows its totals, and keeps it on the way back", async () => {
    const { page } = visitor;
    await visit("/celestia/validators");
    await page.locator(picker(), { hasText: "30 d" }).click();
    await page.waitForURL(/window=30d/);
    await settled();
    for (const row of [0, 1]) await page.locator("main tbody tr").nth(row).locator("input").check();
    await page.locator("a", { hasText: /^Compare$/ }).click();
    await page.waitForURL(/compare\?.*window=30d/);
    await settled();
    const ids = new URL(page.url()).searchParams.getAll("id");
    expect(ids).toHaveLength(2);

    /** The expected cells from the API's answers for a window; none: it was not requested. */
    const expectedOf = async (window: string) => {
      const records = await Promise.all(ids.map((id) => receivedRecords(subjectsUrl(id, window))));
      return records.flat().map((record) => expectedShort(record, rewards));
    };
    const month = await shown();
    expect(month).toEqual({ window: "30 d", rewards: await expectedOf("30d") });
    expect(await expectedOf("7d")).toEqual([]);

    await page.locator(picker(compared), { hasText: "7 d" }).click();
    await expect.poll(() => expectedOf("7d")).toHaveLength(2);
    const week = { window: "7 d", rewards: await expectedOf("7d") };
    expect(week.rewards).not.toEqual(month.rewards);
    await expect.poll(shown).toEqual(week);

    await page.goBack();
    await settled();
    await expect.poll(shown).toEqual(month);
    await page.locator("a", { hasText: "Pick others" }).click();
    await page.waitForURL(/validators\?.*window=30d/);
    await settled();
    expect(await page.locator(`${picker()}[aria-current]`).textContent()).toBe("30 d");
    expect(visitor.complaints()).toEqual([]);
  });
});
