import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { envExample } from "../chains/config.ts";
import { projectRoot, runVerb, startProcess, temporaryFolder } from "./support/cli.ts";
import { helpWords } from "./support/helpWords.ts";
import { atNight, thinned } from "./support/nightCases.ts";
import { readArguments } from "./support/program.ts";

const folders: ReturnType<typeof temporaryFolder>[] = [];
function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made.path;
}
afterAll(() => {
  for (const made of folders) made.remove();
});

/** No process listens on it: port 1 of loopback. */
const deadNode = "http://127.0.0.1:1";

describe("--help", () => {
  it.each(helpWords)("of %j", async (verb, words) => {
    const { code, stdout } = await readArguments([...verb, "--help"]);
    expect(code).toBe(0);
    for (const word of words) expect(stdout).toContain(word);
  });

  atNight("is found by npx from the project's folder", async () => {
    const { code, stdout } = await startProcess("npx", ["validator-analytics", "--help"], {}, projectRoot)
      .finished;
    expect(stdout).toContain("Usage: validator-analytics");
    expect(code).toBe(0);
  });
});

describe("wrong use", () => {
  it("of an unknown verb is named, without the whole help", async () => {
    const { code, stderr } = await runVerb(["begin"]);
    expect(code).toBe(1);
    expect(stderr).toContain("unknown command 'begin'");
    expect(stderr).not.toContain("Usage:");
  });

  it.each([
    ["begin --help", "begin"],
    ["-h begin", undefined],
    ["begin -h --json", "begin"],
    ["keys begin --help", "begin"],
    ["help begin", "begin"],
    ["help keys begin", "begin"],
  ])("of an unknown verb with %j is answered likewise", async (typed, unknown) => {
    const { code, stdout, stderr } = await readArguments(typed.split(" "));
    if (unknown === undefined) expect([code, stderr]).toEqual([0, ""]);
    else {
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toContain(`unknown command '${unknown}'`);
    }
  });

  it.each(
    thinned(
      [
        ["PORT", { PORT: "http" }],
        ["ETH_BEACON_URLS", { ETH_BEACON_URLS: "localhost" }],
        ["ETH_HOODI_BEACON_URLS", { ETH_HOODI_BEACON_URLS: "ftp://node" }],
        ["NETWORKS", { NETWORKS: "eth" }],
        ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
      ] as const,
      2,
    ),
  )("of %s ends with exit code 78 and its name", async (name, environment) => {
    const { code, stderr } = await runVerb(["start"], { DATA_DIR: folder(), ...environment });
    expect(code).toBe(78);
    expect(stderr).toContain(`${name}: `);
  });

  it.each(thinned([["listen"], ["transform"]]))("of %s without Kafka says what to set", async (verb) => {
    const { code, stderr } = await runVerb([verb], { DATA_DIR: folder(), ETH_BEACON_URLS: deadNode });
    expect(code).toBe(78);
    expect(stderr).toContain("KAFKA_BROKERS");
    expect(stderr).toContain("`start`");
  });

  it.each(thinned([["serve"], ["listen"], ["transform"]]))(
    "of %s over a broker without a warehouse to share says what to set, and makes none",
    async (verb) => {
      const path = folder();
      const environment = { DATA_DIR: path, ETH_BEACON_URLS: deadNode, KAFKA_BROKERS: "127.0.0.1:1" };
      const { code, stderr } = await runVerb([verb], environment);
      expect(code).toBe(78);
      expect(stderr).toContain("CLICKHOUSE_URL");
      expect(stderr).toContain("EMBEDDED_STAGES=on");
      expect(existsSync(join(path, "warehouse"))).toBe(false);
    },
  );

  it("of a DATA_DIR that can't be written says so", async () => {
    const path = folder();
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, "a file");
    const { code, stderr } = await runVerb(["migrate"], { DATA_DIR: path });
    expect(code).toBe(78);
    expect(stderr).toContain("DATA_DIR");
  });

  it("of backfill without a node says what to set", async () => {
    const args = ["backfill", "eth", "--from", "1", "--to", "2"];
    const { code, stderr } = await runVerb(args, { DATA_DIR: folder() });
    expect(code).toBe(78);
    expect(stderr).toContain("ETH_BEACON_URLS");
  });
});

