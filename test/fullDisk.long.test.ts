/**
 * A disk that is full while tables are created, changed, backed up, restored and made again: what fails says so, and all goes on when
 * space is back. It needs a small file system, which only root may mount.
 * Fast counterpart: lib/store/definitions.test.ts
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionReserveMib, emptyDefinitions } from "../lib/store/definitions.ts";
import { type Finished, startVerb } from "./support/cli.ts";

const mebibyte = 1_048_576;
const totalMib = definitionReserveMib + 64;
const path = join(tmpdir(), `full-disk-${process.pid}`);
const DATA_DIR = join(path, "data");
const filler = join(path, "filler");

/** Mounts a small file system. @returns whether that is allowed here */
function mount(): boolean {
  mkdirSync(path, { recursive: true });
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${totalMib}m`, "none", path], { stdio: "ignore" });
    return true;
  } catch {
    rmSync(path, { recursive: true, force: true });
    return false;
  }
}
const isMounted = mount();

/** Leaves so much space. */
function leave(mib: number): void {
  rmSync(filler, { force: true });
  const { bavail, bsize } = statfsSync(path);
  const bytes = Math.max(0, bavail * bsize - mib * mebibyte);
  writeFileSync(filler, Buffer.alloc(bytes));
}

/** Runs a verb; one that waits for space is ended. */
async function run(args: string[], environment: Record<string, string> = {}): Promise<Finished> {
  const running = startVerb(args, { DATA_DIR, OUTAGE_LIMIT_SECONDS: "2", ...environment });
  const killer = setTimeout(() => running.child.kill("SIGKILL"), 60_000);
  return await running.finished.finally(() => clearTimeout(killer));
}

/** Of a disk that is full at once, nearly full, and full soon. */
const spaces = [0, 0.1, 1, 3, definitionReserveMib - 1];

describe.skipIf(!isMounted)("a full disk", () => {
  beforeAll(() => leave(totalMib));
  afterAll(() => {
    execFileSync("umount", [path]);
    rmSync(path, { recursive: true, force: true });
  });

  it.each(spaces)("with %f MiB left for a first migration", async (mib) => {
    rmSync(DATA_DIR, { recursive: true, force: true });
    leave(mib);
    const failed = await run(["migrate"]);
    expect(failed.code).not.toBe(0);
    expect(failed.both).toMatch(/[Nn]o space left|not enough space|ENOSPC/);
    leave(totalMib);
    expect(await run(["migrate"])).toMatchObject({ code: 0 });
    expect(emptyDefinitions(join(DATA_DIR, "warehouse"))).toEqual([]);
    expect(
      (await run(["sql", "select count() > 100 from app_migration", "--format", "csv"])).stdout,
    ).toContain("1");
  });

  it.each(spaces)("with %f MiB left for keys, a backup and its restore", async (mib) => {
    leave(mib);
    const key = await run(["keys", "create", "--name", `left ${mib}`]);
    const backup = await run(["backup", "create"]);
    for (const { code, both } of [key, backup])
      if (code !== 0) expect(both).toMatch(/[Nn]o space left|not enough space|Cannot reserve|ENOSPC/);
    leave(totalMib);
    expect(await run(["keys", "create", "--name", "again"])).toMatchObject({ code: 0 });
    expect(await run(["backup", "create"])).toMatchObject({ code: 0 });
    leave(mib);
    await run(["backup", "restore", "--replace"]);
    leave(totalMib);
    expect(await run(["backup", "restore", "--replace"])).toMatchObject({ code: 0 });
    expect((await run(["keys", "list"])).stdout).toContain("again");
  });

  it("that left definitions empty: the next start repairs them, and doctor says so", async () => {
    const warehouse = join(DATA_DIR, "warehouse");
    const [table] = ["metadata/default/dim_eth_network.sql"];
    truncateSync(join(warehouse, table ?? ""));
    expect(emptyDefinitions(warehouse)).toEqual([table]);
    const { stdout } = await run(["doctor"]);
    expect(stdout).toMatch(/^ok {6}definitions: 1 were empty, .*dim_eth_network/m);
    expect(emptyDefinitions(warehouse)).toEqual([]);
    expect(await run(["migrate"])).toMatchObject({ code: 0 });
  });
});
