/** Disk usage of a validator's epoch, after merges: columns, keys and marks of fct_eth_validator_duty_epoch. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { epochTables } from "../transform/eth/epoch.ts";
import { writeTables } from "../transform/frame/tables.ts";
import { mainnetFacts } from "./ethFacts.ts";
import type { Bench, Figure } from "./report.ts";

const validators = 1_048_576;
const epochs = 4;

/** Bytes of a row of duties, with mainnet's share of misses and balances above 32 ETH. */
export async function dutyRowBytes(): Promise<{ rows: number; bytes: number }> {
  const folder = mkdtempSync(join(tmpdir(), "bench-bytes-"));
  const log = createLogger("error");
  const store = createEmbeddedStore({ path: folder, log });
  try {
    await migrate(store, { log });
    for (let epoch = 0; epoch < epochs; epoch++) {
      // Votes and misses differ in every epoch, so that repetition does not help compression.
      const [facts, next] = mainnetFacts(validators, 100 + epoch);
      const { tables } = epochTables("mainnet", facts, next, new Map());
      for (const { columns } of tables) {
        const column = columns.find(({ name }) => name === "epoch");
        if (column?.values instanceof Uint32Array) column.values.fill(facts.epoch + epoch);
      }
      await writeTables(store, tables);
    }
    await store.command("optimize table fct_eth_validator_duty_epoch final");
    const [row] = await store.rows<{ rows: string; bytes: string }>(
      `select sum(rows) as rows, sum(bytes_on_disk) as bytes from system.parts
      where database = currentDatabase() and table = 'fct_eth_validator_duty_epoch' and active`,
    );
    return { rows: Number(row?.rows), bytes: Number(row?.bytes) };
  } finally {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<Figure[]> {
  const { rows, bytes } = await dutyRowBytes();
  const input = `${rows} rows: ${validators} validators, ${epochs} epochs, 1.7 % of duties missed, 3 % of balances above 32 ETH`;
  return [{ metric: "bytes_per_validator_epoch", value: bytes / rows, unit: "B", input }];
}

export const storeBytes: Bench = { name: "store-bytes", run };
