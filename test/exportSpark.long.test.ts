/**
 * Dumps of every table of every chain, read by Spark: its types and codecs are not those of DuckDB.
 * Fast counterpart: test/export.test.ts
 */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { exportArgs, runExport } from "../cli/verbs/export.ts";
import { rowsByChain } from "./endpoints/samples.ts";
import { projectRoot } from "./support/cli.ts";
import { installPython } from "./support/python.ts";
import { openTemporaryStore, type TestWarehouse } from "./support/warehouse.ts";

const out = mkdtempSync(join(tmpdir(), "export-spark-"));
const chains = [...rowsByChain.keys()].filter((chain) => chain !== "");
let warehouse: TestWarehouse;

beforeAll(async () => {
  warehouse = await openTemporaryStore();
  for (const rows of rowsByChain.values()) await rows.insert(warehouse.store);
});
afterAll(async () => {
  await warehouse.close();
  rmSync(out, { recursive: true, force: true });
});

type Manifest = { files: { path: string; rows: number }[] };

it("reads every table, row for row", async () => {
  const expected = new Map<string, number>();
  for (const network of chains) {
    const folder = join(out, network);
    const args = exportArgs.parse({ network, format: "parquet", out: folder, s3: { endpoint: "" } });
    const { store } = warehouse;
    await runExport(args, { store, emit: () => {}, signal: new AbortController().signal });
    const { files } = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as Manifest;
    for (const { path, rows } of files) {
      const table = `${network}/${path.split("/")[0]}`;
      expected.set(table, (expected.get(table) ?? 0) + rows);
    }
  }
  expect(expected.size).toBeGreaterThan(40);
  const programs = await installPython("pyspark", "4.0.1");
  const { stdout } = await promisify(execFile)(
    join(programs, "python"),
    [join(projectRoot, "test/support/readSpark.py"), ...chains.map((chain) => join(out, chain))],
    { maxBuffer: 2 ** 26 },
  );
  const read = JSON.parse(stdout) as Record<string, { rows: number; values: number }>;
  const counted = Object.entries(read).map(([table, { rows }]) => [table, rows]);
  expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected));
  for (const { rows, values } of Object.values(read)) expect(values).toBeGreaterThanOrEqual(rows);
});
