/** The engine's view of the files of sql/: functions, views, tables that statements read, statements that code runs. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { listSql, loadModel, loadSql, readSql, sqlFolder } from "../lib/sql/file.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import type { Store } from "../lib/store/store.ts";
import { selectOf } from "./sqlCheck/bound.ts";

const log = createLogger("silent");
const folder = mkdtempSync(join(tmpdir(), "sql-objects-"));
let store: Store;

beforeAll(async () => {
  store = createEmbeddedStore({ path: folder, log });
  await migrate(store, { log });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const nameOf = (path: string) => basename(path, ".sql");
const tables = new Set(listSql("tables").map(nameOf));
const views = new Map(listSql("views").map((path) => [nameOf(path), path]));

/** The comment above the statement, as one text. */
function aboutOf(path: string): string {
  const lines = readFileSync(join(sqlFolder, path), "utf8").split("\n");
  return lines
    .slice(
      0,
      lines.findIndex((line) => !line.startsWith("--")),
    )
    .map((line) => line.replace(/^-- ?/, ""))
    .join("\n");
}

const exampleOf = (path: string) => /^Example: ([\s\S]+)$/m.exec(aboutOf(path))?.[1] ?? "";

/** Tables that a statement reads, by the engine's own analysis; a view counts as the tables that it reads. */
async function readsOf(text: string): Promise<string[]> {
  const { sql, params } = selectOf(text);
  const tree = await store.rows<{ explain: string }>(`explain query tree run_passes = 1 ${sql}`, params);
  const tableNames = tree.flatMap(
    // A select without a table reads system.one.
    ({ explain }) => /\bTABLE\b.* table_name: (?!system\.one\b)\S*?([^.\s,]+)(,|$)/.exec(explain)?.[1] ?? [],
  );
  const names = tableNames.map(async (name) => {
    const path = views.get(name);
    return path === undefined ? [name] : await readsOf(loadSql(path).text);
  });
  return [...new Set((await Promise.all(names)).flat())].sort();
}

describe("readsOf", () => {
  it("sees tables in joins, lists, subqueries and views", async () => {
    expect(
      await readsOf(`with (select max(day) from int_eth_day) as newest, days as (select network from int_cosmos_day)
      select newest, (select count() from dim_eth_network) from raw_eth_slashing
      join raw_eth_block using (network) where network in (select network from fct_eth_slashing)
      and network in (select network from days union all select 'a')`),
    ).toEqual([
      "dim_eth_network",
      "fct_eth_slashing",
      "int_cosmos_day",
      "int_eth_day",
      "raw_eth_block",
      "raw_eth_slashing",
    ]);
    const example = exampleOf(views.get("view_eth_validator_performance_period") ?? "");
    expect(await readsOf(example)).toEqual(["fct_eth_validator_performance_daily"]);
  });
});

describe.each(listSql("models"))("sql/%s", (path) => {
  it("reads only its own table and the tables that its front matter names", async () => {
    const model = loadModel(path);
    const reads = await readsOf(model.sql);
    expect(
      reads.filter((table) => table !== model.table),
      `tables that the statement of sql/${path} reads, against \`reads:\` of its front matter`,
    ).toEqual([...model.reads].sort());
  });
});

describe.each(listSql("queries"))("sql/%s", (path) => {
  it("reads tables of the warehouse or of the engine", async () => {
    const { text } = loadSql(path);
    // A statement that drops rows reads no table.
    const reads = text.startsWith("alter table ") ? [] : await readsOf(text);
    const exists = (name: string) =>
      tables.has(name) ||
      (path.startsWith("queries/analyst/")
        ? [
            "columns",
            "data_skipping_indices",
            "databases",
            "functions",
            "schemata",
            "settings",
            "tables",
            "views",
          ]
        : ["backups", "columns", "databases", "disks", "functions", "mutations", "parts", "tables"]
      ).includes(name);
    expect(
      reads.filter((name) => !exists(name)),
      `sql/${path}: tables without a file in sql/tables`,
    ).toEqual([]);
    expect(aboutOf(path), `sql/${path}: the comment above the statement`).not.toBe("");
  });
});

describe.each(listSql("functions"))("sql/%s", (path) => {
  const { text } = loadSql(path);

  it("creates the function that the file is named after, with a prefix of ours", () => {
    const name = /^create or replace function (\w+) as \(/.exec(text)?.[1];
    expect(name, `sql/${path}: the name in \`create or replace function\``).toBe(nameOf(path));
    // Functions belong to a whole server.
    expect(nameOf(path), `sql/${path}: the prefix of the name`).toMatch(/^va[A-Z][A-Za-z]+$/);
  });

  it("documents its arguments and its result", () => {
    const about = aboutOf(path);
    const names = /\bas \(([^)]*)\) ->/.exec(text)?.[1]?.trim().split(/,\s*/) ?? [];
    expect(names.length, `sql/${path}: arguments of the function`).toBeGreaterThan(0);
    for (const name of names)
      expect(about, `sql/${path}: the comment above describes the argument \`${name}\``).toMatch(
        new RegExp(`\\b${name}(, \\w+)*:`),
      );
    expect(about, `sql/${path}: the comment above says what the function returns`).toMatch(/\bReturns /);
  });

  it("has an example that is true", async () => {
    expect(exampleOf(path), `sql/${path}: \`Example:\` in the comment above`).toContain(`${nameOf(path)}(`);
    const [condition = "", from] = exampleOf(path).split(" from ");
    const rest = from === undefined ? "" : ` from ${from}`;
    expect(
      await store.rows(`select toBool(${condition}) as is_true${rest}`),
      `sql/${path}: its example, ${condition}`,
    ).toEqual([{ is_true: true }]);
  });
});