describe("env", () => {
  it("prints .env.example", async () => {
    const { code, stdout } = await runVerb(["env"]);
    expect(code).toBe(0);
    expect(stdout).toBe(envExample());
    expect(readFileSync(join(projectRoot, ".env.example"), "utf8")).toBe(envExample());
  });
});

describe("migrate", () => {
  it("creates the tables and leaves no lock", async () => {
    const path = folder();
    const { code, stdout } = await runVerb(["migrate"], { DATA_DIR: path });
    expect(stdout).toBe("The warehouse and the topics are up to date\n");
    expect(code).toBe(0);
    expect(existsSync(join(path, "process.json"))).toBe(false);
  });
});

describe("keys", () => {
  const path = folder();

  it("create prints the key as its last line, with the log on standard error too", async () => {
    const environment = { DATA_DIR: path, LOG_LEVEL: "debug" };
    const { code, stdout, both } = await runVerb(["keys", "create", "--name", "first key"], environment);
    expect(code).toBe(0);
    const lastLine = /(?:^|\n)(va_[0-9a-f]{12}_[0-9a-f]{48})\n$/;
    expect(stdout).toMatch(lastLine);
    expect(both).toMatch(lastLine);
    expect(stdout).toMatch(
      /^Tier operator: any number of requests per second, any number of private sets, self reports are accepted\.$/m,
    );
    expect(stdout).toMatch(
      /^Scopes: read \(.*\), write:tags \(.*\)\.\nOrganization: its own\. Expires: never\.$/m,
    );
  });

  atNight("create of a tier, list and revoke", async () => {
    const environment = { DATA_DIR: path };
    const { stdout } = await runVerb(["keys", "create", "--name", "second", "--tier", "free"], environment);
    expect(stdout).toContain(
      "Tier free: 2 requests per second, 4 concurrent, 10,000 requests in total, 100,000 compute units in total,",
    );
    const id = /va_([0-9a-f]{12})_/.exec(stdout)?.[1] ?? "";
    const revoked = await runVerb(["keys", "revoke", id], environment);
    expect(revoked).toMatchObject({ code: 0, stdout: `revoked ${id}\n` });
    const listed = await runVerb(["keys", "list"], environment);
    const lines = listed.stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      /^[0-9a-f]{12} {2}first key +operator +its own +read,write:tags +\d{4}-\d{2}-\d{2} [\d:.]+ +never +valid$/,
    );
    expect(lines[2]).toMatch(new RegExp(`^${id} +second +free +.* +revoked \\d{4}-`));
    expect(listed.stdout).not.toContain("va_");
  });

  atNight("create of an organization, which lists show then", async () => {
    const environment = { DATA_DIR: path };
    const of = ["--organization", "Acme", "--member", "Ada"];
    const named = ["--name", "third", ...of, "--tier", "build", "--self-reports"];
    expect((await runVerb(["keys", "create", ...named], environment)).code).toBe(0);
    const keys = await runVerb(["keys", "list", "--organization", "Acme"], environment);
    const [header, ...lines] = keys.stdout.trimEnd().split("\n");
    expect(header).toMatch(/^ID +NAME +TIER +ORGANIZATION +MEMBER +SCOPES +CREATED +EXPIRES +STATE$/);
    expect(lines).toEqual([
      expect.stringMatching(
        /^[0-9a-f]{12} +third +build +Acme +Ada +read,write:tags +\d{4}-.* +never +valid$/,
      ),
    ]);
    const renamed = await runVerb(["organizations", "rename", "Acme", "Acme Ltd"], environment);
    expect(renamed).toMatchObject({ code: 0, stdout: "renamed Acme\n" });
    const shown = await runVerb(["organizations", "show", "Acme"], environment);
    expect(shown.stdout).toMatch(/^Acme +Acme Ltd +build +1 +1 +0 +taken +\d{4}-/m);
    expect(shown.stdout).toContain(lines[0] ?? "");
    expect(shown.stdout).toMatch(/^\d{4}-\S+ +create +[0-9a-f]{12} +command line +done$/m);
    const empty = await runVerb(["keys", "create", "--name", "x", "--organization", ""], environment);
    expect(empty.code).toBe(78);
  });

  atNight("create of a key that ends and only reads, and rotate it", async () => {
    const environment = { DATA_DIR: path };
    const limits = ["--scope", "read", "--expires", "90d"];
    const made = await runVerb(["keys", "create", "--name", "fourth", ...limits], environment);
    const id = /va_([0-9a-f]{12})_/.exec(made.stdout)?.[1] ?? "";
    const rotated = await runVerb(["keys", "rotate", id, "--overlap", "2h"], environment);
    expect(rotated.stdout).toMatch(
      new RegExp(`^The key ${id} is valid until \\d{4}-.*Z\\.\nTier operator: `),
    );
    const next = /\nva_([0-9a-f]{12})_[0-9a-f]{48}\n$/.exec(rotated.stdout)?.[1] ?? "none";
    const { stdout } = await runVerb(["keys", "list"], environment);
    expect(stdout).toMatch(
      new RegExp(`^${id} +fourth .* read +\\d.* +\\d.* +valid, replaced by ${next}$`, "m"),
    );
    expect(stdout).toMatch(new RegExp(`^${next} +fourth +operator +${id} +read +\\d.* +\\d.* +valid$`, "m"));
    const wrong = await runVerb(["keys", "rotate", next, "--overlap", "soon"], environment);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toContain("such as 30m, 24h or 90d");
  });

  atNight("refuses an unknown tier, an unknown id and an empty name", async () => {
    const environment = { DATA_DIR: path };
    const tier = await runVerb(["keys", "create", "--name", "x", "--tier", "gold"], environment);
    expect(tier.code).toBe(1);
    expect(tier.stderr).toContain("Allowed choices are free, starter");
    expect(tier.stdout).toBe("");
    const id = await runVerb(["keys", "revoke", "absent"], environment);
    expect(id.code).toBe(78);
    expect(id.stderr).toContain('"absent"');
    const name = await runVerb(["keys", "create", "--name", " "], environment);
    expect(name.code).toBe(78);
  });

  atNight("takes over the lock of a process that is gone", async () => {
    const gone = startProcess(process.execPath, ["-e", ""]);
    await gone.finished;
    const holder = {
      pid: gone.child.pid,
      verb: "start",
      startedAt: "2026-01-01T00:00:00.000Z",
      socket: join(path, "control.sock"),
    };
    writeFileSync(join(path, "process.json"), JSON.stringify(holder));
    const { code, stdout } = await runVerb(["keys", "list"], { DATA_DIR: path });
    expect(code).toBe(0);
    expect(stdout).toContain("first key");
    expect(existsSync(join(path, "process.json"))).toBe(false);
  });
});

describe("doctor", () => {
  it("reports a dead node and what to do", async () => {
    const { code, stdout } = await runVerb(["doctor"], { DATA_DIR: folder(), ETH_BEACON_URLS: deadNode });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ok {6}warehouse: embedded, 0 epochs of 0 networks computed$/m);
    expect(stdout).toMatch(/^ok {6}bus: in the process$/m);
    expect(stdout).toMatch(/^FAILED {2}node 127\.0\.0\.1:1: .*ETH_BEACON_URLS/m);
  });

  atNight("reports that no node is set", async () => {
    const { code, stdout } = await runVerb(["doctor"], { DATA_DIR: folder() });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FAILED {2}nodes: none is configured: set one of ETH_BEACON_URLS/m);
  });
});
