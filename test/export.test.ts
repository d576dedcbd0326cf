import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eth } from "../chains/eth.ts";
import { chains } from "../chains/index.ts";
import { statementOf } from "../cli/export/pieces.ts";
import { publicSources, sourceOf } from "../cli/export/source.ts";
import { exportArgs, runExport } from "../cli/verbs/export.ts";
import type { Store } from "../lib/store/store.ts";
import { insertExportRows } from "./support/exportRows.ts";
import { ethRows } from "./support/serveEth.ts";
import { failureOf } from "./support/stores.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

let store: Store;
let close: () => Promise<void>;
let out: string;
const folders: string[] = [];
const table = "fct_cosmos_validator_reward_daily";

beforeAll(async () => {
  ({ store, close } = await openTemporaryStore());
  await insertExportRows(store);
  await ethRows.insert(store);
});
beforeEach(() => {
  out = mkdtempSync(join(tmpdir(), "export-"));
  folders.push(out);
});
afterAll(async () => {
  await close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const s3 = { endpoint: "http://127.0.0.1:1" };
const run = (args: Record<string, unknown>, signal = new AbortController().signal, emit = () => {}) =>
  runExport(exportArgs.parse({ network: "celestia", format: "parquet", out, s3, ...args }), {
    store,
    emit,
    signal,
  });
const manifest = () => JSON.parse(readFileSync(join(out, "manifest.json"), "utf8"));
const files = () =>
  readdirSync(out, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name))
    .sort();
const rowsOf = async (file: string) =>
  await store.rows(
    `select count() as rows, uniqExact(validator) as validators from file('${join(out, file)}')`,
  );

describe("export", () => {
  it("writes a file a month, each row once, and reports it", async () => {
    expect(await run({ what: table })).toMatchObject({ made: 2, kept: 0, rows: 40 });
    expect(files()).toEqual(["2026-01.parquet", "2026-02.parquet", "manifest.json"]);
    expect(await rowsOf("2026-01.parquet")).toEqual([{ rows: "20", validators: "10" }]);
    const [first] = manifest().files;
    const bytes = readFileSync(join(out, "2026-01.parquet"));
    expect(first).toMatchObject({
      path: "2026-01.parquet",
      rows: 20,
      bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
    });
    expect(manifest().schemas[table][0]).toMatchObject({ name: "network", type: "LowCardinality(String)" });
  });

  it("writes only what the range has, by the view's name, as CSV and NDJSON", async () => {
    const args = { what: "cosmos_validator_reward_daily", from: "2026-01-31", to: "2026-02-01" };
    await run({ ...args, format: "ndjson" });
    const lines = readFileSync(join(out, "2026-01.ndjson"), "utf8").trimEnd().split("\n");
    expect(lines).toHaveLength(10);
    expect(JSON.parse(lines[1] ?? "")).toMatchObject({
      validator: "v1",
      day: "2026-01-31",
      delegation_reward: "2.75",
    });
    const refused = await failureOf(run({ ...args, format: "csv" }));
    expect(refused.message).toContain("format ndjson, not csv");
  });

  it("resumes where it was stopped, without partial files, and rewrites changed or missing ones", async () => {
    const controller = new AbortController();
    const stopped = failureOf(
      run({ what: table }, controller.signal, (() => {
        if (files().length > 1) controller.abort();
      }) as () => void),
    );
    expect((await stopped).code).toBe("cancelled");
    expect(files()).toEqual(["2026-01.parquet", "manifest.json"]);
    writeFileSync(join(out, "2026-02.parquet.unfinished"), "PAR1");
    expect(await run({ what: table })).toMatchObject({ made: 1, kept: 1 });
    expect(files()).toEqual(["2026-01.parquet", "2026-02.parquet", "manifest.json"]);
    rmSync(join(out, "2026-01.parquet"));
    expect(await run({ what: table })).toMatchObject({ made: 1, kept: 1 });
    await store.command(
      `insert into ${table} (network, validator, day, version) values ('celestia', 'v0', '2026-02-02', 3)`,
    );
    expect(await run({ what: table })).toMatchObject({ made: 1, kept: 1, rows: 20 });
    expect(await run({ what: table })).toMatchObject({ made: 0, kept: 2 });
  });

  it("keeps files whose rows the warehouse has partly dropped", async () => {
    const add = `insert into ${table} (network, validator, day, version) values ('celestia', 'w', '2026-02-03', 1), ('celestia', 'x', '2026-02-03', 1)`;
    await store.command(add);
    await run({ what: table, from: "2026-02-03" });
    await store.command(`alter table ${table} delete where validator = 'x' settings mutations_sync = 1`);
    const { kept, notes } = await run({ what: table, from: "2026-02-03" });
    expect([kept, notes[0]]).toEqual([1, expect.stringContaining("has 2 rows and the warehouse 1")]);
    await store.command(`alter table ${table} delete where validator = 'w' settings mutations_sync = 1`);
  });

  it("dumps days in Hive-style folders, and tables without days whole", async () => {
    const { made } = await run({ tables: [table, "dim_cosmos_network"] });
    expect(made).toBe(5);
    expect(files()).toEqual([
      "manifest.json",
      "table=dim_cosmos_network/network=celestia/part.parquet",
      ...["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"].map(
        (day) => `table=${table}/network=celestia/day=${day}/part.parquet`,
      ),
    ]);
    // All facts and dimensions, of other days: the same dump goes on.
    expect((await run({ from: "2026-02-02" })).kept).toBe(2);
  });

  it("dumps a table by heights, a file for each day", async () => {
    const day = "2020-12-10";
    const { from: epoch } = await eth.records.parseRange(store, "mainnet", { from: day, to: day });
    await store.command(
      "insert into fct_eth_block (network, epoch, slot) values ('mainnet', {epoch:UInt32}, {slot:UInt32})",
      {
        epoch,
        slot: epoch * 32,
      },
    );
    const args = { network: "eth/mainnet", tables: ["fct_eth_block"] };
    expect(await run({ ...args, from: day, to: day })).toMatchObject({ made: 1, rows: 1 });
    expect(files()).toEqual(["manifest.json", `table=fct_eth_block/network=mainnet/day=${day}/part.parquet`]);
    expect(await run({ ...args, from: "2020-12-11", to: "2020-12-12" })).toMatchObject({ made: 0 });
  });

  it("reads every table of every chain, with columns that Parquet's readers know", async () => {
    const unknown = /U?Int(?:128|256)|Decimal\((?:39|[4-9]\d)|FixedString\((?:20|32|48)\)|Enum/;
    const families = [...new Map(chains.map((chain) => [chain.family, chain])).values()];
    for (const chain of families)
      for (const source of [...new Set(publicSources(chain).values())].map((each) =>
        sourceOf(each.table, each, chain),
      )) {
        const piece = { source, label: "", where: "network = {network:String}", rows: 0, content: "" };
        const { sql, params } = statementOf({ ...piece, params: { network: "none" } });
        const columns = await store.describe(sql, params);
        expect(columns.map(({ name }) => name)).toEqual(source.table.columns.map(({ name }) => name));
        for (const { name, type } of columns) expect(type, `${source.name}.${name}`).not.toMatch(unknown);
      }
  });

  const ofEth = { network: "eth/mainnet", format: "ndjson" };
  const records = () =>
    readFileSync(join(out, "all.ndjson"), "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  it("writes all records of a paged operation, and keeps the file while they are the same", async () => {
    expect(await run({ ...ofEth, what: "validators" })).toMatchObject({ made: 1, rows: 250 });
    expect(records().map(({ validatorIndex }) => validatorIndex)).toEqual(
      Array.from({ length: 250 }, (_, index) => index),
    );
    expect(manifest().files[0]).toMatchObject({ path: "all.ndjson", table: "validators", rows: 250 });
    expect(await run({ ...ofEth, what: "validators" })).toMatchObject({ made: 0, kept: 1 });
    rmSync(join(out, "all.ndjson"));
    expect(await run({ ...ofEth, what: "validators" })).toMatchObject({ made: 1, kept: 0 });
  });

  it.each([
    ["validatorEffectiveness", ["validator_index_or_pubkey=2"], undefined],
    ["validatorsEffectiveness", ["indices=2", "granularity=day"], "2020-12-10"],
    ["validatorEffectivenessRecords", ["validator_index_or_pubkey=2"], "2020-12-10"],
  ])("writes the days of a validator by %s", async (what, params, from) => {
    const to = "2020-12-15";
    const days = await store.rows<{ endEpoch: number }>(
      `select end_epoch as endEpoch from fct_eth_validator_performance_daily final where network = 'mainnet'
        and day_type = 'chain' and validator_index = 2 and date between {from:Date} and {to:Date}`,
      { from: from ?? "2020-01-01", to },
    );
    expect(days.length).toBeGreaterThan(from === undefined ? 10 : 5);
    expect((await run({ ...ofEth, what, params, from, to })).rows).toBe(days.length);
    expect(records()).toHaveLength(days.length);
    for (const record of records()) expect(record).toMatchObject({ validatorIndex: 2 });
  });

  it("writes the records of an operation without pages", async () => {
    const { rows } = await run({ ...ofEth, what: "networkOverview" });
    expect(rows).toBeGreaterThan(0);
    expect(records()).toHaveLength(rows);
  });

  it.each([
    [{ what: "validatorEffectiveness" }, /validator_index_or_pubkey.*--param validator_index_or_pubkey=…/],
    [{ what: "validators", params: ["size=3"] }, /whole, not a page/],
    [{ what: "validators", params: ["size"] }, /name=value/],
    [{ what: "validators", params: ["nothing=1"] }, /nothing: Unknown parameter/],
    [{ what: "validators", from: "2026-01-01" }, /takes no --from/],
    [
      { what: "validatorsEffectiveness", params: ["indices=1"], from: "7" },
      /operations are selected by days/,
    ],
    [{ what: "eth_block", params: ["indices=1"] }, /--param needs an API operation/],
    [{ what: "validatorEffectivenes" }, /Similar names: .*eth_validator.*validatorEffectiveness/],
    [{ what: "tags" }, /no operation with a list/],
    [{ what: "app_api_key" }, /no public table app_api_key/],
  ])("refuses %j of Ethereum", async (args, message) => {
    const error = await failureOf(run({ ...ofEth, ...args }));
    expect([error.kind, error.message]).toEqual(["config", expect.stringMatching(message)]);
  });

  it.each([
    [{ what: "app_api_key" }, /no public table app_api_key/],
    [{ what: "cosmos_validator_reward" }, /Similar names: .*cosmos_validator_reward_daily/],
    [{ what: `${table}; drop table x` }, /no public table/],
    [{ what: table, from: "7" }, /is selected by days/],
    [{ what: table, from: "2026-03-01", to: "2026-02-01" }, /is after/],
    [{ what: "dim_cosmos_network", from: "2026-02-01" }, /exported whole/],
    [{ what: table, network: "eth/none" }, /holds nothing of/],
    [{ what: table, out: "s3://Bucket'/x" }, /is no place such as/],
    [{ what: table, out: "s3://bucket/x", s3: { ...s3, keyId: "only" } }, /belong together/],
  ])("refuses %j", async (args, message) => {
    const error = await failureOf(run(args));
    expect([error.kind, error.message]).toEqual(["config", expect.stringMatching(message)]);
  });
});
