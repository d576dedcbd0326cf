/** The roles hold the privileges that the stages need: read from the statements and inserts of their code, not from the same lists. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listSql, loadSql } from "./file.ts";
import { grantsText, type Stage, systemTables, writtenTables } from "./grants.ts";

const root = join(import.meta.dirname, "../..");

/** Sources of a stage, without tests. `serve/access/organizations.ts` is what the command line writes organizations with. */
function sourcesOf(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .filter((path) => join(folder, path) !== "serve/access/organizations.ts")
    .map((path) => readFileSync(join(root, folder, path), "utf8"));
}

/** Statements that the sources name: whole, or by the last part of their path. */
function statementsOf(sources: readonly string[]): string[] {
  const named = new Set(
    sources.flatMap((source) =>
      [...source.matchAll(/"([\w/]+)(?:\.sql)?"/g)].map(([, name = ""]) => basename(name)),
    ),
  );
  return (
    [...listSql("queries/app"), ...listSql("queries/internal")]
      // Backups are of the embedded warehouse.
      .filter((path) => !path.startsWith("queries/internal/backup/") && named.has(basename(path, ".sql")))
      .map((path) => loadSql(path).text)
  );
}

const tables = new Set(listSql("tables").map((path) => basename(path, ".sql")));
const insertTarget = /\binsert into (\w+)/g;

const folders: [Exclude<Stage, "operator">, string][] = [
  ["listen", "ingest"],
  ["transform", "transform"],
  ["serve", "serve"],
];

describe("grants for a ClickHouse server", () => {
  it("are the file of ops/clickhouse: `npx tsx cli/index.ts grants > ops/clickhouse/grants.sql`", () => {
    expect(readFileSync(join(root, "ops/clickhouse/grants.sql"), "utf8")).toBe(grantsText());
  });

  it.each(folders)("let %s insert into every table that its code does", (stage, folder) => {
    const sources = sourcesOf(folder);
    const inserted = [
      ...sources.flatMap((source) => [...source.matchAll(/\.insert\(\s*"(\w+)"/g)]),
      ...statementsOf(sources).flatMap((text) => [...text.matchAll(insertTarget)]),
    ].map(([, table = ""]) => table);
    const granted = writtenTables(stage);
    expect(inserted.length).toBeGreaterThan(0);
    expect(granted).toEqual(expect.arrayContaining([...new Set(inserted)]));
  });

  it("let transform fill every model's table, only the server and operators see to keys, and only these to organizations", () => {
    const models = listSql("models").map((path) => basename(path, ".sql"));
    expect(writtenTables("transform")).toEqual(expect.arrayContaining(models));
    const stages: Stage[] = ["listen", "transform", "serve", "operator"];
    const all = stages.flatMap(writtenTables);
    expect([...all].sort()).toEqual([...tables].sort());
    expect(writtenTables("operator")).toEqual(expect.arrayContaining(["app_organization", "app_migration"]));
    expect(writtenTables("serve")).toEqual(expect.arrayContaining(["app_api_key", "app_key_change"]));
  });

  it.each(folders)("let %s read the engine's tables that it queries", (stage, folder) => {
    // Every process watches the disks; workers look for shadows of replays.
    const common = [
      "store/disks",
      ...(stage === "transform" ? ["shadow/shadows", "shadow/heartbeat_table"] : []),
    ];
    const texts = [
      ...statementsOf(sourcesOf(folder)),
      ...common.map((name) => loadSql(`queries/internal/${name}.sql`).text),
    ];
    const queriedTables = texts.flatMap((text) =>
      [...text.matchAll(/\bsystem\.(\w+)/g)].map(([, table = ""]) => table),
    );
    expect([...systemTables[stage]].sort()).toEqual([...new Set(queriedTables)].sort());
  });
});
