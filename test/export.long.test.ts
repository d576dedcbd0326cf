/**
 * Exports read by other programs, and an S3-compatible server that the engine writes to: from Python's registry.
 * Fast counterpart: test/export.test.ts
 */
import { execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportArgs, runExport } from "../cli/verbs/export.ts";
import type { Store } from "../lib/store/store.ts";
import { projectRoot } from "./support/cli.ts";
import { blocksOf } from "./support/documentation.ts";
import { insertExportRows } from "./support/exportRows.ts";
import { installPython } from "./support/python.ts";
import { failureOf } from "./support/stores.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
const table = "fct_cosmos_validator_reward_daily";
let store: Store;
let close: () => Promise<void>;
let python: string;
let out: string;
let endpoint: string;
let stopS3 = () => {};

beforeAll(async () => {
  const programs = await installPython("moto", "5.2.5", [
    "flask==3.1.3",
    "flask-cors==6.0.5",
    "duckdb==2.0.1",
    "pyarrow==26.0.1",
  ]);
  python = join(programs, "python");
  ({ store, close } = await openTemporaryStore());
  await insertExportRows(store);
  out = mkdtempSync(join(tmpdir(), "export-"));
  const server = spawn(python, [join(projectRoot, "test/support/s3.py")], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  stopS3 = () => server.stdin.end();
  endpoint = await new Promise((resolve) =>
    server.stdout.once("data", (text) => resolve(String(text).trim())),
  );
  await fetch(`${endpoint}/dumps`, { method: "PUT" });
}, 300_000);
afterAll(async () => {
  stopS3();
  await close();
  rmSync(out, { recursive: true, force: true });
});

/** The server checks that a key is sent, not which one. */
const headers = {
  authorization: "AWS4-HMAC-SHA256 Credential=any/20260101/us-east-1/s3/aws4_request",
};

const runWith = (args: Record<string, unknown>) =>
  runExport(exportArgs.parse({ network: "celestia", format: "parquet", s3: { endpoint }, ...args }), {
    store,
    emit: () => {},
    signal: new AbortController().signal,
  });

it("is read by DuckDB and Arrow, which have the warehouse's numbers", async () => {
  await runWith({ out: join(out, "dump"), tables: [table] });
  await runWith({ out: join(out, "arrow"), what: table, format: "arrow" });
  const script = join(projectRoot, "test/support/readExport.py");
  const [documented] = blocksOf("docs/exports.md", ["duckdb"]);
  const statement = (documented?.text ?? "").replace(
    /'dump\/table=\w+/,
    `'${join(out, "dump")}/table=${table}`,
  );
  const arrow = join(out, "arrow/2026-02.arrow");
  const { stdout } = await run(python, [script, join(out, "dump"), arrow, table, statement]);
  // Ten validators a day, a quarter of 0 to 9, 10 to 19, …; every other one has a rate.
  const days = ["2026-01-30", "2026-01-31", "2026-02-01", "2026-02-02"];
  const sums = [
    "11.250000000000000000",
    "36.250000000000000000",
    "61.250000000000000000",
    "86.250000000000000000",
  ];
  expect(JSON.parse(stdout)).toEqual({
    duckdb: days.map((day, index) => [day, 10, sums[index], 5]),
    documented: days.map((day) => [day, 10]),
    arrow: [20, "2026-02-01"],
  });
});

it("is written to S3-compatible storage by the engine, and resumes there", async () => {
  const s3 = { endpoint, keyId: "the-key-of-exports", secret: "the-secret-of-exports" };
  const there = { out: "s3://dumps/daily", tables: [table], s3 };
  expect(await runWith(there)).toMatchObject({ made: 4, kept: 0, rows: 40 });
  expect(await runWith(there)).toMatchObject({ made: 0, kept: 4 });
  const get = async (path: string) =>
    Buffer.from(await (await fetch(`${endpoint}/dumps/daily/${path}`, { headers })).arrayBuffer());
  const { files } = JSON.parse((await get("manifest.json")).toString()) as {
    files: { path: string; bytes: number; sha256: string }[];
  };
  for (const { path, bytes, sha256 } of files) {
    const object = await get(path);
    expect([object.length, createHash("sha256").update(object).digest("hex")]).toEqual([bytes, sha256]);
  }
  await fetch(`${endpoint}/dumps/daily/${files[0]?.path}`, { method: "DELETE", headers });
  expect(await runWith(there)).toMatchObject({ made: 1, kept: 3 });
  const nowhere = await failureOf(runWith({ ...there, out: "s3://no-such-bucket/daily" }));
  expect(nowhere.kind).toBe("config");
  for (const part of [s3.keyId, s3.secret])
    expect(JSON.stringify([nowhere.message, nowhere.meta])).not.toContain(part);
});
