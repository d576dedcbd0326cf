import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCursorStore, writtenName } from "../../ingest/listener/cursor.ts";
import { createLogger } from "../../lib/logger.ts";
import { loadSql } from "../../lib/sql/file.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { finishRestore, markRestored, restoringFolder } from "../../lib/store/restored.ts";
import type { Store } from "../../lib/store/store.ts";
import { failureOf } from "../../test/support/stores.ts";
import { type BackupDeps, createBackup } from "./create.ts";
import { listBackups, type Manifest } from "./manifest.ts";
import { removeBackups } from "./remove.ts";
import { restoreBackup } from "./restore.ts";
import { checkRemovable, outdated } from "./rotation.ts";
import { verifyBackup } from "./verify.ts";

const root = mkdtempSync(join(tmpdir(), "va-backup-"));
const [dataDir, folder] = [join(root, "data"), join(root, "backups")];
const log = createLogger("silent");
const signal = new AbortController().signal;
const emit = () => undefined;
const deps = { folder, log, emit, signal };
const tables = ["app_migration", "app_listener_cursor", "app_api_key"];

const open = (path = join(dataDir, "warehouse")) => createEmbeddedStore({ path, backups: folder, log });
const addKey = (store: Store, id: string) =>
  store.command("insert into app_api_key (key_id, name) values ({id:String}, {id:String})", { id });
const keysOf = async (path: string) => {
  const store = open(path);
  const rows = await store.rows<{ key_id: string }>("select key_id from app_api_key final order by key_id");
  await store.close();
  return rows.map(({ key_id }) => key_id);
};

let store: Store;
let complete: Manifest;
let middle: Manifest;
let changed: Manifest;

beforeAll(async () => {
  store = open();
  for (const table of tables) await store.command(loadSql(`tables/app/${table}.sql`).text);
});
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

const make = (isFull: boolean, own: Partial<BackupDeps> = {}) =>
  createBackup({ isFull }, { store, pause: (run) => run(), ...deps, ...own });

describe("a backup", () => {
  it("holds everything at first, then only changes; rows written after the pause are not in it", async () => {
    await addKey(store, "first");
    const cursors = createCursorStore(store);
    await cursors.write("eth/devnet", { height: 9, position: 79, root: "0x9", generation: 2 });
    await cursors.write(writtenName("eth/devnet"), { height: 7, position: 63, root: "0x7", generation: 2 });
    complete = await make(false);
    expect(complete).toMatchObject({ base: null, migrations: [] });
    expect(complete.cursors).toEqual([
      { listener: "eth/devnet", height: 9 },
      { listener: "eth/devnet/written", height: 7 },
    ]);
    await addKey(store, "second");
    changed = await make(false, {
      pause: async (run) => {
        const begun = await run();
        await addKey(store, "late");
        return begun;
      },
    });
    expect(changed.base).toEqual({ name: complete.name, id: complete.id });
    expect(changed.files).toBeLessThan(complete.files);
    middle = changed;
    changed = await make(false);
    const keysIn = ({ tables: held }: Manifest) => held.find(({ name }) => name === "app_api_key")?.rows;
    expect([complete, middle, changed].map(keysIn)).toEqual([1, 2, 3]);
    expect((await verifyBackup(undefined, deps)).map(({ name }) => name)).toEqual([
      changed.name,
      middle.name,
      complete.name,
    ]);
  });

  it("that is aborted, or cut off by a kill, is never good, and the next one removes what it left", async () => {
    const before = await listBackups(folder);
    const stopper = new AbortController();
    const reason = new Error("enough");
    const stopped = make(true, { signal: stopper.signal, emit: () => stopper.abort(reason) });
    await expect(stopped).rejects.toThrow("enough");
    expect(await listBackups(folder)).toEqual(before);
    const left = join(folder, "unfinished-20200101T000000.000Z");
    mkdirSync(join(left, "data"), { recursive: true });
    expect((await listBackups(folder)).map(({ state }) => state)).toEqual([
      "good",
      "good",
      "good",
      "unfinished",
    ]);
    const full = await make(true);
    expect(full.base).toBeNull();
    expect(existsSync(left)).toBe(false);
    rmSync(join(folder, full.name), { recursive: true });
  });

  it("is not made twice at once", async () => {
    let second: Promise<unknown> | undefined;
    const first = await make(true, {
      pause: async (run) => {
        second = make(true).catch((error: unknown) => error);
        await second;
        return await run();
      },
    });
    expect(await second).toMatchObject({ code: "file_in_use" });
    rmSync(join(folder, first.name), { recursive: true });
  });
});

