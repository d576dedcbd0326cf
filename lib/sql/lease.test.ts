/** Processes that migrate a warehouse server at the same time, die on the way, or may not migrate at all. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runVerb } from "../../test/support/cli.ts";
import { type ClickhouseFront, startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { createLogger } from "../logger.ts";
import { createServerStore } from "../store/server.ts";
import type { Store } from "../store/store.ts";
import { underLease } from "./lease.ts";
import { checkMigrated, migrate } from "./migrate.ts";

const log = createLogger("silent");
const root = mkdtempSync(join(tmpdir(), "lease-"));
/** Longer than any process is silent, however busy the machine is. */
const timing = { beatMs: 100, silenceMs: 60_000 };
let front: ClickhouseFront;
let databases = 0;

/** Three processes on a warehouse of their own, so a test that times out and goes on disturbs no other. */
const it = test.extend<{ stores: [Store, Store, Store] }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest requires a pattern here
  stores: async ({}, use) => {
    databases += 1;
    const database = `lease_${databases}`;
    const server = createServerStore({ url: front.url, log });
    await server.command(`create database ${database}`);
    await server.close();
    const open = () => createServerStore({ url: front.url, database, log });
    const stores: [Store, Store, Store] = [open(), open(), open()];
    await use(stores);
    await Promise.all(stores.map((store) => store.close()));
  },
});

/** Files of a version of a project with one table. */
function version(name: string, files: Record<string, string>): string {
  const folder = join(root, name);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

const table = (columns: string) =>
  `create table if not exists demo (${columns}) engine = MergeTree order by a`;
const before = version("before", { "tables/x/demo.sql": table("a UInt8") });
const after = version("after", {
  "tables/x/demo.sql": table("a UInt8, b UInt8"),
  // A second run fails.
  "migrations/0001_alter_demo.sql": "alter table demo add column b UInt8",
});

beforeAll(async () => {
  front = await startClickhouseFront({ path: join(root, "warehouse") });
});
afterAll(async () => {
  await front.close();
  rmSync(root, { recursive: true, force: true });
});

const migrateBy = (store: Store, folder: string) => migrate(store, { folder, timing, log });

describe("a migration", () => {
  it("runs once, however many processes begin at once", async ({ stores }) => {
    await migrateBy(stores[0], before);
    const results = await Promise.all(stores.map((store) => migrateBy(store, after)));
    expect(results.flatMap(({ migrations }) => migrations)).toEqual(["0001_alter_demo"]);
  });

  it("waits for a process that lives, and for none that died", async ({ stores: [one, other] }) => {
    await migrateBy(one, before);
    const steps: string[] = [];
    let living: Promise<void> | undefined;
    // A sign of life alone is no lease: of two that begin in the same moment, either may be first.
    await new Promise<void>((begun) => {
      living = underLease(
        one,
        async () => {
          begun();
          await delay(1_000);
          steps.push("first");
        },
        { timing },
      );
    });
    await migrateBy(other, after);
    steps.push("second");
    await living;
    expect(steps).toEqual(["first", "second"]);

    // A killed process leaves its lease without a last word.
    const restMs = 1_000;
    const saidAt = Date.now();
    await one.command(
      `insert into app_migration_lease (owner, is_released, beat_at)
      select 'dead', 0, now64(3) - toIntervalMillisecond({age:UInt32})`,
      { age: timing.silenceMs - restMs },
    );
    await migrateBy(other, after);
    expect(Date.now() - saidAt).toBeGreaterThanOrEqual(restMs);
  });

  it("ends in a process that was frozen for so long that another one may have begun", async ({
    stores: [one],
  }) => {
    await migrateBy(one, before);
    const shortly = { beatMs: 100, silenceMs: 600 };
    const frozen = underLease(
      one,
      async ({ check }) => {
        const wakeAt = Date.now() + shortly.silenceMs;
        while (Date.now() < wakeAt);
        check();
      },
      { timing: shortly },
    );
    await expect(frozen).rejects.toMatchObject({ code: "migration_lease_lost", retryable: true });
  });
});

describe("a process that may not migrate", () => {
  it("changes nothing, and is content only with a warehouse of its version", async ({ stores: [store] }) => {
    const notYet = { code: "not_migrated", retryable: true };
    await expect(checkMigrated(store, before)).rejects.toMatchObject(notYet);
    expect(await store.rows("show tables")).toEqual([]);
    await migrateBy(store, before);
    await checkMigrated(store, before);
    await expect(checkMigrated(store, after)).rejects.toMatchObject({
      ...notYet,
      message: expect.stringContaining("0001_alter_demo"),
    });
    await migrateBy(store, after);
    await checkMigrated(store, after);
    await expect(checkMigrated(store, before)).rejects.toMatchObject({
      code: "migration_needed",
      kind: "config",
    });
  });

  it("is the process with MIGRATE=off", async ({ stores: [store] }) => {
    const [at] = await store.rows<{ name: string }>("select currentDatabase() as name");
    const CLICKHOUSE_URL = `${front.url}/${at?.name}`;
    const { code, stderr } = await runVerb(["keys", "list"], { CLICKHOUSE_URL, MIGRATE: "off" });
    expect([code, stderr]).toEqual([1, expect.stringContaining("run `migrate`")]);
    expect(await store.rows("show tables")).toEqual([]);
  });
});
