/** Passwords and keys in settings reach their servers, and appear in no output for operators. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { withoutSecrets } from "../lib/secrets.ts";
import { runVerb, startVerb, temporaryFolder } from "./support/cli.ts";
import { type EchoNode, secretTexts, startEchoNode } from "./support/echoNode.ts";

/** A variable of every kind of node. */
const nodeVariables = [
  "ETH_BEACON_URLS",
  "ETH_EXECUTION_URLS",
  "ETH_RELAY_URLS",
  "BABYLON_COMET_URLS",
  "BABYLON_REST_URLS",
  "SOLANA_RPC_URLS",
  "POLKADOT_ASSET_HUB_URLS",
  "POLKADOT_RELAY_URLS",
  "POLKADOT_PEOPLE_URLS",
  "CARDANO_KOIOS_URLS",
  "AVALANCHE_RPC_URLS",
  "EIGENLAYER_EXECUTION_URLS",
  "EIGENLAYER_SIDECAR_URLS",
  "POLYGON_HEIMDALL_URLS",
  "POLYGON_EXECUTION_URLS",
  "POLYGON_BOR_URLS",
];

let node: EchoNode;
const folder = temporaryFolder();
beforeAll(async () => {
  node = await startEchoNode();
});
afterAll(async () => {
  await node.close();
  folder.remove();
});

/** Addresses of the stub, one for each variable, over WebSockets where the chain speaks it. */
function addresses(): Record<string, string> {
  return Object.fromEntries(
    nodeVariables.map((name, place) => {
      const protocol = name.startsWith("POLKADOT") ? "ws" : "http";
      return [name, `${node.url(protocol)}&of=${place},${name.toLowerCase()}=${node.url(protocol)}`];
    }),
  );
}

function expectNoSecret(text: string): void {
  for (const secret of [...secretTexts, "TOKENTOKEN", "REDISPASSWORD", "HOUSEPASSWORD"])
    expect(text).not.toContain(secret);
}

describe("keys of nodes", () => {
  it("are in no log line, metric or answer of `start`, nor in `doctor`", async () => {
    const environment = {
      ...addresses(),
      DATA_DIR: folder.path,
      CARDANO_KOIOS_TOKEN: "TOKENTOKEN",
      REDIS_URL: node.url("redis"),
      LOG_LEVEL: "trace",
    };
    const process = startVerb(["start"], environment);
    const url = await process.seen(/is at (http:\S+),/);
    for (const variable of [
      "eth_beacon_urls",
      "solana_rpc_urls",
      "polkadot_asset_hub_urls",
      "cardano_koios_urls",
    ])
      await process.seen(`"node":"${variable}"`);
    const readMetrics = async () => (await fetch(`${url}/metrics`)).text();
    // The last variable of any chain.
    await expect.poll(readMetrics).toContain('node="babylon_comet_urls"');
    const metrics = await readMetrics();
    expect(metrics).toMatch(/requests_total\{node="127\.0\.0\.1:\d+#[0-9a-f]{8}",outcome="\w+"\}/);
    const ready = await (await fetch(`${url}/readyz`)).text();
    const doctor = await runVerb(["doctor"], environment);
    expect(doctor.code).toBe(1);
    // REST gateways are checked with their CometBFT nodes.
    for (const variable of nodeVariables.filter((name) => name !== "BABYLON_REST_URLS"))
      expect(doctor.stdout).toContain(`node ${variable.toLowerCase()}:`);
    const { both } = await process.stop();
    for (const text of [metrics, ready, doctor.both, both]) expectNoSecret(text);
    expect(
      node.requests.every((path) => !path.startsWith("/v3") || path.includes("apikey=SECRETQUERY")),
    ).toBe(true);
  });

  it("are in no message of a verb that can't use them", async () => {
    const environment = { ...addresses(), LOG_LEVEL: "trace" };
    const runs = await Promise.all([
      runVerb(["start"], { ...environment, ETH_BEACON_URLS: `${node.url()},ftp://x` }),
      runVerb(["start"], { ...environment, ETH_BEACON_URLS: `a=${node.url()},a=${node.url()}&b=1` }),
      runVerb(["start"], { ...environment, NETWORKS: node.url() }),
    ]);
    for (const { code, both } of runs) {
      expect(code).not.toBe(0);
      expectNoSecret(both);
    }
    expect(runs[1]?.stderr).toContain("ETH_BEACON_URLS: two addresses have the name a");
  });
});

it("passwords of the warehouse and of Redis are in no message", async () => {
  const at = new URL(node.url());
  at.pathname = "/database";
  at.password = "HOUSEPASSWORD";
  const environment = { CLICKHOUSE_URL: at.href, LOG_LEVEL: "trace" };
  for (const verb of ["doctor", "migrate", "serve"]) {
    const { code, both } = await runVerb([verb], environment);
    expect(code).not.toBe(0);
    expectNoSecret(both);
  }
  // Nor would they be if the address or the request's header were part of a message.
  loadConfig(environment);
  const credentials = btoa(`${at.username}:${at.password}`);
  expectNoSecret(withoutSecrets(`no answer of ${at.href}`));
  expect(withoutSecrets(`authorization: Basic ${credentials}`)).not.toContain(credentials);
});
