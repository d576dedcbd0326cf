/**
 * Every command of the documentation runs against one process that follows a generated chain, or has a reason why it
 * can't. Names and addresses are replaced by those of the process. documentation.test.ts checks that they are valid
 * commands.
 * Fast counterpart: test/documentation.test.ts
 */
import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RunningDemo } from "../chains/demoPart.ts";
import { ethDemo } from "../fixtures/eth/demo.ts";
import { binary, type Running, runVerb, startVerb } from "./support/cli.ts";
import { blocksOf, commandsOf, elsewhere, listPages } from "./support/documentation.ts";

const run = promisify(execFile);

const folder = mkdtempSync(join(tmpdir(), "documentation-"));
let nodes: RunningDemo;
let server: Running | undefined;
let environment: Record<string, string>;
let replacements: readonly (readonly [string, string])[];
let key = "";

/** A free port: the SQL port doesn't report which port it was given. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** `npx validator-analytics` as a reader has it, without the second that npx takes. */
function makePrograms(): string {
  const programs = join(folder, "bin");
  mkdirSync(programs);
  writeFileSync(join(programs, "npx"), `#!/bin/sh\nshift\nexec ${process.execPath} ${binary} "$@"\n`);
  chmodSync(join(programs, "npx"), 0o755);
  return programs;
}

beforeAll(async () => {
  nodes = await ethDemo.startNodes();
  const sqlPort = await freePort();
  const settings = {
    ...ethDemo.environment,
    ETH_BEACON_URLS: nodes.urls.beacon?.[0] ?? "",
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: join(folder, "backups"),
  };
  server = startVerb(["start"], { ...settings, SQL_PORT: String(sqlPort) });
  const url = await server.seen(/is at (http:\S+),/);
  const created = await runVerb(
    ["keys", "create", "--name", "docs", "--scope", "read", "--scope", "write:tags", "--scope", "sql"],
    settings,
  );
  key = created.stdout.trimEnd().split("\n").at(-1) ?? "";
  const { from, to } = ethDemo.history;
  await runVerb(["backfill", "eth/mainnet", "--from", String(from), "--to", String(to)], settings);
  replacements = [
    ["http://127.0.0.1:8080", url],
    ["http://127.0.0.1:8123", `http://127.0.0.1:${sqlPort}`],
    ["http://localhost:5052", settings.ETH_BEACON_URLS],
    ["/mnt/backups", join(folder, "backups")],
    ["X-Service-Network: hoodi", "X-Service-Network: mainnet"],
    // The chain has this one UTC day whole.
    ["2026-03-01", "2026-03-26"],
    ["2026-03-07", "2026-03-26"],
  ];
  const { PATH = "", HOME = "" } = process.env;
  environment = {
    ...settings,
    PATH: `${makePrograms()}:${PATH}`,
    HOME,
    KEY: key,
    API: url,
    LOG_LEVEL: "warn",
  };
});
afterAll(async () => {
  await server?.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

const shown = (text: string) =>
  replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
const used = new Set<string>();

/** A block's commands in one shell, so that the exports of one apply to the next. */
async function runBlock(text: string): Promise<void> {
  const commands = commandsOf(text).filter((command) => {
    const reason = elsewhere.find((each) => each.command.test(command));
    if (reason !== undefined) used.add(reason.because);
    return reason === undefined;
  });
  if (commands.length === 0) return;
  // An answer that is no success is a failure of the command.
  const script = ["set -eu", 'curl() { command curl --fail-with-body "$@"; }', ...commands.map(shown)].join(
    "\n",
  );
  try {
    await run("bash", ["-c", script], { cwd: folder, env: environment });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${commands.join("\n")}\n${stdout}\n${stderr}`);
  }
}

const pages = listPages().filter((file) => blocksOf(file, ["sh"]).length > 0);

describe.each(pages)("%s", (file) => {
  it.each(blocksOf(file, ["sh"]))("does what it says: $text", async ({ text }) => {
    await runBlock(text);
  });
});

it("has no unused reason", () => {
  expect([...used].sort()).toEqual(elsewhere.map(({ because }) => because).sort());
});
