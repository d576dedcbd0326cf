import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importPeers, removePeers } from "../../../cli/p2p/import.ts";
import { createRandom } from "../../../fixtures/random.ts";
import { temporaryFolder } from "../../../test/support/cli.ts";
import { type ModelPeer, modelCountries, modelShares } from "../../../test/support/ethModelPeers.ts";
import { openServeFixture, type ServeFixture } from "../../../test/support/serve.ts";
import { insertNetwork } from "../../../test/support/serveEth.ts";

type Body = { data: Record<string, unknown>[]; total: number; next: string | null; page: unknown };

const folder = temporaryFolder();
const file = `${folder.path}.csv`;
let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture({ family: "eth" });
  await insertNetwork(fixture.store);
});
afterAll(async () => {
  await fixture.close();
  folder.remove();
});

async function importModel(peers: readonly ModelPeer[]): Promise<void> {
  const lines = peers.map(
    ({ id, country, host, validators }) => `${id},1.1.1.1,${country},"${host}",${validators}`,
  );
  writeFileSync(file, `peer_id,ip,country_code,hosting_provider,validator_count\n${lines.join("\n")}\n`);
  await importPeers(fixture.store, "mainnet", file);
}

const geographical = (distType: string) =>
  fixture.fetchBody<Record<string, unknown>[]>(`/v0/eth/p2p/geographical?distType=${distType}`);

const shortOf = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => [row.countryCode, row.validatorShare]);

async function expectModel(peers: readonly ModelPeer[], distType: string): Promise<void> {
  const countries = await geographical(distType);
  expect(countries.map((row) => [row.country, row.validatorShare])).toEqual(
    modelShares(peers, "country", distType),
  );
  for (const row of countries) {
    expect(Object.keys(row)).toEqual(["country", "countryCode", "validatorShare", "distType"]);
    expect([modelCountries[String(row.countryCode)], row.distType]).toEqual([row.country, distType]);
  }
  const hosts = await fixture.fetchBody<Body>(`/v0/eth/p2p/hostingProvider?size=200&distType=${distType}`);
  expect(hosts.data.map((row) => [row.hostingProvider, row.validatorShare])).toEqual(
    modelShares(peers, "host", distType),
  );
  for (const row of hosts.data) {
    expect(Object.keys(row)).toEqual(["hostingProvider", "validatorShare", "distType"]);
    expect(row.distType).toBe(distType);
  }
  expect([hosts.total, hosts.next]).toEqual([hosts.data.length, null]);
}

/** Whom a node was connected to: identity, country, host. */
async function insertNode(
  node: string,
  observed: string,
  peers: readonly (readonly string[])[],
): Promise<void> {
  const list = (at: number) => `[${peers.map((peer) => `'${peer[at]}'`).join(", ")}]`;
  await fixture.store.command(
    `insert into raw_eth_node_peer_daily
    select 'mainnet', '${node}', toDate('${observed.slice(0, 10)}'), toDateTime64('${observed}', 3, 'UTC'),
      ${list(0)}, arrayMap(id -> '1.1.1.1', ${list(0)}), ${list(1)}, ${list(2)}, toUnixTimestamp64Milli(toDateTime64('${observed}', 3, 'UTC'))`,
  );
}

