import { Gauge } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registry } from "../lib/metrics.ts";
import { recordedRevisions } from "../lib/sql/modelRevisions.ts";
import { openServeFixture, type ServeFixture, serveStore } from "../test/support/serve.ts";
import { servedChains } from "./servedChains.ts";
import { createServices } from "./services.ts";
import { loadStatus, statusTables } from "./status.ts";
import { readStatusGauges } from "./statusGauges.ts";

let fixture: ServeFixture;
const currentRevision = recordedRevisions("eth").at(-1) ?? 0;
const insert = (table: string, columns: string, values: string) =>
  fixture.store.command(`insert into ${table} (${columns}) values ${values}`);

beforeAll(async () => {
  fixture = await openServeFixture();
  await insert("dim_eth_network", "network", "('mainnet'), ('<b>')");
  await insert("int_eth_epoch", "network, epoch", "('mainnet', 450)");
  await insert(
    "app_listener_cursor",
    "listener, height",
    "('eth/mainnet', 451), ('eth/mainnet/written', 440)",
  );
  await insert(
    "app_dead_letter",
    "dead_letter_id, topic, state",
    "('1', 'eth.block', 'open'), ('2', 'eth.block', 'open')",
  );
  const ofRevision = (day: number, revision: number) =>
    `('revised', ${day}, bitShiftLeft(toUInt64(${revision}), 56) + 225)`;
  await insert(
    "int_eth_day",
    "network, day, version",
    [ofRevision(7, 5), ofRevision(8, 5), ofRevision(9, currentRevision)].join(),
  );
  await insert(
    "app_disk",
    "disk, hour, free_bytes, total_bytes, version",
    "('default', toStartOfHour(now('UTC') - interval 2 day), 1000000000000000, 2000000000000000, toUnixTimestamp(now()) - 172800)",
  );
});
afterAll(() => fixture.close());

describe("the status", () => {
  it("has head, cursor and records of each network, dead letters, and how long disks last", async () => {
    const name = "validator_analytics_ingest_head_height";
    const gauge =
      (registry.getSingleMetric(name) as Gauge | undefined) ??
      new Gauge({ name, help: "Height of the node's head", labelNames: ["listener"], registers: [registry] });
    gauge.set({ listener: "eth/mainnet" }, 453);
    const status = await loadStatus(servedChains, createServices(fixture.store));
    const records = [{ record: "epochs", unit: "epoch", until: "450", completeUntil: "450" }];
    expect(status.networks).toEqual([
      { chain: "eth", network: "<b>", isDefault: false, records: [], head: null, cursor: null },
      { chain: "eth", network: "mainnet", isDefault: true, records, head: 453, cursor: 451 },
    ]);
    expect(status.deadLetters).toEqual([{ topic: "eth.block", open: 2 }]);
    expect(status.tables.map(({ family }) => family).sort()).toEqual(["app", "eth"]);
    const [disk] = status.disks;
    expect(disk?.freeBytes).toBeGreaterThan(0);
    // It lost nearly 1 PB in two days.
    expect(disk?.daysLeft).toBeGreaterThan(0);
    expect(disk?.daysLeft).toBeLessThan(2);
    const rows = { table: "int_eth_day", network: "revised", current: currentRevision };
    expect(status.revisions.filter(({ table }) => table === "int_eth_day")).toEqual([
      { ...rows, revision: 5, rows: 2, from: "7", to: "8" },
      { ...rows, revision: currentRevision, rows: 1, from: "9", to: "9" },
    ]);
    const revisions = statusTables(status).find(({ title }) => title === "Model revisions");
    expect(revisions?.rows.slice(0, 2).map((row) => row.at(-1))).toEqual([
      `to be recomputed (revision ${currentRevision})`,
      "current",
    ]);
    const [networks] = statusTables(status);
    expect(networks?.rows).toEqual([
      ["eth/<b>", "-", "-", "none yet"],
      ["eth/mainnet", "453", "451", "epochs epoch 450"],
    ]);
  });

  it("is a page without a key and without scripts", async () => {
    const response = await fixture.app.request("/status");
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/html");
    const page = await response.text();
    expect(page).toContain("<td>eth/mainnet</td>");
    expect(page).toContain("<td>eth/&lt;b&gt;</td>");
    expect(page).not.toMatch(/<script|<style|style=|<b>/);
  });

  it("is no page of the API's port where metrics have a port of their own", async () => {
    const { app } = await serveStore(fixture.store, { servesMetrics: false });
    expect((await app.request("/status")).status).toBe(404);
  });
});

describe("the gauges of the status", () => {
  const values = async (name: string) =>
    (await registry.getSingleMetric(`validator_analytics_serve_${name}`)?.get())?.values;

  it("have the open dead letters, and the end of the newest complete day", async () => {
    await readStatusGauges(servedChains, createServices(fixture.store));
    expect(await values("open_dead_letters")).toEqual([{ labels: { topic: "eth.block" }, value: 2 }]);
    expect(await values("complete_until_timestamp_seconds")).toEqual([]);
    const services = {
      ...createServices(fixture.store),
      networksOf: async () => ["main"],
      ofChain: async () => [
        {
          network: "main",
          record: "a",
          unit: "day",
          until: "2026-03-03",
          completeUntil: "2026-03-01",
          completeCount: "2",
        },
        {
          network: "main",
          record: "b",
          unit: "day",
          until: "2026-03-03",
          completeUntil: "1970-01-01",
          completeCount: "0",
        },
      ],
      lookup: async () => [],
    } as unknown as ReturnType<typeof createServices>;
    await readStatusGauges(servedChains.slice(0, 1), services);
    expect(await values("open_dead_letters")).toEqual([]);
    expect(await values("complete_until_timestamp_seconds")).toEqual([
      {
        labels: { chain: servedChains[0]?.id, network: "main" },
        value: Date.parse("2026-03-02T00:00:00Z") / 1000,
      },
    ]);
  });
});
