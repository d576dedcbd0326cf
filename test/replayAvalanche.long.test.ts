/**
 * Avalanche's stakes and days rebuilt from the blocks in the warehouse, and from a recording of its node.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { createAvalancheHistory } from "../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../fixtures/avalanche/stubNode.ts";
import { toView } from "../fixtures/avalanche/toView.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { avalancheOptions, backfillAvalanche } from "./support/avalanche.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { isNight } from "./support/nightCases.ts";
import {
  damageDays,
  openReplayWarehouse,
  type ReplayWarehouse,
  replayIn,
  shadowsIn,
} from "./support/replay.ts";

const view = toView(createAvalancheHistory({ seed: 6, days: 6 }));
const network = "mainnet";
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
// A recording ends before the head.
const last = view.head - 1;
const range = { from: "0", to: String(last) };
const fromFiles = { source: "files", files: [recording] };

describe("replay of avalanche", () => {
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const stub = await startAvalancheStub(view);
    warehouse = await openReplayWarehouse("embedded");
    await backfillAvalanche(warehouse.store, avalancheOptions([stub.url]), { from: 0, to: last });
    const recorded = await runVerb(
      ["record", "avalanche", "--from", range.from, "--to", range.to, "--out", recording],
      { AVALANCHE_RPC_URLS: stub.url },
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
    const tables = Object.entries(heightColumns("avalanche")).flatMap(([table, column]) =>
      column === "day" ? [table] : [],
    );
    const { middle, next } = await damageDays(store, "avalanche", tables);
    await store.command(
      `insert into fct_avalanche_validator_reward_daily select * replace (concat(node_id, 'x') as node_id)
      from fct_avalanche_validator_reward_daily final where day = {middle:Date}`,
      { middle },
    );
    const args = { network: "avalanche", from: middle, to: next };
    const replayed = await replayIn(warehouse, args);
    expect(replayed.tables.map(({ name }) => name).sort()).toEqual([...tables].sort());
    expect(await shadowsIn(warehouse)).toEqual([]);
    // Another network's rows don't matter here.
    for (const table of tables) await store.command(`delete from ${table} where network = 'other'`);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, args)).tables).toEqual([]);
  });

  it("restores the lost facts of the first days from a recording, including blocks", async () => {
    const { store } = warehouse;
    const to = 90;
    const [row] = await store.rows<{ day: string }>(
      "select toString(toDate(max(block_at))) as day from raw_avalanche_block final where height <= {to:UInt32}",
      { to },
    );
    for (const [table, column] of Object.entries(heightColumns("avalanche"))) {
      if (column === null) continue;
      const where = column === "day" ? "day <= {day:Date}" : "height <= {to:UInt32}";
      await store.command(`delete from ${table} where network = {network:String} and ${where}`, {
        network,
        to,
        day: row?.day ?? "",
      });
    }
    await replayIn(warehouse, { network: "avalanche", ...range, ...fromFiles }, { config: loadConfig({}) });
    expect(await fingerprint(store)).toEqual(expected);
  });

  if (isNight)
    it("fills a warehouse that holds nothing from a recording", async () => {
      await warehouse.close();
      warehouse = await openReplayWarehouse("embedded");
      await replayIn(warehouse, { network: "avalanche", ...range, ...fromFiles }, { config: loadConfig({}) });
      expect(await fingerprint(warehouse.store)).toEqual(expected);
    });
});