describe.each(listSql("views"))("sql/%s", (path) => {
  const { text, placeholders } = loadSql(path);

  it("creates the view that the file is named after", () => {
    const name = /^create or replace view (\w+) as\n/.exec(text)?.[1];
    expect(name, `sql/${path}: the name in \`create or replace view\``).toBe(nameOf(path));
    expect(nameOf(path), `sql/${path}: the prefix of the name`).toMatch(/^view_[a-z0-9_]+$/);
    expect(text.split("\n").at(-1), `sql/${path}: the last line, the view's comment`).toMatch(
      /^comment 'One row per .+'$/,
    );
  });

  it("documents its parameters", () => {
    for (const { name } of placeholders)
      expect(aboutOf(path), `sql/${path}: the comment above describes the parameter \`${name}\``).toMatch(
        new RegExp(`\\b${name}\\b.*:`),
      );
  });

  it("has an example that runs and reads by the key", async () => {
    expect(exampleOf(path), `sql/${path}: \`Example:\` in the comment above`).toContain(`${nameOf(path)}(`);
    expect(await store.describe(exampleOf(path)), `sql/${path}: columns of its example`).not.toEqual([]);
    // A table without rows has no parts to choose among.
    for (const read of await readsOf(exampleOf(path)))
      await store.command(`insert into ${read} (network) values ('mainnet')`);
    const plan = await store.text(`explain indexes = 1 ${exampleOf(path)}`);
    const keys = [...plan.matchAll(/PrimaryKey[\s\S]*?Condition: (.*)/g)].map(([, key]) => key).join("\n");
    const about = `sql/${path}: columns of primary keys by which its example reads`;
    expect(keys, about).toContain("network in");
    expect(keys, about).toMatch(/(validator(_index)?|id_type|root_index) in/);
  });
});

/** Every source file that may hold a statement's path. */
function sourcesIn(folder: string): { file: string; source: string }[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts") && !name.includes("node_modules"))
    .map((name) => ({
      file: join(basename(folder), name),
      source: readFileSync(join(folder, name), "utf8"),
    }));
}

/** Names in the object that follows as the next argument; none without one, undefined when it can't be seen from here. */
function keysGiven(after: string): string[] | undefined {
  const object = /^,\s*(?=\{)/.exec(after);
  if (object === null) return /^,?\s*\)/.test(after) ? [] : undefined;
  let depth = 0;
  let flat = "";
  for (const character of after.slice(object[0].length)) {
    if ("{[(".includes(character)) depth += 1;
    if (depth === 1) flat += character;
    if ("}])".includes(character)) depth -= 1;
    if (depth === 0) break;
  }
  if (flat.includes("...")) return undefined;
  return flat
    .slice(1)
    .split(",")
    .flatMap((part) => /^\s*(\w+)/.exec(part)?.[1] ?? []);
}

describe("values that code gives", () => {
  it("is read from the call", () => {
    expect(keysGiven(", { a, b: f({ c, d }, [e]), g: h(1, 2) })")).toEqual(["a", "b", "g"]);
    expect(keysGiven(",\n  ),\n")).toEqual([]);
    expect(keysGiven(");")).toEqual([]);
    expect(keysGiven(", params)")).toBeUndefined();
    expect(keysGiven(", { ...params, a })")).toBeUndefined();
  });

  const root = join(sqlFolder, "..");
  const sources = ["chains", "cli", "ingest", "lib", "serve", "transform", "verify"].flatMap((folder) =>
    sourcesIn(join(root, folder)),
  );

  it.each(listSql("queries"))("a source file uses %s", (path) => {
    const usage = new RegExp(`\\b${nameOf(path)}\\b`);
    const isUsed = sources.some(({ source }) => usage.test(source));
    expect(isUsed, `no source file names sql/${path}: remove the file, or use it`).toBe(true);
  });

  // Endpoints' statements are compared with their requests in endpoints.test.ts; of values that are made elsewhere the
  // store says at once which is missing.
  const calls = sources.flatMap(({ file, source }) =>
    [
      ...source.matchAll(/(?:loadSql\(\s*"([^"]+)"\s*,?\s*\)\.text|internalSql\(\s*"([^"]+)"\s*,?\s*\))/g),
    ].map((match) => ({
      file,
      path: match[1] ?? `queries/internal/${match[2]}.sql`,
      given: keysGiven(source.slice(match.index + match[0].length)),
    })),
  );

  it.each(calls.filter(({ given }) => given !== undefined))(
    "$path is given $given",
    ({ path, given, file }) => {
      expect(given?.sort(), `${file} gives sql/${path} these values, against its placeholders`).toEqual(
        loadSql(path)
          .placeholders.map(({ name }) => name)
          .sort(),
      );
    },
  );

  it("reads only existing files", () => {
    expect(calls.length).toBeGreaterThan(10);
    for (const { path, file } of calls)
      expect(readSql(path), `sql/${path}, which ${file} reads`).not.toBe("");
    expect(calls.filter(({ given }) => given !== undefined).length).toBeGreaterThan(10);
  });
});
