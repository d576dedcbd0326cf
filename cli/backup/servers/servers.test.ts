import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCursorStore, writtenName } from "../../../ingest/listener/cursor.ts";
import { createLogger } from "../../../lib/logger.ts";
import { loadSql } from "../../../lib/sql/file.ts";
import { writtenTables } from "../../../lib/sql/grants.ts";
import { createServerStore } from "../../../lib/store/server.ts";
import type { Store } from "../../../lib/store/store.ts";
import { type ClickhouseFront, startClickhouseFront } from "../../../test/support/clickhouseFront.ts";
import { failureOf } from "../../../test/support/stores.ts";
import { checkRemovable, outdated } from "../rotation.ts";
import { backupName, dayOf, listOnServers, readCatalog, recordBackup, type ServerListed } from "./catalog.ts";
import { createOnServers, type ServerBackupDeps } from "./create.ts";
import { parseDestination } from "./destination.ts";
import { restoreOnServers, verifyOnServers } from "./restore.ts";
import { readVerifiedOnServers } from "./verified.ts";

const root = mkdtempSync(join(tmpdir(), "va-server-backup-"));
const disk = join(root, "disk");
const folder = join(disk, "validators");
const log = createLogger("silent");
const signal = new AbortController().signal;
const database = "warehouse";
const tables = ["app_migration", "app_listener_cursor", "app_api_key"];
const workers = "raw_cosmos_block";
const destination = parseDestination("disk:backups/validators");

let front: ClickhouseFront;
let store: Store;
let deps: ServerBackupDeps;
const openStore = (name: string) => createServerStore({ url: front.url, database: name, log });
const now = { now: new Date(), signal };
const states = async () => (await listOnServers(deps, now)).map(({ name, state }) => [name, state]);
const keysOf = async () =>
  (await store.rows<{ key_id: string }>("select key_id from app_api_key final order by key_id")).map(
    ({ key_id }) => key_id,
  );
const addKey = (id: string) =>
  store.command("insert into app_api_key (key_id, name) values ({id:String}, {id:String})", { id });
/** Whether a backup was restored since a moment. */
const isVerifiedSince = async (time: number) =>
  ((await readVerifiedOnServers(store))?.getTime() ?? 0) >= time;
const today = (number: number) => backupName(dayOf(new Date()), number);

beforeAll(async () => {
  mkdirSync(disk, { recursive: true });
  front = await startClickhouseFront({ path: join(root, "data"), backups: disk });
  deps = { openStore, database, cluster: undefined, destination, emit: () => undefined, signal };
  const system = openStore("system");
  await system.command(`create database ${database}`);
  await system.close();
  store = openStore(database);
  expect(writtenTables("transform")).toContain(workers);
  for (const table of tables) await store.command(loadSql(`tables/app/${table}.sql`).text);
  await store.command(loadSql(`tables/cosmos/${workers}.sql`).text);
  await store.command("create view view_keys as select key_id from app_api_key");
});
afterAll(async () => {
  await store.close();
  await front.close();
  rmSync(root, { recursive: true, force: true });
});

const writeBlock = (height: number) =>
  store.command(`insert into ${workers} (network, height) values ('x', {height:UInt64})`, { height });

describe("a backup of servers", () => {
  it("is written by them, of everything at first, then of what has changed", async () => {
    await addKey("first");
    const cursors = createCursorStore(store);
    await cursors.write("cosmos/x", { height: 9, position: 9, root: "0x9", generation: 2 });
    await cursors.write(writtenName("cosmos/x"), { height: 7, position: 7, root: "0x7", generation: 2 });
    const complete = await createOnServers({ isFull: false }, deps);
    expect(complete).toMatchObject({ name: today(1), base: null, database, files: expect.any(Number) });
    await addKey("second");
    const changed = await createOnServers({ isFull: false }, deps);
    expect(changed.base).toEqual({ name: complete.name, id: complete.id });
    expect(await states()).toEqual([
      [today(1), "good"],
      [today(2), "good"],
    ]);
    expect(await readVerifiedOnServers(store)).toBeUndefined();
    const began = Date.now();
    const [one] = await verifyOnServers(undefined, deps);
    expect(one.name).toBe(changed.name);
    expect(await isVerifiedSince(began)).toBe(true);
    expect(await states()).toEqual([
      [today(1), "good"],
      [today(2), "good"],
    ]);
    expect(front.statements.filter((text) => /^backup/i.test(text)).join("\n")).toContain(
      `to Disk('backups', 'validators/${today(2)}/data') settings id = '${changed.id}', base_backup = Disk('backups', 'validators/${today(1)}/data'), async = 1`,
    );
  });

  it("lies between two batches: it begins again when a worker has written meanwhile", async () => {
    let height = 0;
    const busy = (name: string): Store => {
      const real = openStore(name);
      return {
        ...real,
        rows: async (sql, params) => {
          const answer = await real.rows(sql, params);
          if (sql.startsWith("backup database") && height < 2) await writeBlock(++height);
          return answer as never;
        },
      };
    };
    const made = await createOnServers({ isFull: true }, { ...deps, openStore: busy });
    expect(height).toBe(2);
    expect(made.tables.find(({ name }) => name === workers)?.rows).toBe(2);
    expect((await states()).filter(([, state]) => state !== "good")).toEqual([]);
    const never = createOnServers(
      { isFull: true },
      {
        ...deps,
        patienceMs: 1,
        openStore: (name) => {
          const real = busy(name);
          return {
            ...real,
            rows: async (sql, params) => {
              await writeBlock(++height);
              return await real.rows(sql, params);
            },
          };
        },
      },
    );
    expect(await failureOf(never)).toMatchObject({ code: "never_quiet" });
  });

  it("that is aborted, or whose end was never observed, is never good", async () => {
    const before = await states();
    const stopper = new AbortController();
    const stopped = createOnServers(
      { isFull: true },
      { ...deps, signal: stopper.signal, emit: () => stopper.abort(new Error("enough")) },
    );
    await expect(stopped).rejects.toThrow("enough");
    const [listed] = await readCatalog(store);
    const killed = { ...(listed as ServerListed).manifest, name: today(9) };
    await recordBackup(store, "begun", killed);
    expect((await states()).filter(([, state]) => state === "good")).toEqual(before);
    expect(await failureOf(restoreOnServers({ name: today(9), isReplaced: true }, deps))).toMatchObject({
      code: "broken_backup",
    });
    await recordBackup(store, "removed", killed);
  });

  it("finds another name where the servers have one that is not known of", async () => {
    const count = (await states()).length;
    const last = (await readCatalog(store)).at(-1) as ServerListed;
    await recordBackup(store, "removed", last.manifest);
    const made = await createOnServers({ isFull: false }, deps);
    expect(made.name > last.name).toBe(true);
    expect((await states()).length).toBe(count);
  });
});

