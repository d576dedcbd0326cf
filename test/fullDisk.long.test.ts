/**
 * A full disk while tables are created, changed, backed up, restored and rebuilt: failures are reported, and work resumes when
 * space is back. It needs a small file system, which only root may mount.
 * Fast counterpart: lib/store/definitions.test.ts
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { definitionReserveMib, emptyDefinitions } from "../lib/store/definitions.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { type Finished, startVerb } from "./support/cli.ts";
import { writeOlderSchema } from "./support/olderSchema.ts";

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
  try {
    writeFileSync(filler, Buffer.alloc(bytes));
  } catch (error) {
    // Processes that run meanwhile have used some of it.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}

/** Runs a verb; one that waits for space is ended. */
async function run(args: string[], environment: Record<string, string> = {}): Promise<Finished> {
  const running = startVerb(args, { DATA_DIR, OUTAGE_LIMIT_SECONDS: "2", ...environment });
  const killer = setTimeout(() => running.child.kill("SIGKILL"), 60_000);
  return await running.finished.finally(() => clearTimeout(killer));
}

const warehouse = join(DATA_DIR, "warehouse");

/** Definitions of tables, in all databases, that were written since. */
function writtenSince(since: number): number {
  const metadata = join(warehouse, "metadata");
  // A database's folder is a link to where its definitions are.
  const folders = existsSync(metadata) ? readdirSync(metadata).map((name) => join(metadata, name)) : [];
  const times = folders
    .filter((folder) => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return times.filter((time) => time > since).length;
}

/** Runs a verb, and fills the disk after so many written definitions. @returns its end, and whether it got that far */
async function fillAt(definitions: number, args: string[]): Promise<Finished & { isFilled: boolean }> {
  let isFilled = false;
  const since = Date.now();
  const watcher = setInterval(() => {
    if (isFilled || writtenSince(since) < definitions) return;
    isFilled = true;
    leave(0);
  }, 2);
  const finished = await run(args).finally(() => clearInterval(watcher));
  return { ...finished, isFilled };
}

const full = /[Nn]o space left|not enough space|Cannot reserve|ENOSPC/;
/** Definitions after which the disk is full. */
const steps = [1, 10, 40, 100];

/** A disk that is full at once, nearly full, and full soon. */
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
    expect(emptyDefinitions(warehouse)).toEqual([]);
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

  describe("under an upgrade of an older warehouse", () => {
    const older = `${path}-older-sql`;
    const log = createLogger("silent");

    beforeAll(() => writeOlderSchema(older));
    beforeEach(async () => {
      leave(totalMib);
      rmSync(DATA_DIR, { recursive: true, force: true });
      mkdirSync(DATA_DIR, { recursive: true });
      const store = createEmbeddedStore({ path: warehouse, log });
      await migrate(store, { folder: older });
      await store.command("insert into raw_eth_epoch (network, epoch) values ('devnet', 7)");
      await store.close();
    });
    afterAll(() => rmSync(older, { recursive: true, force: true }));

    async function expectUpgraded(): Promise<void> {
      leave(totalMib);
      expect(await run(["migrate"])).toMatchObject({ code: 0 });
      expect(emptyDefinitions(warehouse)).toEqual([]);
      const rows = "select network, epoch from raw_eth_epoch final";
      expect((await run(["sql", rows, "--format", "csv"])).stdout).toContain('"devnet",7');
    }

    it.each([0, 1, definitionReserveMib - 1])("with %f MiB left", async (mib) => {
      leave(mib);
      const failed = await run(["migrate"]);
      expect(failed.code).not.toBe(0);
      expect(failed.both).toMatch(full);
      await expectUpgraded();
    });

    it.each(steps)("full when %i definitions are written", async (definitions) => {
      const { code, both, isFilled } = await fillAt(definitions, ["migrate"]);
      expect(isFilled).toBe(true);
      if (code !== 0) expect(both).toMatch(full);
      await expectUpgraded();
    });
  });

  describe("under a replay", () => {
    const chain = generateChain({
      ...{ seed: 7, epochs: 6, validators: 64, preset: "minimal", networkName: "devnet" },
    });
    const first = chain.options.startEpoch + 1;
    const range = ["--from", String(first), "--to", String(first + 1)];
    const rows = ["sql", "select count(), sum(cityHash64(*)) from fct_eth_validator_duty_epoch final"];
    let before: string;

    beforeAll(async () => {
      leave(totalMib);
      rmSync(DATA_DIR, { recursive: true, force: true });
      const node = await startStubBeaconNode(chain);
      const filled = await run(["backfill", "devnet", ...range], {
        ETH_BEACON_URLS: node.url,
        ETH_MAX_HEAD_AGE_S: "0",
      });
      expect(filled, filled.both).toMatchObject({ code: 0 });
      await node.close();
      before = (await run(rows)).stdout;
      expect(before).toMatch(/\d/);
    });

    async function expectReplayed(): Promise<void> {
      leave(totalMib);
      const again = await run(["replay", "devnet", ...range]);
      expect(again, again.both).toMatchObject({ code: 0 });
      expect(again.stdout).toContain("were rebuilt and no row differs");
      expect(emptyDefinitions(warehouse)).toEqual([]);
      expect((await run(rows)).stdout).toBe(before);
      const left = await run(["sql", "select name from system.databases where name like '%replay%'"]);
      expect(left.stdout).not.toContain("shadow");
    }

    it.each([0, 1, definitionReserveMib - 1])("with %f MiB left", async (mib) => {
      leave(mib);
      const { code, both } = await run(["replay", "devnet", ...range]);
      if (code !== 0) expect(both).toMatch(full);
      await expectReplayed();
    });

    it.each(steps)("full when %i definitions are written", async (definitions) => {
      const { code, both } = await fillAt(definitions, ["replay", "devnet", ...range]);
      if (code !== 0) expect(both).toMatch(full);
      await expectReplayed();
    });
  });

  it("that left empty definitions: the next start repairs them, and doctor reports them", async () => {
    const [table] = ["metadata/default/dim_eth_network.sql"];
    truncateSync(join(warehouse, table ?? ""));
    expect(emptyDefinitions(warehouse)).toEqual([table]);
    const { stdout } = await run(["doctor"]);
    expect(stdout).toMatch(/^ok {6}definitions: 1 were empty, .*dim_eth_network/m);
    expect(emptyDefinitions(warehouse)).toEqual([]);
    expect(await run(["migrate"])).toMatchObject({ code: 0 });
  });
});
