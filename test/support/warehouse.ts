/** A warehouse in a temporary folder, for one test. */
import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { timed } from "../../fixtures/timed.ts";
import { createLogger } from "../../lib/logger.ts";
import { sqlFolder } from "../../lib/sql/file.ts";
import { migrate } from "../../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import type { Store } from "../../lib/store/store.ts";
import { smallTables } from "./smallTables.ts";

export const log = createLogger(process.env.TEST_LOG ?? "silent");

export type TestWarehouse = { store: Store; path: string; close(): Promise<void> };

const folders = new Map<string, string>();

/** A copy of sql/ with the files of one family of chains. */
function sqlFolderOf(family: string): string {
  const cachedFolder = folders.get(family);
  if (cachedFolder !== undefined) return cachedFolder;
  const folder = mkdtempSync(join(tmpdir(), `sql-${family}-`));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const ofOthers = (path: string) => {
    const [kind, owner] = relative(sqlFolder, path).split("/");
    return (kind === "tables" || kind === "views") && ![undefined, "app", family].includes(owner);
  };
  cpSync(sqlFolder, folder, { recursive: true, filter: (path) => !ofOthers(path) });
  folders.set(family, folder);
  return folder;
}

const allFamilies = "all";

async function createTables(path: string, family: string): Promise<void> {
  const store = createEmbeddedStore({ path, settings: smallTables, log });
  await migrate(store, { log, ...(family === allFamilies ? {} : { folder: sqlFolderOf(family) }) });
  await store.close();
}

/**
 * Writes a migrated, closed warehouse into the new folder `path`. Creating all tables takes a second of processor time,
 * so the first test of a run that needs a family's tables leaves a copy for the others, in the run's own folder.
 */
export async function copyMigrated(path: string, family: string = allFamilies): Promise<void> {
  const { WAREHOUSE_TEMPLATES } = process.env;
  const template = WAREHOUSE_TEMPLATES === undefined ? undefined : join(WAREHOUSE_TEMPLATES, family);
  if (template !== undefined && existsSync(template)) return cpSync(template, path, { recursive: true });
  await createTables(path, family);
  if (template === undefined) return undefined;
  const own = `${template}-${process.pid}`;
  cpSync(path, own, { recursive: true });
  try {
    renameSync(own, template);
  } catch {
    // Another process was first.
    rmSync(own, { recursive: true, force: true });
  }
}

/**
 * Empty tables.
 * @param family of whose chains the tables are; default: all. A test that opens dozens of warehouses spends a third of
 *   its time on tables of other chains
 */
export async function openTemporaryStore({ family }: { family?: string } = {}): Promise<TestWarehouse> {
  const path = mkdtempSync(join(tmpdir(), "va-test-"));
  const store = await timed("migrate", async () => {
    await copyMigrated(path, family);
    return createEmbeddedStore({ path, settings: smallTables, log });
  });
  return {
    store,
    path,
    close: async () => {
      await store.close();
      rmSync(path, { recursive: true, force: true });
    },
  };
}