describe("where peers are", () => {
  it("is an empty list where nothing is known", async () => {
    expect(await geographical("all")).toEqual([]);
    expect(await fixture.fetchBody<Body>("/v0/eth/p2p/hostingProvider")).toMatchObject({
      data: [],
      total: 0,
      next: null,
    });
  });

  it("is in shares of validators; peers with unknown facts count in the total", async () => {
    const peers = [
      { id: "a", country: "DE", host: "One", validators: 10 },
      { id: "b", country: "US", host: "Two", validators: 9 },
      { id: "c", country: "", host: "One", validators: 30 },
      { id: "d", country: "KR", host: "", validators: 14 },
      { id: "e", country: "GB", host: "Four", validators: 0 },
      { id: "f", country: "TR", host: "Five", validators: 1 },
    ];
    await importModel(peers);
    expect(await geographical("all")).toEqual([
      { country: "Korea, Republic of", countryCode: "KR", validatorShare: 0.21875, distType: "all" },
      { country: "Germany", countryCode: "DE", validatorShare: 0.15625, distType: "all" },
      { country: "United States of America", countryCode: "US", validatorShare: 0.14063, distType: "all" },
      // 1 of 64 is 0.015625.
      { country: "Türkiye", countryCode: "TR", validatorShare: 0.01563, distType: "all" },
    ]);
    // `pros` is the default: 10, 30 and 14 validators.
    expect(await fixture.fetchBody("/v0/eth/p2p/geographical")).toEqual([
      { country: "Korea, Republic of", countryCode: "KR", validatorShare: 0.25926, distType: "pros" },
      { country: "Germany", countryCode: "DE", validatorShare: 0.18519, distType: "pros" },
    ]);
    for (const distType of ["all", "pros"]) await expectModel(peers, distType);
  });

  it.each([1, 2, 3])("is that of the model, seed %i", async (seed) => {
    const random = createRandom(seed, "peers");
    const peers = Array.from({ length: 300 }, (_, at) => ({
      id: `peer ${at}`,
      country: random.pick(["", ...Object.keys(modelCountries)]),
      host: random.chance(0.1) ? "" : `Host ${random.integer(40)}`,
      validators: random.pick([0, 1, 2, 9, 10, 11, 500, 4_294_967_295]),
    }));
    await importModel(peers);
    for (const distType of ["all", "pros"]) await expectModel(peers, distType);
  });

  it("is that of one import or the next while one replaces the other", async () => {
    const peersOf = (country: string) =>
      Array.from({ length: 20_000 }, (_, at) => ({ id: `${at}`, country, host: "One", validators: 10 }));
    await importModel(peersOf("DE"));
    let isDone = false;
    const replaced = importModel(peersOf("US")).finally(() => {
      isDone = true;
    });
    const seen = new Set<string>();
    while (!isDone) seen.add(JSON.stringify(shortOf(await geographical("pros"))));
    await replaced;
    seen.add(JSON.stringify(shortOf(await geographical("pros"))));
    expect([...seen]).toEqual(['[["DE",1]]', '[["US",1]]']);
  });

  it("is walked by pages that hold each host once", async () => {
    await importModel(
      Array.from({ length: 25 }, (_, at) => ({
        id: `${at}`,
        country: "",
        host: `H${at % 23}`,
        validators: 7 + at,
      })),
    );
    const seen: unknown[] = [];
    let path: string | null = "/v0/eth/p2p/hostingProvider?distType=all";
    while (path !== null) {
      const { data, next, page, total }: Body = await fixture.fetchBody<Body>(path);
      expect(page).toMatchObject({ fromRank: seen.length, size: 10 });
      expect(total).toBe(23);
      seen.push(...data.map((row) => row.hostingProvider));
      path = next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
  });

  it("is no more than all peers without validators", async () => {
    await importModel([{ id: "a", country: "DE", host: "One", validators: 0 }]);
    expect(await geographical("all")).toEqual([]);
  });

  it("counts no units while it is beta", async () => {
    const answer = await fixture.get("/v0/eth/p2p/geographical?distType=all");
    expect(answer.headers.get("x-service-compute-units")).toBe("0");
  });

  it("refuses other distributions", async () => {
    const answer = await fixture.get("/v0/eth/p2p/geographical?distType=solos");
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("all, pros")]);
  });

  it("comes from the beacon nodes while nothing is imported: each peer once, by the last report of each node", async () => {
    const now = "2026-11-23 12:00:00.000";
    await insertNode("http://one", "2026-11-23 11:00:00.000", [["gone", "TR", "Gone"]]);
    await insertNode("http://one", "2026-11-22 12:50:00.000", [["gone too", "TR", "Gone"]]);
    await insertNode("http://one", now, [
      ["a", "DE", "One"],
      ["b", "US", "Two"],
      ["shared", "DE", "One"],
      ["unknown", "", ""],
    ]);
    // Looked up with an older database.
    await insertNode("http://two", "2026-11-22 13:00:00.000", [
      ["shared", "US", "Two"],
      ["c", "DE", "Two"],
    ]);
    // No report for longer than a day.
    await insertNode("http://three", "2026-11-22 11:59:59.999", [["d", "KR", "Three"]]);
    const imported = await geographical("all");
    expect(imported).toEqual([]);
    await removePeers(fixture.store, "mainnet");
    const peers = [
      { id: "a", country: "DE", host: "One", validators: 1 },
      { id: "b", country: "US", host: "Two", validators: 1 },
      { id: "shared", country: "DE", host: "One", validators: 1 },
      { id: "unknown", country: "", host: "", validators: 1 },
      { id: "c", country: "DE", host: "Two", validators: 1 },
    ];
    for (const distType of ["all", "pros"]) await expectModel(peers, distType);
    expect(await geographical("pros")).toEqual([]);
    // One import, and they count no more.
    await importModel([{ id: "z", country: "GB", host: "Nine", validators: 3 }]);
    expect((await geographical("all")).map((row) => row.countryCode)).toEqual(["GB"]);
  });
});
