/** Projects of a few SQL files, each with a database of its own in one engine. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { listSql, loadSql } from "../../lib/sql/file.ts";
import { type MigrationResult, migrate } from "../../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import type { Store } from "../../lib/store/store.ts";

/** A project's files and the warehouse that they are migrated to. */
export type Project = {
  store: Store;
  /** Writes a file of the project. A commit's files are read once a process, so later ones belong to `nextVersion`. */
  write(path: string, text: string): void;
  /** The same project at a later commit: its files, changed, in a new folder. */
  nextVersion(changes: Record<string, string>): void;
  /** A later commit with no files of the one before. */
  startAgain(): void;
  migrate(): Promise<MigrationResult>;
  folder(): string;
  /** Name of a function that belongs to this project alone: functions belong to the whole engine. */
  twiceName: string;
};

const log = createLogger("silent");
let projects = 0;

/** Shared by the projects of a test file: a folder, and an engine that stays open in it and is never migrated. */
type Shared = { root: string; path: string; engine: Store };

async function openProject({ root, path, engine }: Shared): Promise<Project> {
  projects += 1;
  const number = projects;
  const database = `project_${number}`;
  await engine.command(`create database ${database}`);
  const store = createEmbeddedStore({ path, database, log });
  const newFolder = () => mkdtempSync(join(root, "sql-"));
  let folder = newFolder();
  function write(file: string, text: string): void {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  function nextVersion(changes: Record<string, string>): void {
    const before = listSql("", folder).map((file) => [file, loadSql(file, folder).text] as const);
    folder = newFolder();
    for (const [file, text] of [...before, ...Object.entries(changes)]) write(file, text);
  }
  return {
    ...{ store, write, nextVersion, twiceName: `demoTwice${number}`, folder: () => folder },
    startAgain: () => {
      folder = newFolder();
    },
    migrate: () => migrate(store, { folder }),
  };
}

/** Every test has a project of its own, so one that times out and continues in the background disturbs no other. */
export const it = test.extend<{ project: Project; shared: Shared }>({
  // Files share a process, so the resources belong to a file and not to this module.
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern here
    async ({}, use) => {
      const root = mkdtempSync(join(tmpdir(), "migrate-"));
      const path = join(root, "warehouse");
      const engine = createEmbeddedStore({ path, log });
      await use({ root, path, engine });
      await engine.close();
      rmSync(root, { recursive: true, force: true });
    },
    { scope: "file" },
  ],
  project: async ({ shared }, use) => {
    const project = await openProject(shared);
    await use(project);
    await project.store.close();
  },
});
