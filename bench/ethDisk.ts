/**
 * What a day of a network of mainnet's size takes on disk by table, and a year with the default settings: measured on some
 * epochs after all merges, times those of a day. BENCH_EPOCHS sets their number; from 19 on they hold a whole span. They
 * hold one snapshot, so days are not reconciled; generated registries compress better than real ones.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eth } from "../chains/eth.ts";
import { listTables, type SqlTable } from "../lib/sql/table.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { keepOf } from "../transform/frame/retention/partitions.ts";
import { bytesAfterYear, type TableDay } from "./diskYear.ts";
import { backfillEpochs, log } from "./ethBackfill.ts";
import { startEthNode } from "./nodeProcess.ts";
import type { Bench, Figure } from "./report.ts";
import { dutyRowBytes } from "./storeBytes.ts";

const epochs = Number(process.env.BENCH_EPOCHS ?? 19);
const validators = 1_048_576;
const epochsPerDay = 225;
/** At the first epoch of each chain day and of each UTC day. */
const snapshotsPerDay = 2;

type Measured = { rows: number; bytes: number };

/** Rows and bytes of a table after all merges. */
async function measure(store: Store, table: string): Promise<Measured> {
  await store.command(`optimize table ${table} final`);
  const [row] = await store.rows<{ rows: string; bytes: string }>(
    `select sum(rows) as rows, sum(bytes_on_disk) as bytes from system.parts
    where database = currentDatabase() and table = {table:String} and active`,
    { table },
  );
  return { rows: Number(row?.rows ?? 0), bytes: Number(row?.bytes ?? 0) };
}

/** Factor from the measured rows to a day's. */
async function timesADay(store: Store, { table, frontMatter }: SqlTable, rows: number): Promise<number> {
  if (frontMatter.height === "none") return 0;
  if (frontMatter.height === "day") return 1;
  if (table === "raw_eth_registry") {
    const [row] = await store.rows<{ changed: string }>(
      "select countIf(is_snapshot = 0) as changed from raw_eth_registry final",
    );
    const changesPerEpoch = Number(row?.changed) / epochs;
    return (snapshotsPerDay * validators + changesPerEpoch * epochsPerDay) / Math.max(1, rows);
  }
  // Facts of the epoch after the last one are stored, too.
  return epochsPerDay / (table.startsWith("raw_") ? epochs + 1 : epochs);
}

async function run(): Promise<Figure[]> {
  // A process has one embedded warehouse at a time.
  const real = await dutyRowBytes();
  const path = mkdtempSync(join(tmpdir(), "bench-disk-"));
  const node = await startEthNode(validators, epochs + 1);
  const store = createEmbeddedStore({ path, log });
  try {
    await backfillEpochs(store, node.url, { from: 0, to: epochs - 1 });
    const tables: TableDay[] = [];
    for (const table of listTables("eth")) {
      const { rows, bytes } = await measure(store, table.table);
      const bytesPerDay = bytes * (await timesADay(store, table, rows));
      tables.push({ table: table.table, keep: keepOf(table), bytesPerDay });
    }
    // The node's votes repeat more than real ones do.
    const duties = tables.find(({ table }) => table === "fct_eth_validator_duty_epoch") as TableDay;
    duties.bytesPerDay = (real.bytes / real.rows) * validators * epochsPerDay;
    const input = `${epochs} epochs of ${validators} validators, a day from these`;
    const largest = tables.filter(({ bytesPerDay }) => bytesPerDay > 100_000);
    return [
      ...largest.map(({ table, bytesPerDay }) => ({
        metric: `${table}_bytes_per_day`,
        value: bytesPerDay,
        unit: "B",
        input,
      })),
      {
        metric: "bytes_per_day",
        value: tables.reduce((sum, { bytesPerDay }) => sum + bytesPerDay, 0),
        unit: "B",
        input,
      },
      {
        metric: "bytes_after_a_year",
        value: bytesAfterYear(tables, eth.settings.keepDays),
        unit: "B",
        input: `${input}, default settings`,
      },
    ];
  } finally {
    await store.close();
    await node.stop();
    rmSync(path, { recursive: true, force: true });
  }
}

export const ethDisk: Bench = { name: "eth-disk", run };
