/**
 * EigenLayer's days rebuilt from the logs in the warehouse, and all of it from a recording of its nodes.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { createEigenlayerHistory } from "../fixtures/eigenlayer/history.ts";
import { startEigenlayerStub } from "../fixtures/eigenlayer/stubNode.ts";
import { startStubSidecar } from "../fixtures/eigenlayer/stubSidecar.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { allBlocks, backfillEigenlayer, eigenlayerOptions } from "./support/eigenlayer.ts";
import { fingerprint } from "./support/fingerprint.ts";
import {
  damageDays,
  openReplayWarehouse,
  type ReplayWarehouse,
  replayIn,
  shadowsIn,
} from "./support/replay.ts";

const history = createEigenlayerHistory({ seed: 6, days: 6, gap: 6_000 });
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
const { from, to: head } = allBlocks(history);
// A recording ends before the head.
const to = head - 1;
const fromFiles = { source: "files", files: [recording] };

describe("replay of eigenlayer", () => {
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const [stub, sidecar] = [await startEigenlayerStub(history), await startStubSidecar(history)];
    warehouse = await openReplayWarehouse("embedded");
    const options = eigenlayerOptions([stub.url], { sidecarUrls: [sidecar.url] });
    await backfillEigenlayer(warehouse.store, options, { from, to });
    const recorded = await runVerb(
      ["record", "eigenlayer", "--from", String(from), "--to", String(to), "--out", recording],
      { EIGENLAYER_EXECUTION_URLS: stub.url, EIGENLAYER_SIDECAR_URLS: sidecar.url },
    );
    expect(recorded.code, recorded.both).toBe(0);
    await stub.close();
    await sidecar.close();
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  it("restores days with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    const tables = Object.entries(heightColumns("eigenlayer")).flatMap(([table, column]) =>
      column === "day" && !table.startsWith("raw_") ? [table] : [],
    );
    const { middle, next } = await damageDays(store, "eigenlayer", tables);
    await store.command(
      `insert into fct_eigenlayer_staker_state_daily select * replace (toFixedString('x', 20) as staker)
      from fct_eigenlayer_staker_state_daily final where day = {middle:Date}`,
      { middle },
    );
    const args = { network: "eigenlayer", from: middle, to: next };
    await replayIn(warehouse, args);
    expect(await shadowsIn(warehouse)).toEqual([]);
    // Another network's rows don't matter here.
    for (const table of tables) await store.command(`delete from ${table} where network = 'other'`);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, args)).tables).toEqual([]);
  });

  it("fills a warehouse that holds nothing from a recording", async () => {
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    const range = { from: String(from), to: String(to) };
    await replayIn(warehouse, { network: "eigenlayer", ...range, ...fromFiles }, { config: loadConfig({}) });
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });
});
