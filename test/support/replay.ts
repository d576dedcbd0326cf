/** Warehouses to damage and rebuild: embedded, or over the HTTP front. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../chains/config.ts";
import { planReplay, type ReplayArgs } from "../../cli/replay/args.ts";
import { type ReplayDeps, type ReplayResult, runReplay } from "../../cli/replay/run.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { createServerStore } from "../../lib/store/server.ts";
import type { Store } from "../../lib/store/store.ts";
import { startClickhouseFront } from "./clickhouseFront.ts";
import { smallTables } from "./smallTables.ts";
import { log } from "./warehouse.ts";

export type ReplayWarehouse = {
  store: Store;
  openDatabase(name: string): Store;
  close(): Promise<void>;
};

/** @param template folder of a closed warehouse to copy; default: an empty warehouse */
export async function openReplayWarehouse(kind: Store["kind"], template?: string): Promise<ReplayWarehouse> {
  const path = mkdtempSync(join(tmpdir(), "va-replay-"));
  if (template !== undefined) cpSync(template, path, { recursive: true });
  const front = kind === "server" ? await startClickhouseFront({ path }) : undefined;
  const openStore = (database?: string) =>
    front === undefined
      ? createEmbeddedStore({
          path,
          database,
          settings: smallTables,
          ...(database === undefined ? {} : { poolSize: 2 }),
          log,
        })
      : createServerStore({ url: front.url, database, log });
  const store = openStore();
  await migrate(store, { log });
  return {
    store,
    openDatabase: openStore,
    close: async () => {
      await store.close();
      await front?.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

/** Runs a replay as the verb does. */
export async function replayIn(
  warehouse: ReplayWarehouse,
  args: ReplayArgs,
  deps: Partial<ReplayDeps> = {},
): Promise<ReplayResult> {
  return await runReplay(planReplay(args), {
    config: loadConfig({}),
    log,
    store: warehouse.store,
    openDatabase: warehouse.openDatabase,
    bus: createMemoryBus({ log }),
    emit: () => undefined,
    signal: new AbortController().signal,
    ...deps,
  });
}

/**
 * Damages the tables of days: rows of the day in the middle get a newer version under another network's name, the day
 * after it is deleted. @returns these days
 */
export async function damageDays(
  store: Store,
  family: string,
  tables: readonly string[],
): Promise<{ middle: string; next: string }> {
  const [days] = await store.rows<{ middle: string; next: string }>(
    `select toString(quantileExact(0.5)(day)) as middle, toString(addDays(quantileExact(0.5)(day), 1)) as next
    from int_${family}_day final`,
  );
  const { middle = "", next = "" } = days ?? {};
  for (const table of tables) {
    await store.command(
      `insert into ${table} select * replace (version + 1000000 as version, 'other' as network)
      from ${table} final where day = {middle:Date}`,
      { middle },
    );
    await store.command(`delete from ${table} where day = {next:Date} and network != 'other'`, { next });
  }
  return { middle, next };
}

/** Databases that a replay has not removed. */
export async function shadowsIn({ store }: ReplayWarehouse): Promise<string[]> {
  const rows = await store.rows<{ name: string }>(
    "select name from system.databases where name like '%_replay_%'",
  );
  return rows.map((row) => row.name);
}
