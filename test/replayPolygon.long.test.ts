/**
 * Polygon's checkpoints and days, followed with restarts, and rebuilt from the warehouse and from recorded nodes.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { createPriorityFees } from "../fixtures/polygon/fees.ts";
import { createPolygonHistory } from "../fixtures/polygon/history.ts";
import { type PolygonStub, startPolygonStub } from "../fixtures/polygon/stubNodes.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { priorityFeesIn } from "../ingest/polygon/priorityFees.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import type { Store } from "../lib/store/store.ts";
import { polygonTopics } from "../schemas/polygon/events.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { startWorker } from "../transform/frame/worker.ts";
import { createPolygonTransform } from "../transform/polygon/transform.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { backfillPolygon, chain, log, openPolygon, polygonOptions } from "./support/polygon.ts";
import { createFeesFile } from "./support/polygonFees.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./support/replay.ts";

const history = createPolygonHistory({ seed: 3, checkpoints: 15, checkpointSeconds: 18_000 });
const all = { from: 1, to: 14 };
/** The last checkpoint has a block, which is not final: a backfill would read it, too. */
const now = (history.checkpoints[all.to]?.time ?? 0) + 60;
const range = { from: String(all.from), to: String(all.to) };
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
const file = createFeesFile();
const readPriorityFees = priorityFeesIn(file.path);
const settings = {
  POLYGON_MAX_HEAD_AGE_S: "0",
  POLYGON_REQUESTS_PER_SECOND: "100000",
  POLYGON_PRIORITY_FEES_FILE: file.path,
};

/** Facts of one moment: the blocks that were requested together, and the contracts' state when they were read. */
const ofTheMoment = [
  "raw_polygon_scan",
  "raw_polygon_validator",
  "raw_polygon_rule",
  "fct_polygon_stake_reconciliation",
];
async function tablesOf(store: Store): Promise<Record<string, string>> {
  const tables = await fingerprint(store);
  return Object.fromEntries(Object.entries(tables).filter(([table]) => !ofTheMoment.includes(table)));
}

describe("replay of polygon", () => {
  let warehouse: ReplayWarehouse;
  let stub: PolygonStub;
  let expected: Record<string, string>;

  beforeAll(async () => {
    stub = await startPolygonStub(history, { hasBor: true, now });
    file.edit(createPriorityFees(history).editions[0]);
    warehouse = await openReplayWarehouse("embedded");
    await backfillPolygon(warehouse.store, polygonOptions(stub, { readPriorityFees }), all);
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await stub.close();
    await warehouse.close();
    folder.remove();
    file.remove();
  });

  it("restores checkpoints and days with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    const derived = Object.entries(heightColumns("polygon")).filter(([table]) => /^(int|fct)_/.test(table));
    for (const [table, column] of derived)
      await store.command(`delete from ${table} where ${column} = (select max(${column}) from ${table})`);
    await store.command(
      `insert into fct_polygon_validator_checkpoint select * replace (validator + 100 as validator)
      from fct_polygon_validator_checkpoint final`,
    );
    await replayIn(warehouse, { network: "polygon", ...range });
    expect(await shadowsIn(warehouse)).toEqual([]);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, { network: "polygon", ...range })).tables).toEqual([]);
  });

  it("changes nothing when a checkpoint in the middle is replayed", async () => {
    expect((await replayIn(warehouse, { network: "polygon", from: "7", to: "7" })).tables).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });

  it("fills a warehouse that holds nothing from a recording", async () => {
    const [first, secondary] = [stub.heimdall.url, stub.root.url];
    const recorded = await runVerb(
      ["record", "polygon", "--from", range.from, "--to", range.to, "--out", recording],
      {
        POLYGON_HEIMDALL_URLS: first,
        POLYGON_EXECUTION_URLS: secondary,
        POLYGON_BOR_URLS: stub.bor?.url ?? "",
        ...settings,
      },
    );
    expect(recorded.code, recorded.both).toBe(0);
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    const files = { source: "files", files: [recording] };
    await replayIn(warehouse, { network: "polygon", ...range, ...files }, { config: loadConfig(settings) });
    expect(await tablesOf(warehouse.store)).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([table]) => !ofTheMoment.includes(table))),
    );
  });

  it("gives the same records when the network is followed, with restarts", async () => {
    await warehouse.close();
    warehouse = await openReplayWarehouse("embedded");
    const { store } = warehouse;
    for (const number of [4, 9, 14]) {
      const now = (history.checkpoints[number - 1]?.time ?? 0) + 3_600;
      stub.root.settings.now = now;
      stub.heimdall.settings.now = now;
      const bus = createMemoryBus({ log });
      await bus.ensureTopics(Object.values(polygonTopics));
      const transform = createPolygonTransform({ store, log });
      const worker = await startWorker({ bus, transform, group: chain.id, log });
      const session = await openPolygon(
        polygonOptions(stub, { startCheckpoint: all.from, readPriorityFees }),
      );
      const stopper = new AbortController();
      const onPublished = (last: number) => {
        if (last >= number) stopper.abort();
      };
      const deps = { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 };
      await followChain(chain, session, deps, { signal: stopper.signal, onPublished });
      await worker.settle();
      await worker.stop();
      await bus.close();
    }
    const wanted = Object.keys(expected).filter((table) => !ofTheMoment.includes(table));
    const rebuilt = await tablesOf(store);
    for (const table of wanted.filter((name) => name.includes("polygon")))
      expect(rebuilt[table], table).toBe(expected[table]);
  });
});
