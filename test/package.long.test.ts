/**
 * The installed package: the tarball of `npm pack`, outside of the project, run by Node without any loader.
 * Fast counterpart: cli/bundle.test.ts
 */
import { execFile } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { projectRoot, type Running, startProcess } from "./support/cli.ts";

const run = promisify(execFile);
const chain = generateChain({ seed: 7, epochs: 5, validators: 64, preset: "minimal", networkName: "devnet" });
const folder = mkdtempSync(join(tmpdir(), "package-"));
const home = join(folder, "lib/node_modules/validator-analytics");
const data = join(folder, "data");
const running: Running[] = [];
let node: StubBeaconNode;

/** A verb of the installed package; its working folder is outside of the project. */
function start(args: readonly string[], environment: Record<string, string> = {}): Running {
  const one = startProcess(
    join(folder, "bin/validator-analytics"),
    args,
    { DATA_DIR: data, ...environment },
    folder,
  );
  running.push(one);
  return one;
}

/** Every package in a folder, those inside of others too. */
function installedIn(modules: string): { name: string; version: string }[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules).flatMap((name) => {
    if (name.startsWith(".")) return [];
    const place = join(modules, name);
    if (name.startsWith("@")) return installedIn(place);
    return [JSON.parse(readFileSync(join(place, "package.json"), "utf8"))].concat(
      installedIn(join(place, "node_modules")),
    );
  });
}

/** Builds the package and installs some 500 others, next to suites that use both processors. */
const installMs = 600_000;

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: projectRoot,
    maxBuffer: 2 ** 26,
  });
  const tarball = join(folder, /"filename": "([^"]+\.tgz)"/.exec(stdout)?.[1] ?? "");
  const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];
  await run("npm", ["install", "--global", "--prefix", folder, ...quiet, tarball], { cwd: folder });
}, installMs);
afterAll(async () => {
  for (const one of running) await one.stop("SIGKILL");
  await node?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the installed package", () => {
  it("has what runs, a bill of its materials, and no source, test or tool", () => {
    expect(readdirSync(home).sort()).toEqual(
      [
        ".env.example",
        "LICENSE",
        "README.md",
        "cli",
        "dist",
        "docs",
        "explorer",
        "node_modules",
        "npm-shrinkwrap.json",
        "ops",
      ].concat(["package.json", "sql"]),
    );
    expect(readdirSync(join(home, "cli"))).toEqual(["bin.mjs"]);
    for (const tool of ["vitest", "typescript", "@biomejs/biome", "rapidoc"])
      expect(existsSync(join(home, "node_modules", tool)), tool).toBe(false);
    expect(existsSync(join(projectRoot, "npm-shrinkwrap.json"))).toBe(false);
  });

  it("lists every package that is installed in its bill of materials", () => {
    const bill = JSON.parse(readFileSync(join(home, "dist/sbom.cdx.json"), "utf8")) as {
      bomFormat: string;
      components: { name: string; version: string; purl: string }[];
    };
    expect(bill.bomFormat).toBe("CycloneDX");
    const listed = new Set(bill.components.map(({ name }) => name));
    const installed = installedIn(join(home, "node_modules"));
    expect(installed.length).toBeGreaterThan(100);
    // npm heeds overrides of a folder, not of a package: there it fetches optional packages, and nothing loads them.
    const lightClient = /^(?:@substrate\/.+|@polkadot-api\/.+|smoldot|scale-ts)$/;
    for (const { name } of installed) if (!lightClient.test(name)) expect([...listed]).toContain(name);
  });

  it("pins its dependencies to the tested versions, and lists all of them for npm ci", () => {
    const locked = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")) as {
      packages: Record<string, { version: string }>;
    };
    const { packages } = JSON.parse(readFileSync(join(home, "npm-shrinkwrap.json"), "utf8")) as typeof locked;
    expect(Object.keys(packages).length).toBeGreaterThan(100);
    for (const [path, { version }] of Object.entries(packages))
      expect(locked.packages[path]?.version, path).toBe(version);
    const { dependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
      dependencies: Record<string, string>;
    };
    for (const [name, version] of Object.entries(dependencies)) {
      const file = join(home, "node_modules", name, "package.json");
      expect(JSON.parse(readFileSync(file, "utf8")).version, name).toBe(version);
    }
  });

  it("answers --help and --version, and prints its settings", async () => {
    const help = await start(["--help"]).finished;
    expect(help).toMatchObject({ code: 0, stderr: "" });
    expect(help.stdout).toContain("Run listener, worker and API in one process");
    const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8"));
    expect((await start(["--version"]).finished).stdout).toBe(`${version}\n`);
    const env = await start(["env"]).finished;
    expect(env.stdout).toBe(readFileSync(join(projectRoot, ".env.example"), "utf8"));
  });

  it("starts, computes a node's epochs, serves explorer and docs, and creates keys", async () => {
    const started = start(["start"], {
      ETH_BEACON_URLS: node.url,
      ETH_MAX_HEAD_AGE_S: "0",
      ETH_START_EPOCH: "2252",
      LOG_LEVEL: "info",
    });
    const url = await started.seen(/is at (http:\S+),/);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    const page = await (await fetch(url)).text();
    const asset = /src="([^"]+)"/.exec(page)?.[1] ?? "";
    expect((await (await fetch(new URL(asset, url))).text()).length).toBeGreaterThan(50_000);
    expect(await (await fetch(`${url}/docs`)).text()).toContain("Quick start");
    const docs = await (await fetch(`${url}/docs/api`)).text();
    const script = /src="([^"]+)"/.exec(docs)?.[1] ?? "";
    expect((await (await fetch(new URL(script, url))).text()).length).toBeGreaterThan(100_000);
    await started.seen(/"network":"devnet".*"msg":"epoch computed"/);
    expect((await start(["keys", "create", "--name", "x"]).finished).stdout).toMatch(/\nva_\w+\n$/);
    expect((await started.stop()).code).toBe(0);
  });

  it("brings every chain's libraries: doctor checks a node of each", async () => {
    const settings = Object.fromEntries(
      readFileSync(join(projectRoot, ".env.example"), "utf8")
        .split("\n")
        .flatMap((line) => /^#(\w+_URLS)=/.exec(line)?.[1] ?? [])
        .filter((name) => !/^(?:ETH_RELAY|KAFKA|CLICKHOUSE|REDIS)/.test(name))
        .map((name) => [name, "http://127.0.0.1:1"]),
    );
    const { stdout, stderr } = await start(["doctor"], settings).finished;
    expect(`${stdout}${stderr}`).not.toMatch(/Cannot find|is not a (?:function|constructor)|ERR_/);
    const failed = stdout.split("\n").filter((line) => /^FAILED {2}.*127\.0\.0\.1:1/.test(line));
    expect(failed.length).toBeGreaterThanOrEqual(chains.length);
  });
});
