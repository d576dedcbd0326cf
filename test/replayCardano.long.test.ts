/**
 * Cardano's epochs and days rebuilt from the warehouse, and from a recording of Koios.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { createCardanoHistory } from "../fixtures/cardano/model.ts";
import { startCardanoStub } from "../fixtures/cardano/stubNode.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { backfillCardano, cardanoOptions } from "./support/cardano.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./support/replay.ts";

const history = createCardanoHistory({ seed: 3, epochs: 6, epochSeconds: 108_000, blocksPerEpoch: 40 });
const last = history.last - 2;
const range = { from: String(history.first), to: String(last) };
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
const settings = { CARDANO_MAX_HEAD_AGE_S: "0", CARDANO_REQUESTS_PER_10_S: "1000000" };
const fromFiles = { source: "files", files: [recording] };

describe("replay of cardano", () => {
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const stub = await startCardanoStub(history);
    warehouse = await openReplayWarehouse("embedded");
    await backfillCardano(warehouse.store, cardanoOptions([stub.url]), { from: history.first, to: last });
    const recorded = await runVerb(
      ["record", "cardano", "--from", range.from, "--to", range.to, "--out", recording],
      { CARDANO_KOIOS_URLS: stub.url, ...settings },
    );
    expect(recorded.code, recorded.both).toBe(0);
    await stub.close();
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  it("restores epochs and days with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    const derived = Object.entries(heightColumns("cardano")).filter(([table]) => /^(int|fct)_/.test(table));
    for (const [table, column] of derived)
      await store.command(`delete from ${table} where ${column} = (select max(${column}) - 1 from ${table})`);
    await store.command(
      `insert into fct_cardano_pool_reward_daily select * replace (concat(pool, 'x') as pool)
      from fct_cardano_pool_reward_daily final`,
    );
    const { tables } = await replayIn(warehouse, { network: "cardano", ...range });
    expect(tables.map(({ name }) => name).sort()).toEqual(derived.map(([table]) => table).sort());
    expect(await shadowsIn(warehouse)).toEqual([]);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, { network: "cardano", ...range })).tables).toEqual([]);
  });

  it("changes nothing when an epoch in the middle is replayed", async () => {
    const middle = String(history.first + 2);
    expect((await replayIn(warehouse, { network: "cardano", from: middle, to: middle })).tables).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });

  it("fills a warehouse that holds nothing from a recording", async () => {
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    const deps = { config: loadConfig(settings) };
    await replayIn(warehouse, { network: "cardano", ...range, ...fromFiles }, deps);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });
});
