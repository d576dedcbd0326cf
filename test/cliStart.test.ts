import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { type Running, runVerb, startVerb, temporaryFolder } from "./support/cli.ts";
import { atNight, isNight, thinned } from "./support/nightCases.ts";
import { copyMigrated } from "./support/warehouse.ts";

const chain = generateChain({ seed: 7, epochs: 5, validators: 64, preset: "minimal", networkName: "devnet" });
let node: StubBeaconNode;
const folders: ReturnType<typeof temporaryFolder>[] = [];
const running: Running[] = [];

/** A folder for one test; only the first test creates the tables. */
async function folder(): Promise<string> {
  const made = temporaryFolder();
  folders.push(made);
  if (folders.length > 1) await copyMigrated(join(made.path, "warehouse"));
  return made.path;
}

/** `start` in a folder; resolves with the API's address. It is stopped after the test. */
async function start(environment: Record<string, string>): Promise<{ process: Running; url: string }> {
  const process = startVerb(["start"], environment);
  running.push(process);
  return { process, url: await process.seen(/is at (http:\S+),/) };
}

const withNode = (path: string) => ({
  DATA_DIR: path,
  ETH_BEACON_URLS: node.url,
  // The chain's head is of 2020.
  ETH_MAX_HEAD_AGE_S: "0",
});

beforeAll(async () => {
  node = await startStubBeaconNode(chain);
});
afterEach(async () => {
  for (const one of running.splice(0)) await one.stop("SIGKILL");
});
afterAll(async () => {
  await node.close();
  for (const made of folders) made.remove();
});

describe("start", () => {
  it("works without a node, says so, and serves the docs; SIGTERM ends it with 0 and releases the folder", async () => {
    const path = await folder();
    const { process, url } = await start({
      DATA_DIR: path,
      CORS_ORIGINS: "https://example.com",
      ACCESS_LOG: "on",
      LOG_LEVEL: "info",
      SHUTDOWN_DELAY_SECONDS: "2",
    });
    await process.seen("no node is configured, so no chain is followed; set one of ETH_BEACON_URLS");
    const docs = await fetch(`${url}/docs`);
    expect(docs.status).toBe(200);
    expect(await docs.text()).toContain("/openapi.json");
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}/v0/eth/validators`)).status).toBe(401);
    const from = (origin: string) => fetch(`${url}/v1/networks`, { headers: { origin } });
    expect((await from("https://example.com")).headers.get("access-control-allow-origin")).toBe(
      "https://example.com",
    );
    expect((await from("https://example.org")).headers.get("access-control-allow-origin")).toBeNull();
    await process.seen(/"operation":"networks".*"status":401.*"msg":"request"/);
    expect(existsSync(join(path, "process.json"))).toBe(true);
    const ended = process.stop();
    await process.seen('"msg":"stopping"');
    // Load balancers see that it is not ready while it still answers.
    expect([(await fetch(`${url}/readyz`)).status, (await fetch(`${url}/docs`)).status]).toEqual([503, 200]);
    expect((await ended).code).toBe(0);
    expect(existsSync(join(path, "process.json"))).toBe(false);
    expect(existsSync(join(path, "control.sock"))).toBe(false);
  });

  atNight(
    "says which process holds the folder or the port to a second one, and takes over when that was killed",
    async () => {
      const path = await folder();
      const first = await start({ DATA_DIR: path });
      const second = await runVerb(["start"], { DATA_DIR: path });
      expect(second.code).toBe(78);
      expect(second.stderr).toContain(`in use by process ${first.process.child.pid} (\`start\``);
      const { port } = new URL(first.url);
      const other = await runVerb(["start"], { DATA_DIR: await folder(), PORT: port });
      expect(other.code).toBe(78);
      expect(other.stderr).toContain(`127.0.0.1:${port} is in use by another process`);
      expect(other.stderr).toContain("set PORT");
      if (isNight)
        expect((await runVerb(["migrate"], { DATA_DIR: path })).stderr).toContain("in use by process");
      await first.process.stop("SIGKILL");
      expect(existsSync(join(path, "process.json"))).toBe(true);
      const third = await start({ DATA_DIR: path });
      expect((await third.process.stop("SIGINT")).code).toBe(0);
    },
  );

  atNight("waits for a node that is down and follows it when it is up", async () => {
    const closed = await startStubBeaconNode(chain);
    await closed.close();
    const path = await folder();
    const environment = {
      ...withNode(path),
      ETH_BEACON_URLS: closed.url,
      ETH_START_EPOCH: "2252",
      LOG_LEVEL: "info",
    };
    const { process } = await start(environment);
    await process.seen("can't be reached");
    const late = await startStubBeaconNode(chain, { port: Number(new URL(closed.url).port) });
    await process.seen(/"network":"devnet".*"msg":"following"/);
    await process.seen(/"network":"devnet","unit":"epoch","height":\d+.*"msg":"epoch computed"/);
    expect((await process.stop()).code).toBe(0);
    await late.close();
  });
});

