/** Backups as an operator makes them: by verbs, of a warehouse that follows a generated chain. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { createLogger } from "../../lib/logger.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { type Running, startVerb } from "./cli.ts";
import { fingerprint } from "./fingerprint.ts";

export const chain = generateChain({
  seed: 91,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 7,
  networkName: "devnet",
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const from = chain.options.startEpoch + 1;
/** The last epoch that is computed when the node's head is at the chain's end. */
export const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);

export const computedLine = (epoch: number) => new RegExp(`"height":${epoch},.*"msg":"epoch computed"`);

export type WarehouseState = { tables: Record<string, string>; cursors: Record<string, number> };

/** The computed tables of a warehouse that no process has open, without the heads that were seen on the way. */
export async function readWarehouse(dataDir: string): Promise<WarehouseState> {
  const store = createEmbeddedStore({ path: join(dataDir, "warehouse"), log: createLogger("silent") });
  try {
    const rows = await store.rows<{ listener: string; height: string }>(
      "select listener, height from app_listener_cursor final",
    );
    return {
      tables: await fingerprint(store, "int|fct"),
      cursors: Object.fromEntries(rows.map(({ listener, height }) => [listener, Number(height)])),
    };
  } finally {
    await store.close();
  }
}

/** Starts a verb and kills it some time after a folder has appeared. @returns whether it was still at work */
export async function killOnce(
  args: readonly string[],
  environment: Record<string, string>,
  { parent, prefix, delayMs }: { parent: string; prefix: string; delayMs: number },
): Promise<boolean> {
  const process: Running = startVerb(args, environment);
  let hasEnded = false;
  void process.finished.then(() => {
    hasEnded = true;
  });
  const isThere = () => existsSync(parent) && readdirSync(parent).some((name) => name.startsWith(prefix));
  while (!hasEnded && !isThere()) await new Promise((resolve) => setTimeout(resolve, 2));
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  return (await process.stop("SIGKILL")).code === null;
}
