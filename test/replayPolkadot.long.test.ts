/**
 * Polkadot's days rebuilt from the eras in the warehouse, and from a recording of the nodes.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { firstEra } from "../fixtures/polkadot/model.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { backfillPolkadot, polkadotOptions, startPolkadotNetwork } from "./support/polkadot.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./support/replay.ts";

/** The first of them is the relay chain's. */
const range = { from: firstEra + 1, to: firstEra + 5 };
const eras = { from: String(range.from), to: String(range.to) };
const settings = { POLKADOT_MAX_HEAD_AGE_S: "0", POLKADOT_REQUESTS_PER_SECOND: "100000" };

describe("replay of polkadot", () => {
  const folder = temporaryFolder();
  const recording = `${folder.path}.ndjson.zst`;
  const fromFiles = { source: "files", files: [recording] };
  const recordedConfig = { config: loadConfig(settings) };
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const network = await startPolkadotNetwork(4);
    warehouse = await openReplayWarehouse("embedded");
    await backfillPolkadot(warehouse.store, polkadotOptions(network), range);
    // Nodes that speak WebSockets are recorded, too.
    const nodes = {
      POLKADOT_ASSET_HUB_URLS: network.assetHub.socketUrl,
      POLKADOT_RELAY_URLS: network.relay.url,
      POLKADOT_PEOPLE_URLS: network.people.url,
    };
    const args = ["record", "polkadot", "--from", eras.from, "--to", eras.to, "--out", recording];
    const recorded = await runVerb(args, { ...settings, ...nodes });
    expect(recorded.code, recorded.both).toBe(0);
    await network.close();
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  it("restores days and eras with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    const era = firstEra + 3;
    const changed = Object.entries(heightColumns("polkadot")).filter(
      ([table, column]) => column !== null && !table.startsWith("raw_"),
    );
    for (const [table, column] of changed)
      await store.command(
        column === "era"
          ? `delete from ${table} where era = {era:UInt32}`
          : `delete from ${table} where day = '2025-11-04'`,
        { era },
      );
    await store.command(
      `insert into fct_polkadot_validator_reward_daily select * replace (concat(validator, 'x') as validator)
      from fct_polkadot_validator_reward_daily final where day = '2025-11-03'`,
    );
    const args = { network: "polkadot", from: "2025-11-03", to: "2025-11-04" };
    const { tables } = await replayIn(warehouse, args);
    expect(tables.map(({ name }) => name).sort()).toEqual(changed.map(([table]) => table).sort());
    expect(await shadowsIn(warehouse)).toEqual([]);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, args)).tables).toEqual([]);
  });

  it("fills a warehouse that holds nothing from a recording", async () => {
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    await replayIn(warehouse, { network: "polkadot", ...eras, ...fromFiles }, recordedConfig);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });
});
