import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../test/support/serve.ts";
import { endpoints } from "./endpoints.ts";
import { servedChains } from "./servedChains.ts";

let fixture: ServeFixture;
beforeAll(async () => {
  fixture = await openServeFixture();
});
afterAll(() => fixture.close());

const insert = (table: string, columns: string, values: string) =>
  fixture.store.command(`insert into ${table} (${columns}) values ${values}`);
const servedNetworks = async () => {
  const response = await fixture.get("/v1/networks");
  expect(response.status).toBe(200);
  return ((await response.json()) as { results: Record<string, unknown>[] }).results;
};

describe("GET /v1/networks", () => {
  it("is empty while no network is known, and reads every chain", async () => {
    expect(await servedNetworks()).toEqual([]);
    const declared = endpoints.flatMap((one) => (one.kind === "gone" ? [] : (one.chain?.id ?? [])));
    expect(servedChains.map(({ id }) => id)).toEqual([...new Set(declared)]);
  });

  it("has the range of each kind of record, and its complete part", async () => {
    await insert("dim_eth_network", "network", "('mainnet'), ('hoodi')");
    await insert("int_eth_epoch", "network, epoch", "('mainnet', 449), ('mainnet', 450)");
    await insert(
      "int_eth_day",
      "network, day_type, day, date, is_complete",
      "('mainnet', 'utc', 1, '2020-12-02', 1), ('mainnet', 'utc', 2, '2020-12-03', 0), ('mainnet', 'chain', 2, '2020-12-03', 0)",
    );
    // Days of entities are computed after those of validators.
    await insert(
      "fct_eth_entity_performance_daily",
      "network, day_type, id_type, day, date, is_complete",
      "('mainnet', 'utc', 'network', 0, '2020-12-01', 1), ('mainnet', 'utc', 'network', 1, '2020-12-02', 0)",
    );
    await insert("dim_cosmos_network", "network, chain", "('celestia', 'celestia'), ('bbn-1', 'babylon')");
    await insert(
      "fct_cosmos_network_reward_daily",
      "network, day, is_complete",
      "('celestia', '2026-03-01', 1), ('bbn-1', '2026-03-02', 1)",
    );
    const eth = (record: string, unit: string, until: string, completeUntil: string | null) => ({
      record,
      unit,
      until,
      completeUntil,
    });
    const served = await servedNetworks();
    expect(served).toHaveLength(4);
    expect(served).toContainEqual({
      chain: "eth",
      network: "mainnet",
      isDefault: true,
      records: [
        eth("chainDays", "day", "2020-12-03", null),
        eth("days", "day", "2020-12-03", "2020-12-02"),
        eth("entityDays", "day", "2020-12-02", "2020-12-01"),
        eth("epochs", "epoch", "450", "450"),
      ],
    });
    expect(served).toContainEqual({ chain: "eth", network: "hoodi", isDefault: false, records: [] });
    const rewards = (until: string) => [{ record: "rewards", unit: "day", until, completeUntil: until }];
    expect(served).toContainEqual({
      chain: "babylon",
      network: "bbn-1",
      isDefault: true,
      records: rewards("2026-03-02"),
    });
    expect(served).toContainEqual({
      chain: "celestia",
      network: "celestia",
      isDefault: true,
      records: rewards("2026-03-01"),
    });
  });
});