atNight(
  "keys, doctor and backfill go over the local socket while start runs, and the rows are readable through the API",
  async () => {
    const path = await folder();
    // `start` follows from the finalized head; earlier epochs are for the backfill.
    const { process, url } = await start(withNode(path));
    const created = await runVerb(["keys", "create", "--name", "script"], { DATA_DIR: path });
    expect(created.code).toBe(0);
    const key = created.stdout.trimEnd().split("\n").at(-1) ?? "";
    expect(key).toMatch(/^va_/);

    const doctor = await runVerb(["doctor"], { DATA_DIR: path });
    expect(doctor.stdout).toMatch(
      /^ok {6}node .*: devnet, head slot \d+, finalized epoch \d+; states of epoch \d+, an old one: .* A backfill needs an archive node$/m,
    );
    expect(doctor.code).toBe(0);

    const range = ["--from", "2251", "--to", "2252"];
    const backfill = await runVerb(["backfill", "devnet", ...range], { DATA_DIR: path });
    expect(backfill.stdout).toMatch(/^eth\/devnet: epochs 2251 to 2252 are readable \(\d+\.\d s\)\n$/);
    expect(backfill.code).toBe(0);

    const unknown = await runVerb(["backfill", "hoodi", ...range], { DATA_DIR: path });
    expect(unknown.code).toBe(78);
    expect(unknown.stderr).toContain('"hoodi" is not followed here; the configured networks are eth/devnet');

    const response = await fetch(`${url}/v1/eth/validators/20/attestations`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).toBe(200);
    const { results } = (await response.json()) as { results: { day: number; startEpoch: number }[] };
    expect(results[0]).toMatchObject({ day: 1, validatorIndex: 20 });

    const id = created.stdout.match(/va_([0-9a-f]{12})_/)?.[1] ?? "";
    const revoked = await runVerb(["keys", "revoke", id], { DATA_DIR: path });
    expect(revoked.stdout).toBe(`revoked ${id}\n`);
    expect((await process.stop()).code).toBe(0);
  },
);

describe("backfill", () => {
  let path: string;
  beforeAll(async () => {
    path = await folder();
  });

  it("alone ends with rows that a later start serves; repeated, it ends with the same", async () => {
    const environment = withNode(path);
    const args = ["backfill", "eth", "--from", "2252", "--to", "2253"];
    for (let time = 0; time < (isNight ? 2 : 1); time++) {
      const { code, stdout, stderr } = await runVerb(args, { ...environment, LOG_LEVEL: "info" });
      expect(stdout).toMatch(/^eth\/devnet: epochs 2252 to 2253 are readable/);
      expect(stderr).toMatch(/"unit":"epoch","msg":"backfill"/);
      expect(code).toBe(0);
    }
    const created = await runVerb(["keys", "create", "--name", "reader"], { DATA_DIR: path });
    const key = created.stdout.trimEnd().split("\n").at(-1) ?? "";
    const { url } = await start({ DATA_DIR: path });
    const getJson = async (text: string) =>
      (
        await fetch(`${url}${text}`, {
          headers: { authorization: `Bearer ${key}`, "x-service-network": "devnet" },
        })
      ).json();
    const duties = chain.truth.dutyEpochs.filter(
      ({ validator, epoch }) => validator === 20 && (epoch === 2252 || epoch === 2253),
    );
    expect(await getJson("/v1/eth/validators/20/attestations")).toMatchObject({
      results: [{ startEpoch: 2252, endEpoch: 2253, totalAttestationAssignments: duties.length }],
    });
    expect(await getJson("/v0/eth/validators/20")).toMatchObject({ validatorIndex: 20 });
  });

  it("refuses an end that isn't final and names the last possible epoch", async () => {
    const args = ["backfill", "devnet", "--from", "2251", "--to", "9999"];
    const { code, stderr } = await runVerb(args, withNode(path));
    const last = Number(/--to (\d+)/.exec(stderr)?.[1]);
    expect(stderr).toContain(`the last epoch that can be backfilled is ${last}`);
    expect(last).toBeGreaterThanOrEqual(2253);
    expect(last).toBeLessThan(2258);
    expect(code).toBe(78);
  });

  atNight("and start refuse the node of another chain under a known name", async () => {
    const other = await startStubBeaconNode(chain, { faults: { isOtherChain: true } });
    try {
      const environment = { ...withNode(path), ETH_BEACON_URLS: other.url, ETH_NETWORK_NAME: "devnet" };
      const args = ["backfill", "devnet", "--from", "2252", "--to", "2253"];
      for (const verb of thinned([args, ["start"]])) {
        const { code, stderr } = await runVerb(verb, environment);
        expect(stderr).toContain("The node of devnet is of another chain");
        expect(code).toBe(78);
      }
    } finally {
      await other.close();
    }
  });
});
