/** Days of a million validators to Parquet by `export`, alternating with the engine's own `into outfile` of the same statement. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chainOf } from "../chains/index.ts";
import { piecesOf } from "../cli/export/pieces.ts";
import { findSource } from "../cli/export/source.ts";
import { folderTarget } from "../cli/export/target.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { fill, validators } from "./dayRows.ts";
import { type Bench, type Figure, median } from "./report.ts";

const turns = 3;
const days = 1;

async function timed(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

async function run(): Promise<Figure[]> {
  const log = createLogger("error");
  const path = mkdtempSync(join(tmpdir(), "bench-export-"));
  const store = createEmbeddedStore({ path: join(path, "warehouse"), log });
  try {
    await migrate(store, { log });
    await fill(store, days);
    const chain = chainOf({ chain: "eth" });
    const source = findSource("fct_eth_validator_performance_daily", chain);
    const [piece] = await piecesOf(store, { chain, network: "mainnet" }, source);
    if (piece === undefined) throw new Error("there are no rows");
    const { statement } = piece;
    const target = folderTarget(path, store);
    const times = { export: [] as number[], engine: [] as number[] };
    for (let turn = 0; turn < turns; turn += 1) {
      const outfile = `${statement.sql} into outfile '${join(path, `${turn}.parquet`)}' format Parquet`;
      times.engine.push(await timed(() => store.command(outfile, statement.params)));
      times.export.push(await timed(() => target.write("export.parquet", statement, "Parquet")));
    }
    const input = `${validators * days} rows of ${source.table.columns.length} columns`;
    const seconds = median(times.export);
    return [
      { metric: "parquet_rows_per_s", value: piece.rows / seconds, unit: "rows/s", input },
      { metric: "outfile_ratio", value: median(times.engine) / seconds, unit: "ratio", input },
    ];
  } finally {
    await store.close();
    rmSync(path, { recursive: true, force: true });
  }
}

export const exportBench: Bench = { name: "export", run };
