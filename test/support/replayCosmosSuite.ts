/** A CometBFT chain's days rebuilt from the blocks in the warehouse. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadConfig } from "../../chains/config.ts";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../../fixtures/cosmos/stubNode.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { heightColumns } from "../../transform/frame/heights.ts";
import { runVerb, temporaryFolder } from "./cli.ts";
import { backfillCosmos, cosmosOptions } from "./cosmos.ts";
import { fingerprint } from "./fingerprint.ts";
import { isNight } from "./nightCases.ts";
import { damageDays, openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./replay.ts";

const last = 50;

/** Replays of one chain. */
export function replayCosmosSuite(chain: CosmosChain): void {
  const folder = temporaryFolder();
  const recording = `${folder.path}.ndjson.zst`;
  const fromFiles = { source: "files", files: [recording] };
  const recordedConfig = { config: loadConfig({ COMET_MAX_HEAD_AGE_S: "0" }) };
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const history = createCosmosHistory({
      chain,
      seed: 3,
      chainId: chain.mainNetwork,
      blocks: last + 1,
      validators: 4,
      secondsPerBlock: 5_000,
    });
    const stub = await startCosmosStub(history);
    warehouse = await openReplayWarehouse("embedded");
    const options = cosmosOptions([stub.url], { restUrls: [stub.url] });
    await backfillCosmos(chain, warehouse.store, options, { from: 1, to: last });
    const name = chain.id.toUpperCase();
    const recorded = await runVerb(
      ["record", chain.id, "--from", "1", "--to", String(last), "--out", recording],
      { [`${name}_COMET_URLS`]: stub.url, [`${name}_REST_URLS`]: stub.url, COMET_MAX_HEAD_AGE_S: "0" },
    );
    expect(recorded.code, recorded.both).toBe(0);
    await stub.close();
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  it("restores days with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    const dayTables = Object.entries(heightColumns("cosmos")).flatMap(([table, column]) =>
      column === "day" && (chain.readsDelegations || !table.includes("_state_")) ? [table] : [],
    );
    const { middle, next } = await damageDays(store, "cosmos", dayTables);
    await store.command(
      `insert into fct_cosmos_validator_reward_daily select * replace (concat(validator, 'x') as validator)
      from fct_cosmos_validator_reward_daily final where day = {middle:Date}`,
      { middle },
    );
    const args = { network: chain.id, from: middle, to: next };
    const { tables } = await replayIn(warehouse, args);
    expect(tables.map(({ name }) => name).sort()).toEqual([...dayTables].sort());
    expect(await shadowsIn(warehouse)).toEqual([]);
    // Another network's rows don't matter here.
    for (const table of dayTables) await store.command(`delete from ${table} where network = 'other'`);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, args)).tables).toEqual([]);
  });

  it("restores the lost facts of the first days from a recording, including blocks", async () => {
    const { store } = warehouse;
    const lost = { network: chain.mainNetwork, to: 20 };
    const [row] = await store.rows<{ day: string }>(
      "select toString(max(day)) as day from raw_cosmos_block final where network = {network:String} and height <= {to:UInt32}",
      lost,
    );
    for (const [table, column] of Object.entries(heightColumns("cosmos"))) {
      if (column === null) continue;
      const where = column === "day" ? "day <= {day:Date}" : "height <= {to:UInt32}";
      await store.command(`delete from ${table} where network = {network:String} and ${where}`, {
        ...lost,
        day: row?.day ?? "",
      });
    }
    await replayIn(
      warehouse,
      { network: chain.id, from: "1", to: String(last), ...fromFiles },
      recordedConfig,
    );
    expect(await fingerprint(store)).toEqual(expected);
  });

  if (!isNight) return;
  it("fills a warehouse that holds nothing from a recording", async () => {
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    await replayIn(
      warehouse,
      { network: chain.id, from: "1", to: String(last), ...fromFiles },
      recordedConfig,
    );
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });
}
