/**
 * Peers of beacon nodes: from the nodes' answers, through listener, bus and worker, to the shares that the API returns.
 * Fast counterpart: cli/p2p/import.test.ts, ingest/eth/peers/watch.test.ts, serve/v0/eth/p2p.test.ts
 */
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import { eth } from "../chains/eth.ts";
import { runP2p } from "../cli/verbs/p2p.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { generatePeers, type PeerTruth } from "../fixtures/eth/scenario/peers.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { createCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { temporaryFolder } from "./support/cli.ts";
import { eventually } from "./support/ethFollow.ts";
import { modelShares } from "./support/ethModelPeers.ts";
import { openPipeline, openWarehouse, type Pipeline } from "./support/ethPipeline.ts";
import { type ServeFixture, serveStore } from "./support/serve.ts";
import { log, type TestWarehouse } from "./support/warehouse.ts";

const folder = temporaryFolder();
const network = "generated";
const first = generatePeers(11, 60);
// Twenty of them are the first node's, too.
const second = generatePeers(11, 60, 40);

let nodes: StubBeaconNode[];
let warehouse: TestWarehouse;
let pipeline: Pipeline;
let served: ServeFixture;
let followed: Promise<void>;
const stopper = new AbortController();

beforeAll(async () => {
  const chain = generateChain({ seed: 5, validators: 64, preset: "minimal", startEpoch: 6, epochs: 2 });
  nodes = [
    await startStubBeaconNode(chain, { peers: first.peers }),
    await startStubBeaconNode(chain, { peers: second.peers }),
  ];
  warehouse = await openWarehouse();
  pipeline = await openPipeline(warehouse.store);
  const config = loadConfig({
    ETH_BEACON_URLS: nodes.map(({ url }) => url).join(","),
    ETH_MAX_HEAD_AGE_S: "0",
    ETH_REQUESTS_PER_SECOND: "10000",
    ETH_PEER_POLL_S: "1",
  });
  const [setting] = config.nodes;
  if (setting === undefined) throw new Error("no node");
  const { session } = await eth.listener.open(config, setting, warehouse.store, {
    log,
    signal: stopper.signal,
  });
  followed = followChain(
    eth,
    session,
    { bus: pipeline.bus, cursors: createCursorStore(warehouse.store), log, retryBaseMs: 5 },
    { signal: stopper.signal },
  );
  served = await serveStore(warehouse.store);
});
afterAll(async () => {
  stopper.abort(new Error("enough"));
  await followed;
  await pipeline.stop();
  await served.close();
  await warehouse.close();
  for (const node of nodes) await node.close();
  folder.remove();
});

/** Shares of peers, each of which counts as one validator. */
function sharesOf(
  field: "country" | "host",
  ...truths: readonly (readonly PeerTruth[])[]
): [string, number][] {
  const peers = new Map(truths.flat().map((peer) => [peer.peer_id, peer]));
  return modelShares(
    [...peers.values()].map(({ peer_id, country, host }) => ({ id: peer_id, country, host, validators: 1 })),
    field,
    "all",
  );
}

type Row = Record<string, string | number>;
const header = { "x-service-network": network };
async function readShares(distType = "all"): Promise<Record<string, unknown>> {
  const countries = await served.get(`/v0/eth/p2p/geographical?distType=${distType}`, header);
  const hosts = await served.get(`/v0/eth/p2p/hostingProvider?distType=${distType}&size=200`, header);
  if (countries.status !== 200 || hosts.status !== 200) return {};
  return {
    country: ((await countries.json()) as Row[]).map((row) => [row.country, row.validatorShare]),
    host: ((await hosts.json()) as { data: Row[] }).data.map((row) => [
      row.hostingProvider,
      row.validatorShare,
    ]),
  };
}
const expected = (...truths: readonly (readonly PeerTruth[])[]) => ({
  country: sharesOf("country", ...truths),
  host: sharesOf("host", ...truths),
});
const store = () => warehouse.store;

describe("peers of beacon nodes", () => {
  it("are counted once each, with the locations of their addresses", async () => {
    await eventually(readShares, expected(first.truth, second.truth));
    // None of them is known to have ten validators.
    expect(await readShares("pros")).toEqual({ country: [], host: [] });
    const rows = await store().rows<
      Record<"peer_ids" | "ips" | "country_codes" | "hosting_providers", string[]>
    >(
      `select peer_ids, ips, country_codes, hosting_providers from raw_eth_node_peer_daily final
      where node = {node:String} and network = {network:String} order by day desc limit 1`,
      { node: new URL(nodes[0]?.url ?? "").host, network },
    );
    const sorted = [...first.truth].sort((a, b) => (a.peer_id < b.peer_id ? -1 : 1));
    expect(rows).toEqual([
      {
        peer_ids: sorted.map(({ peer_id }) => peer_id),
        ips: sorted.map(({ ip }) => ip),
        country_codes: sorted.map(({ country }) => country),
        hosting_providers: sorted.map(({ host }) => host),
      },
    ]);
    expect(await runP2p({ action: "list", network }, store())).toMatch(
      /^SOURCE .*\nnode +127\S+ +54 +54 +\S+\nnode +127\S+ +54 +54 +\S+\n$/,
    );
  });

  it("are returned with their number", async () => {
    const peers = new Set([...first.truth, ...second.truth].map(({ peer_id }) => peer_id));
    for (const path of ["geographicalDistributions", "hostDistributions"]) {
      const answer = await served.get(`/v1/eth/${path}?distributionType=all&limit=200`, header);
      const { results } = (await answer.json()) as { results: Row[] };
      expect(results.length).toBeGreaterThan(2);
      for (const row of results) {
        expect([row.samplePeerCount, row.sampleValidatorCount]).toEqual([peers.size, peers.size]);
        expect(row.validatorShare).toBeCloseTo(Number(row.peerCount) / peers.size, 5);
      }
    }
  });

  it("are those of the latest answer of each node", async () => {
    nodes[0]?.peers.splice(0, 30);
    const left = generatePeers(11, 30, 30).truth;
    await eventually(readShares, expected(left, second.truth));
  });

  it("count while none are imported, and again after the import is removed", async () => {
    const file = `${folder.path}.csv`;
    writeFileSync(
      file,
      "peer_id,ip,country_code,hosting_provider,validator_count\na,1.1.1.1,CH,Host,3\nb,1.1.1.1,JP,,1\n",
    );
    await runP2p({ action: "import", network, file }, store());
    const imported = {
      country: [
        ["Switzerland", 0.75],
        ["Japan", 0.25],
      ],
      host: [["Host", 0.75]],
    };
    expect(await readShares()).toEqual(imported);
    await runP2p({ action: "remove", network }, store());
    expect(await readShares()).toEqual(expected(generatePeers(11, 30, 30).truth, second.truth));
  });
});
