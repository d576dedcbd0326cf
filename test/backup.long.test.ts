/**
 * Backups of a running process, restored after kills at every step.
 * Fast counterpart: cli/backup/backup.test.ts
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import {
  chain,
  computedLine,
  from,
  killOnce,
  readWarehouse,
  to,
  type WarehouseState,
} from "./support/backups.ts";
import { type Running, runVerb, startVerb, temporaryFolder } from "./support/cli.ts";

const slots = chain.constants.number("SLOTS_PER_EPOCH");
const made = temporaryFolder();
const folder = (name: string) => join(made.path, name);
const backups = folder("backups");
const running: Running[] = [];
let node: StubBeaconNode;

const environment = (dataDir: string) => ({ DATA_DIR: dataDir, BACKUP_DIR: backups });
/** Names, and the state that `backup list` shows for each. */
const listed = async () => {
  const { stdout } = await runVerb(["backup", "list", "--json"], environment(folder("any")));
  return JSON.parse(stdout) as {
    name: string;
    state: string;
    manifest?: { base: { name: string } | null };
  }[];
};

async function start(dataDir: string): Promise<Running> {
  const process = startVerb(["start"], {
    ...environment(dataDir),
    ETH_BEACON_URLS: node.url,
    ETH_START_EPOCH: String(from),
    // The chain's head is of 2020.
    ETH_MAX_HEAD_AGE_S: "0",
    LOG_LEVEL: "info",
  });
  running.push(process);
  await process.seen(/is at (http:\S+),/);
  return process;
}

/** The contents of a warehouse once everything is computed from its facts. */
async function settled(dataDir: string): Promise<WarehouseState> {
  const settings = { ...environment(dataDir), ETH_BEACON_URLS: node.url, ETH_MAX_HEAD_AGE_S: "0" };
  const range = ["--from", String(from), "--to", String(to)];
  expect((await runVerb(["backfill", "eth/devnet", ...range], settings)).stderr).toBe("");
  return await readWarehouse(dataDir);
}

beforeAll(async () => {
  node = await startStubBeaconNode(chain, { slot: (from + 5) * slots + 1 });
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop("SIGKILL");
});
afterAll(async () => {
  await node.close();
  made.remove();
});

describe("backup", () => {
  const [first, second] = [folder("first"), folder("second")];
  let whole: WarehouseState;

  it("is made while start runs, later of changes only", async () => {
    const process = await start(first);
    await process.seen("epoch computed");
    const complete = await runVerb(["backup", "create"], environment(first));
    expect(complete.stderr).toBe("");
    expect(complete.stdout).toMatch(/: \d+ files, .*, complete\n$/);
    await runVerb(["keys", "create", "--name", "kept"], environment(first));
    const changed = await runVerb(["backup", "create"], environment(first));
    expect(changed.stdout).toMatch(/what has changed since \d{8}T/);
    expect((await listed()).map(({ state }) => state)).toEqual(["good", "good"]);
    const elsewhere = await runVerb(["backup", "create"], { ...environment(first), BACKUP_DIR: folder("x") });
    expect(elsewhere.code).toBe(78);
    expect(elsewhere.stderr).toContain(`writes backups to ${backups}`);

    node.setHead(chain.endSlot);
    await process.seen(computedLine(to));
    expect((await process.stop()).code).toBe(0);
    whole = await settled(first);
  });

  it("is restored after a kill in the middle, and the warehouse goes on from its cursor", async () => {
    for (const delayMs of [0, 40, 80, 120, 250]) {
      const where = { parent: second, prefix: "restoring", delayMs };
      expect(await killOnce(["backup", "restore"], environment(second), where)).toBe(true);
      expect(readdirSync(second)).not.toContain("warehouse");
    }
    const restored = await runVerb(["backup", "restore"], environment(second));
    expect(restored.stderr).toBe("");
    const height = Number(/eth\/devnet resumes after (\d+)/.exec(restored.stdout)?.[1]);
    const again = await runVerb(["backup", "restore"], environment(second));
    expect([again.code, again.stderr]).toEqual([78, expect.stringContaining("--replace")]);
    expect(readdirSync(second)).toEqual(["warehouse"]);
    expect((await readWarehouse(second)).cursors).toEqual({ "eth/devnet": height });
    expect(height).toBeLessThan(to);

    const process = await start(second);
    await process.seen(new RegExp(`"listener":"eth/devnet","from":${height + 1},.*"msg":"following"`));
    await process.seen(computedLine(to));
    expect((await runVerb(["keys", "list"], environment(second))).stdout).toContain("kept");
    expect((await process.stop()).code).toBe(0);
    const { tables, cursors } = await settled(second);
    expect(tables).toEqual(whole.tables);
    expect(cursors["eth/devnet"]).toBeGreaterThan(height);
  });

  it("that was killed is never listed as good, and the next one takes its place", async () => {
    const before = await listed();
    for (const delayMs of [0, 40, 80, 160, 320]) {
      const where = { parent: backups, prefix: "unfinished-", delayMs };
      expect(await killOnce(["backup", "create", "--full"], environment(first), where)).toBe(true);
      const after = await listed();
      expect(after.filter(({ state }) => state === "good")).toEqual(before);
      expect(after.map(({ state }) => state)).toEqual(["good", "good", "unfinished"]);
    }
    expect((await runVerb(["backup", "create", "--full"], environment(first))).code).toBe(0);
    expect((await listed()).map(({ state, manifest }) => [state, manifest?.base?.name])).toEqual([
      ["good", undefined],
      ["good", before[0]?.name],
      ["good", undefined],
    ]);
  });
});
