import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../lib/logger.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Column } from "../lib/store/store.ts";
import type { Bench, Figure } from "./report.ts";

const rows = 1_000_000;
const inserts = 5;

/** Five columns as of a validator's epoch: key, amounts that vary, flags. */
function makeColumns(epoch: number): Column[] {
  const index = Uint32Array.from({ length: rows }, (_, row) => row);
  return [
    { name: "epoch", type: "UInt32", values: new Uint32Array(rows).fill(epoch) },
    { name: "validator_index", type: "UInt32", values: index },
    {
      name: "balance_gwei",
      type: "UInt64",
      values: BigUint64Array.from(index, (row) => 32_000_000_000n + (BigInt(row * 7919) % 1_000_000n)),
    },
    {
      name: "reward_gwei",
      type: "Int32",
      values: Int32Array.from(index, (row) => ((row * 31) % 20_000) - 5_000),
    },
    { name: "flags", type: "UInt8", values: Uint8Array.from(index, (row) => row % 8) },
  ];
}

async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "bench-insert-"));
  const store = createEmbeddedStore({ path: folder, log: createLogger("error") });
  try {
    await store.command(`
      create table bench_insert (epoch UInt32, validator_index UInt32, balance_gwei UInt64, reward_gwei Int32, flags UInt8)
      engine = MergeTree order by (epoch, validator_index)`);
    const batches = Array.from({ length: inserts }, (_, epoch) => makeColumns(epoch));
    const start = performance.now();
    for (const columns of batches) await store.insert("bench_insert", columns);
    const seconds = (performance.now() - start) / 1000;
    const [answer] = await store.rows<{ count: string }>("select count() as count from bench_insert");
    if (Number(answer?.count) !== rows * inserts) throw new Error(`Only ${answer?.count} rows arrived`);
    const input = `${rows} rows x 5 columns an insert, embedded`;
    return [{ metric: "rows_per_second", value: (rows * inserts) / seconds, unit: "rows/s", input }];
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows a second through Store.insert, one insert after the other. */
export const storeInsert: Bench = { name: "store-insert", run };
