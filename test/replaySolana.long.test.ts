/**
 * Solana's intervals and days rebuilt from the slots in the warehouse, and from a recording of its node.
 * Fast counterpart: test/replay.test.ts
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import { startSolanaStub } from "../fixtures/solana/stubNode.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { openReplayWarehouse, type ReplayWarehouse, replayIn, shadowsIn } from "./support/replay.ts";
import { backfillSolana, solanaOptions } from "./support/solana.ts";
import { lawHistories } from "./support/solanaLaws.ts";
import { lastBlock } from "./support/solanaMessages.ts";

const history = createSolanaHistory(lawHistories["through its migration"]);
const { first } = history;
const head = lastBlock(history);
// A recording ends before the head.
const last = lastBlock(history, head - 1);
const folder = temporaryFolder();
const recording = `${folder.path}.ndjson.zst`;
const settings = { SOLANA_NETWORK_NAME: "mainnet", SOLANA_BLOCKS: "votes", SOLANA_MAX_HEAD_AGE_S: "0" };
const range = { from: String(first), to: String(last) };
const fromFiles = { source: "files", files: [recording] };

describe("replay of solana", () => {
  let warehouse: ReplayWarehouse;
  let expected: Record<string, string>;

  beforeAll(async () => {
    const stub = await startSolanaStub(history, { head });
    warehouse = await openReplayWarehouse("embedded");
    await backfillSolana(warehouse.store, solanaOptions([stub.url]), { from: first, to: last });
    const recorded = await runVerb(
      ["record", "solana", "--from", range.from, "--to", range.to, "--out", recording],
      { SOLANA_RPC_URLS: stub.url, ...settings },
    );
    expect(recorded.code, recorded.both).toBe(0);
    await stub.close();
    expected = await fingerprint(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    folder.remove();
  });

  const derived = () =>
    Object.entries(heightColumns("solana")).filter(
      ([table, column]) => column !== null && /^(int|fct)_/.test(table) && expected[table] !== undefined,
    );

  it("restores intervals and days with wrong rows, missing ones and too many", async () => {
    const { store } = warehouse;
    for (const [table, column] of derived()) {
      await store.command(
        `insert into ${table} select * replace (version + 1000000 as version, 'other' as network) from ${table} final`,
      );
      await store.command(
        `delete from ${table} where network != 'other' and ${column} = (select max(${column}) from ${table})`,
      );
    }
    await store.command(
      `insert into fct_solana_validator_performance_interval select * replace (concat(vote_account, 'x') as vote_account)
      from fct_solana_validator_performance_interval final`,
    );
    const { tables } = await replayIn(warehouse, { network: "solana", ...range });
    expect(tables.map(({ name }) => name).sort()).toEqual(
      derived()
        .map(([table]) => table)
        .sort(),
    );
    expect(await shadowsIn(warehouse)).toEqual([]);
    // Another network's rows don't matter here.
    for (const [table] of derived()) await store.command(`delete from ${table} where network = 'other'`);
    expect(await fingerprint(store)).toEqual(expected);
    expect((await replayIn(warehouse, { network: "solana", ...range })).tables).toEqual([]);
  });

  it("of some slots changes nothing", async () => {
    const part = { network: "solana", from: String(first + 60), to: String(first + 90) };
    expect((await replayIn(warehouse, part)).tables).toEqual([]);
    expect(await fingerprint(warehouse.store)).toEqual(expected);
  });

  it("of a day replays its slots", async () => {
    const [row] = await warehouse.store.rows<{ day: string }>(
      "select toString(max(day)) as day from fct_solana_network_performance_daily final",
    );
    const result = await replayIn(warehouse, { network: "solana", from: row?.day ?? "", to: row?.day ?? "" });
    expect(result).toMatchObject({ to: last, tables: [] });
    expect(result.from).toBeGreaterThan(first);
  });

  // A warehouse that holds nothing is filled in test/replaySolana.kafka.long.test.ts.
  it("restores lost facts from a recording, including slots", async () => {
    const { store } = warehouse;
    for (const [table, column] of Object.entries(heightColumns("solana"))) {
      const lost = column === "slot" ? `slot <= ${first + 120}` : "true";
      if (column !== null) await store.command(`delete from ${table} where network = 'mainnet' and ${lost}`);
    }
    await replayIn(
      warehouse,
      { network: "solana", ...range, ...fromFiles },
      { config: loadConfig(settings) },
    );
    expect(await fingerprint(store)).toEqual(expected);
  });
});
