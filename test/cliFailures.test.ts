/** Every verb's failing form as a process: it prints the error, closes the engine that it opened, and ends. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { program } from "../cli/program.ts";
import { runVerb, startVerb, temporaryFolder } from "./support/cli.ts";
import { isDue } from "./support/nightCases.ts";

/** No process listens on it: port 1 of loopback. */
const deadNode = "http://127.0.0.1:1";

const folder = temporaryFolder();
const file = join(folder.path, "file");
const missing = join(folder.path, "..", "missing");
const missingFile = join(missing, "file");
const taken = createServer();
let PORT = "";

beforeAll(async () => {
  expect((await runVerb(["migrate"], { DATA_DIR: folder.path })).code).toBe(0);
  writeFileSync(file, "a file");
  taken.listen(0, "127.0.0.1");
  await once(taken, "listening");
  PORT = String((taken.address() as { port: number }).port);
});
afterAll(() => {
  taken.close();
  folder.remove();
});

type Failure = { args: string[]; code: number; says: string; environment?: () => Record<string, string> };

const range = ["--from", "1", "--to", "2"];
const node = { ETH_BEACON_URLS: deadNode };

/** By verb; wherever a verb can fail with its warehouse open, that is a case. */
const failures: Record<string, Failure[]> = {
  start: [{ args: ["start"], environment: () => ({ PORT }), code: 78, says: "is in use by another process" }],
  listen: [{ args: ["listen"], environment: () => node, code: 78, says: "KAFKA_BROKERS" }],
  transform: [{ args: ["transform"], code: 78, says: "KAFKA_BROKERS" }],
  serve: [{ args: ["serve"], environment: () => ({ PORT }), code: 78, says: "is in use by another process" }],
  migrate: [{ args: ["migrate"], environment: () => ({ DATA_DIR: file }), code: 78, says: "DATA_DIR" }],
  backfill: [{ args: ["backfill", "eth", ...range], code: 78, says: "ETH_BEACON_URLS" }],
  record: [
    { args: ["record", "eth", ...range, "--out", join(file, "out")], code: 78, says: "ETH_BEACON_URLS" },
    { args: ["record", "eth", ...range, "--out", file, "--source", "warehouse"], code: 78, says: "" },
  ],
  replay: [{ args: ["replay", "eth/mainnet", ...range], code: 78, says: "eth/mainnet" }],
  verify: [{ args: ["verify", "eth"], code: 78, says: "ETH_BEACON_URLS" }],
  doctor: [{ args: ["doctor"], environment: () => node, code: 1, says: "FAILED" }],
  status: [
    { args: ["status"], environment: () => ({ DATA_DIR: missing }), code: 78, says: "There is no warehouse" },
  ],
  keys: [{ args: ["keys", "revoke", "absent"], code: 78, says: '"absent"' }],
  organizations: [{ args: ["organizations", "show", "absent"], code: 78, says: '"absent"' }],
  backup: [{ args: ["backup", "restore", "none"], code: 78, says: "--replace" }],
  usage: [{ args: ["usage", "--month", "May"], code: 1, says: "--month" }],
  entities: [
    { args: ["entities", "import", "eth/mainnet", "--file", missingFile], code: 78, says: missingFile },
  ],
  p2p: [{ args: ["p2p", "import", "eth/mainnet", "--file", missingFile], code: 78, says: missingFile }],
  "dead-letters": [{ args: ["dead-letters", "show", "none"], code: 78, says: '"none"' }],
  env: [{ args: ["env", "--none"], code: 1, says: "unknown option" }],
  grants: [{ args: ["grants", "--none"], code: 1, says: "unknown option" }],
  dictionary: [{ args: ["dictionary", "--out", file], code: 1, says: "EEXIST" }],
  sql: [
    { args: ["sql", "selec 1"], code: 1, says: "Syntax error" },
    { args: ["sql", "select * from nothing"], code: 1, says: "nothing" },
    { args: ["sql", "select throwIf(1)"], code: 1, says: "throwIf" },
  ],
  export: [{ args: ["export", "eth/mainnet", "nothing", "--out", missing], code: 78, says: "holds nothing" }],
};

const cases = Object.values(failures).flat();

it("is tested for every verb", () => {
  expect(Object.keys(failures).sort()).toEqual(program.commands.map((command) => command.name()).sort());
});

it.each(cases.filter((_, place) => isDue(place, 9)))(
  "$args ends with exit code $code",
  { timeout: 90_000 },
  async ({ args, code, says, environment }) => {
    const running = startVerb(args, { DATA_DIR: folder.path, ...environment?.() });
    // One that hangs ends the test's process no sooner than it ends itself.
    const killer = setTimeout(() => running.child.kill("SIGKILL"), 60_000);
    const { code: ended, both } = await running.finished;
    clearTimeout(killer);
    expect(both).toContain(says);
    expect([ended, running.child.signalCode]).toEqual([code, null]);
  },
);