describe("a restore on servers", () => {
  it("refuses to touch a warehouse, and moves it away with isReplaced", async () => {
    const refused = await failureOf(restoreOnServers({ name: today(1), isReplaced: false }, deps));
    expect(refused).toMatchObject({ code: "warehouse_exists" });
    const began = Date.now();
    const { before } = await restoreOnServers({ name: today(1), isReplaced: true }, deps);
    expect(await isVerifiedSince(began)).toBe(true);
    expect(before).toMatch(/^warehouse_until_\d{8}T\d+Z$/);
    expect(await keysOf()).toEqual(["first"]);
    expect(await states()).toEqual([[today(1), "good"]]);
    const cursor = { height: 7, position: 7, root: "0x7", generation: 3, acknowledged: {} };
    const cursors = createCursorStore(store);
    expect(await cursors.read("cosmos/x")).toEqual(cursor);
    expect(await cursors.read(writtenName("cosmos/x"))).toEqual(cursor);
    // `migrate` makes it again, of the right database.
    expect(
      await store.rows("select name from system.tables where name = 'view_keys' and database = 'warehouse'"),
    ).toEqual([]);
    const system = openStore("system");
    await system.command(`drop database ${before} sync`);
    await system.close();
  });

  it("works when nothing is left but what the servers wrote, and finds what there is by itself", async () => {
    const system = openStore("system");
    await system.command(`drop database ${database} sync`);
    await system.close();
    // A killed server leaves no list.
    const written = readdirSync(folder).sort();
    renameSync(join(folder, written.at(-1) ?? "", "list"), join(root, "list"));
    const names = (await states()).map(([name]) => name);
    expect(names).not.toContain(written.at(-1));
    const options = { name: names.at(-1), isReplaced: false };
    const { manifest, before } = await restoreOnServers(options, deps);
    expect([manifest.name, before]).toEqual([names.at(-1), undefined]);
    expect(await keysOf()).toEqual(["first", "second"]);
    await addKey("third");
    expect((await createOnServers({ isFull: false }, deps)).base?.name).toBe(manifest.name);
  });

  it("names what is damaged, and cleans up", async () => {
    const newest = (await states()).at(-1)?.[0] ?? "";
    const files = readdirSync(join(folder, newest, "data"), { recursive: true, encoding: "utf8" });
    const file = files.find((path) => /app_api_key.*data\.bin$/.test(path)) ?? "";
    writeFileSync(join(folder, newest, "data", file), "?", { flag: "r+" });
    const began = Date.now();
    const failed = await failureOf(verifyOnServers(newest, deps));
    expect(await isVerifiedSince(began)).toBe(false);
    expect(failed).toMatchObject({ message: expect.stringContaining("app_api_key") });
    const left = await store.rows("select name from system.databases where name like 'warehouse_%'");
    expect(left).toEqual([]);
    expect(await failureOf(verifyOnServers("x", deps))).toMatchObject({ code: "unknown_backup" });
  });

  it("stays known when it was tried, and the backup is listed no more", async () => {
    const { manifest } = (await readCatalog(store))[0] as ServerListed;
    const began = Date.now();
    await verifyOnServers(manifest.name, deps);
    const verified = await readVerifiedOnServers(store);
    expect(verified?.getTime()).toBeGreaterThanOrEqual(began);
    const listed = (await readCatalog(store)).find(({ name }) => name === manifest.name) as ServerListed;
    await recordBackup(store, "removed", listed.manifest);
    expect(await readVerifiedOnServers(store)).toEqual(verified);
  });
});

describe("rotation", () => {
  const one = (name: string, base?: string, state = "good") => ({
    name,
    state,
    manifest: { base: base === undefined ? null : { name: base } },
  });
  const listed = [one("a"), one("b", "a"), one("c"), one("d", "c"), one("e", "d"), one("f", "d", "broken")];

  it("keeps the newest and all that they are based on", () => {
    expect(outdated(listed, 1)).toEqual(["b", "a"]);
    expect(outdated(listed, 3)).toEqual(["b", "a"]);
    expect(outdated(listed, 4)).toEqual([]);
  });

  it("removes nothing that another one is based on", () => {
    expect(checkRemovable(listed, ["a", "b"])).toEqual(["b", "a"]);
    expect(() => checkRemovable(listed, ["a"])).toThrow("b is based on a");
    expect(() => checkRemovable(listed, ["x"])).toThrow("There is no backup x");
  });
});