describe("a ClickHouse server that was restored by other means", () => {
  it("has its cursors set back by the statement that the documentation gives", async () => {
    const text = readFileSync(join(import.meta.dirname, "../../docs/operations.md"), "utf8");
    await store.command(/^insert into app_listener_cursor\n[^`]+/m.exec(text)?.[0] ?? "");
    const cursor = { height: 7, position: 63, root: "0x7", generation: 3, acknowledged: {} };
    const cursors = createCursorStore(store);
    expect(await cursors.read("eth/devnet")).toEqual(cursor);
    expect(await cursors.read(writtenName("eth/devnet"))).toEqual(cursor);
  });
});

describe("a restore", () => {
  const restored = join(root, "restored");

  it("makes the warehouse that the backup saw; listeners go on from what its tables hold", async () => {
    await store.close();
    const { manifest, before } = await restoreBackup({ isReplaced: false }, { ...deps, dataDir: restored });
    expect([manifest.name, before]).toEqual([changed.name, undefined]);
    expect(await keysOf(join(restored, "warehouse"))).toEqual(["first", "late", "second"]);
    const opened = open(join(restored, "warehouse"));
    const cursor = { height: 7, position: 63, root: "0x7", generation: 3, acknowledged: {} };
    expect(await createCursorStore(opened).read("eth/devnet")).toEqual(cursor);
    await opened.close();
  });

  it("of an older one moves the warehouse away with isReplaced, and only then", async () => {
    const options = { name: middle.name, isReplaced: false };
    const refused = await failureOf(restoreBackup(options, { ...deps, dataDir: restored }));
    expect(refused).toMatchObject({ code: "warehouse_exists" });
    const { before = "" } = await restoreBackup(
      { ...options, isReplaced: true },
      { ...deps, dataDir: restored },
    );
    expect(await keysOf(join(restored, "warehouse"))).toEqual(["first", "second"]);
    expect(await keysOf(before)).toEqual(["first", "late", "second"]);
  });

  it("that was killed between its two renames is finished by the next process that opens the folder", () => {
    const path = join(root, "renamed");
    mkdirSync(restoringFolder(path), { recursive: true });
    writeFileSync(join(restoringFolder(path), "rows"), "");
    finishRestore(path);
    expect(readdirSync(path)).toEqual(["restoring"]);
    markRestored(path);
    finishRestore(path);
    expect(readdirSync(join(path, "warehouse"))).toEqual(["rows"]);
  });

  it("refuses what is damaged, and what a newer version has made", async () => {
    const target = { ...deps, dataDir: join(root, "never") };
    const file = join(folder, complete.name, "data/metadata/default/app_api_key.sql");
    writeFileSync(file, " ", { flag: "a" });
    await expect(restoreBackup({ isReplaced: false }, target)).rejects.toThrow(
      `${complete.name}: data/metadata/default/app_api_key.sql is damaged`,
    );
    writeFileSync(join(folder, complete.name, "data/other"), "");
    await expect(verifyBackup(complete.name, deps)).rejects.toThrow("data/other does not belong to it");
    const manifest = { ...changed, migrations: ["9999_alter_all"] };
    writeFileSync(join(folder, changed.name, "manifest.json"), JSON.stringify(manifest));
    const newer = await failureOf(restoreBackup({ isReplaced: false }, target));
    expect(newer).toMatchObject({ code: "newer_backup", message: expect.stringContaining("9999_alter_all") });
    expect(existsSync(target.dataDir)).toBe(false);
  });

  it("can be removed when no other one is based on it, and a kill on the way leaves none without its base", async () => {
    const names = async () => (await listBackups(folder)).map(({ name }) => name);
    const before = await names();
    const remove = (...chosen: string[]) => removeBackups(folder, (listed) => checkRemovable(listed, chosen));
    expect(await failureOf(remove(middle.name))).toMatchObject({
      code: "backup_needed",
      message: expect.stringContaining(`${changed.name} is based on ${middle.name}`),
    });
    expect(await removeBackups(folder, (listed) => outdated(listed, 1))).toEqual([]);
    expect(await names()).toEqual(before);
    mkdirSync(join(folder, "unfinished-20200101T000000.000Z"));
    expect(await remove("unfinished-20200101T000000.000Z")).toHaveLength(1);
    cpSync(join(folder, changed.name), join(root, "kept"), { recursive: true });
    expect(await remove(changed.name)).toEqual([changed.name]);
    expect(await names()).toEqual(before.filter((name) => name !== changed.name));
    renameSync(join(root, "kept"), join(folder, changed.name));
  });

  it("needs what a backup is based on", async () => {
    renameSync(join(folder, complete.name), join(root, "moved"));
    const reason = `its base ${complete.name} is not there`;
    expect(await listBackups(folder)).toMatchObject([
      { name: middle.name, state: "broken", reason },
      { name: changed.name, state: "broken", reason },
    ]);
    const failed = await failureOf(verifyBackup(changed.name, deps));
    expect(failed).toMatchObject({ code: "broken_backup" });
    expect(await failureOf(verifyBackup("20200101T000000.000Z", deps))).toMatchObject({
      code: "unknown_backup",
    });
    writeFileSync(join(folder, changed.name, "manifest.json"), '{ "format": 2 }');
    expect((await listBackups(folder)).at(-1)).toMatchObject({
      state: "broken",
      reason: expect.stringContaining("newer"),
    });
  });
});
