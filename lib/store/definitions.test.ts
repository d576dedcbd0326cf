import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createDefinitionGuard, definitionReserveMib, emptyDefinitions } from "./definitions.ts";
import { createEmbeddedStore } from "./embedded.ts";
import type { Store } from "./store.ts";

const log = createLogger("silent");
let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "definitions-"));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

const tables = "select name from system.tables where database = 'default' order by name";

/** Runs with the warehouse open. */
async function within<Result>(run: (store: Store) => Promise<Result>): Promise<Result> {
  const store = createEmbeddedStore({ path, log, poolSize: 2 });
  try {
    return await run(store);
  } finally {
    await store.close();
  }
}

const define = (name: string) => `create table ${name} (a UInt8) engine = MergeTree order by a`;
/** As chDB leaves a definition that it wrote to a full disk. */
const empty = (name: string) => writeFileSync(join(path, "metadata/default", `${name}.sql`), "");

it("a definition that was left empty when its table was created is removed, so that the folder opens", async () => {
  await within(async (store) => {
    await store.command(define("kept"));
    await store.command("insert into kept values (7)");
    await store.command(define("fresh"));
    await store.command("create function vaOne as x -> x + 1");
  });
  empty("fresh");
  writeFileSync(join(path, "user_defined/function_vaOne.sql"), "");
  expect(emptyDefinitions(path)).toEqual(["user_defined/function_vaOne.sql", "metadata/default/fresh.sql"]);
  await within(async (store) => {
    expect(await store.rows(tables)).toEqual([{ name: "kept" }]);
    expect(await store.rows("select a from kept")).toEqual([{ a: 7 }]);
    await store.command(define("fresh"));
  });
  expect(emptyDefinitions(path)).toEqual([]);
});

it("a table with rows whose definition was lost when it was changed has its rows again", async () => {
  const guard = createDefinitionGuard(path);
  await within(async (store) => {
    await store.command(define("kept"));
    await store.command("insert into kept values (7)");
    guard.beforeChange();
    await store.command("alter table kept add column b UInt8");
  });
  empty("kept");
  await within(async (store) => {
    expect(await store.rows("select * from kept")).toEqual([{ a: 7 }]);
    // The migration that was under way runs again.
    await store.command("alter table kept add column b UInt8");
    expect(await store.rows("select * from kept")).toEqual([{ a: 7, b: 0 }]);
  });
});

it("a copy that is of other rows is not put back", async () => {
  await within(async (store) => {
    for (const name of ["one", "other"]) await store.command(define(name));
    createDefinitionGuard(path).beforeChange();
    await store.command("exchange tables one and other");
  });
  empty("one");
  expect(() => createEmbeddedStore({ path, log })).toThrow("restore a backup");
  expect(readFileSync(join(path, "metadata/default/one.sql"), "utf8")).toBe("");
});

it("nothing is created or changed where less than the reserve is free, and a change that lost a definition ends", async () => {
  let free = definitionReserveMib - 1;
  const guard = createDefinitionGuard(path, () => free);
  await within(async (store) => {
    await store.command(define("kept"));
    expect(() => guard.beforeChange()).toThrow(/127 MiB are free.*needs 128 MiB of free space/);
    expect(existsSync(join(path, "definitions"))).toBe(false);
    free = definitionReserveMib;
    guard.beforeChange();
    expect(readdirSync(join(path, "definitions/metadata/default"))).toEqual(["kept.sql"]);
    guard.afterChange();
    free = 0;
    guard.afterChange();
    empty("kept");
    expect(() => guard.afterChange()).toThrow("kept.sql is empty. Make room and start again");
  });
  await within(async (store) => {
    expect(await store.rows(tables)).toEqual([{ name: "kept" }]);
  });
});
