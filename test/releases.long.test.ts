/**
 * Two releases on one warehouse: the older one fills it, the newer one upgrades it and continues, the older one refuses to
 * start. A restored backup works again, and the upgrade leads to the newer release's own results from the same facts.
 * The older release is the last tag, or RELEASE_BEFORE, or the commit before the newest migration.
 * Fast counterpart: test/upgrade.test.ts, test/modelRevisions.test.ts
 */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { type Finished, projectRoot, runVerb, startProcess } from "./support/cli.ts";
import { chain, from, to } from "./support/ethLaws.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { log } from "./support/warehouse.ts";

const root = mkdtempSync(join(tmpdir(), "va-releases-"));
const olderRoot = join(root, "older");
const middle = from + Math.floor((to - from) / 2);
let node: StubBeaconNode;

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: projectRoot, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] }).trim();

/** @throws Error where the clone has no history to take it from */
function olderRevision(): string {
  const { RELEASE_BEFORE } = process.env;
  if (RELEASE_BEFORE !== undefined) return git("rev-parse", RELEASE_BEFORE);
  try {
    return git("rev-list", "-n", "1", git("describe", "--tags", "--abbrev=0"));
  } catch {
    const newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", "sql/migrations");
    if (newest === "") throw new Error("The clone has no history: fetch it, or set RELEASE_BEFORE");
    return git("rev-parse", `${newest}^1`);
  }
}

/** Its sources, with the packages that its lock file names. */
function checkOutOlder(): void {
  mkdirSync(olderRoot);
  const archive = join(root, "older.tar");
  git("archive", "--output", archive, olderRevision());
  execFileSync("tar", ["-xf", archive, "-C", olderRoot]);
  const lockOf = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
  if (lockOf(olderRoot) === lockOf(projectRoot))
    symlinkSync(join(projectRoot, "node_modules"), join(olderRoot, "node_modules"));
  else execFileSync("npm", ["ci", "--no-audit", "--no-fund"], { cwd: olderRoot, stdio: "ignore" });
}

const settingsOf = (folder: string) => ({
  DATA_DIR: join(root, folder),
  BACKUP_DIR: join(root, "backups"),
  ETH_BEACON_URLS: node.url,
  // The chain's head is of 2020.
  ETH_MAX_HEAD_AGE_S: "0",
});

type Run = (folder: string, ...args: string[]) => Promise<Finished>;
const newer: Run = (folder, ...args) => runVerb(args, settingsOf(folder));
/** From its sources, so that it shares no bundle with the newer one. */
const older: Run = (folder, ...args) =>
  startProcess(
    process.execPath,
    ["--import", "tsx", join(olderRoot, "cli/index.ts"), ...args],
    settingsOf(folder),
    olderRoot,
  ).finished;

async function succeed(run: Run, folder: string, ...args: string[]): Promise<void> {
  const { code, both } = await run(folder, ...args);
  expect([args[0], code, code === 0 ? "" : both]).toEqual([args[0], 0, ""]);
}

const backfill = (run: Run, folder: string, first: number, last: number) =>
  succeed(run, folder, "backfill", "eth/generated", "--from", String(first), "--to", String(last));

/** Records of the whole history by the newer release's models, in place of earlier ones. */
async function recordsOf(folder: string): Promise<Record<string, string>> {
  await succeed(newer, folder, "replay", "eth/generated", "--from", String(from), "--to", String(to));
  const store = createEmbeddedStore({ path: join(root, folder, "warehouse"), log });
  try {
    return await fingerprint(store, "int|fct");
  } finally {
    await store.close();
  }
}

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
  checkOutOlder();
});
afterAll(async () => {
  await node.close();
  rmSync(root, { recursive: true, force: true });
});

it("upgrade, refusal, restore and a second upgrade lead to the newer release's records", async () => {
  await backfill(newer, "fresh", from, to);
  const expected = await recordsOf("fresh");
  expect(Object.keys(expected).length).toBeGreaterThan(20);

  await backfill(older, "upgraded", from, middle);
  await succeed(older, "upgraded", "backup", "create");
  await backfill(newer, "upgraded", middle + 1, to);
  expect(await recordsOf("upgraded")).toEqual(expected);

  const refused = await older(
    "upgraded",
    "backfill",
    "eth/generated",
    "--from",
    String(from),
    "--to",
    String(to),
  );
  expect(refused.code).not.toBe(0);
  expect(refused.both).toMatch(/newer|unknown migration|another version/i);
  expect(await recordsOf("upgraded")).toEqual(expected);

  await succeed(older, "restored", "backup", "restore");
  await backfill(older, "restored", middle + 1, to);
  expect(existsSync(join(root, "restored", "warehouse"))).toBe(true);
  cpSync(join(root, "restored"), join(root, "again"), { recursive: true });
  await succeed(newer, "again", "migrate");
  expect(await recordsOf("again")).toEqual(expected);
});
