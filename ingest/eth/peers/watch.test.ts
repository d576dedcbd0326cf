import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateChain } from "../../../fixtures/eth/generate.ts";
import { generatePeers } from "../../../fixtures/eth/scenario/peers.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../../../fixtures/eth/stubNode.ts";
import { decodeValue } from "../../../lib/bus/value.ts";
import { createLogger } from "../../../lib/logger.ts";
import { type PeerMessage, peerMessage } from "../../../schemas/eth/auxiliaryEvents.ts";
import { createBeaconClient } from "../api/client.ts";
import { createPeerWatch, type PeerWatchOptions } from "./watch.ts";

const log = createLogger("silent");
const { peers, truth } = generatePeers(3, 20);
let nodes: StubBeaconNode[];
beforeAll(async () => {
  const chain = generateChain({ seed: 5, validators: 64, preset: "minimal", startEpoch: 6, epochs: 2 });
  nodes = [await startStubBeaconNode(chain, { peers }), await startStubBeaconNode(chain, { peers })];
});
afterAll(async () => {
  for (const node of nodes) await node.close();
});

/** Watches until so many messages of the first node have arrived, or `until` holds, which is called after each round. */
async function watched(
  options: Partial<PeerWatchOptions> & { until: (messages: readonly PeerMessage[]) => boolean },
): Promise<PeerMessage[]> {
  const client = createBeaconClient({
    urls: nodes.map(({ url }) => url),
    requestsPerSecond: 10_000,
    maxHeadAgeS: 0,
    log,
    nodeOptions: { rounds: 1, restBaseMs: 2, restMaxMs: 4 },
  });
  const stopper = new AbortController();
  const messages: PeerMessage[] = [];
  const watch = createPeerWatch({ everyMs: 10, ...options, client, network: "generated", log });
  const ended = watch({
    signal: stopper.signal,
    publish: (batch) => {
      for (const { value } of batch) messages.push(peerMessage.parse(decodeValue(value)));
      return Promise.resolve();
    },
  }).catch((error: unknown) => {
    if (!stopper.signal.aborted) throw error;
  });
  while (!options.until(messages)) await new Promise((resolve) => setTimeout(resolve, 5));
  stopper.abort(new Error("enough"));
  await ended;
  return messages;
}

const messagesOf = (messages: readonly PeerMessage[], at: number) =>
  messages.filter(({ node }) => node === new URL(nodes[at]?.url ?? "").host);
const requestCount = (at: number) =>
  nodes[at]?.requests.filter(({ path }) => path.startsWith("/eth/v1/node/peers")).length ?? 0;

describe("the watch of peers", () => {
  // The first test, since an aborted request may arrive after its test.
  it("requests no node while peers are imported", async () => {
    let looks = 0;
    const isImported = () => {
      looks += 1;
      return Promise.resolve(true);
    };
    expect(await watched({ isImported, until: () => looks > 10 })).toEqual([]);
    expect([requestCount(0), requestCount(1)]).toEqual([0, 0]);
  });

  it("says again and again whom each node is connected to, at later moments", async () => {
    const messages = await watched({
      until: (seen) => messagesOf(seen, 0).length > 2 && messagesOf(seen, 1).length > 2,
    });
    const ids = truth.map(({ peer_id }) => peer_id).sort();
    for (const message of messages) expect(message.peers.map(({ peer_id }) => peer_id)).toEqual(ids);
    for (const at of [0, 1]) {
      const moments = messagesOf(messages, at).map(({ observed_at }) => observed_at);
      expect(moments).toEqual([...new Set(moments)].sort((a, b) => a - b));
    }
  });

  it.each([
    ["refuses", { kind: "status", status: 404 }],
    ["fails", { kind: "status", status: 500 }],
    ["has too much to do", { kind: "status", status: 429 }],
    ["returns no JSON", { kind: "malformed" }],
    ["breaks off", { kind: "truncated" }],
  ] as const)("leaves out a node that %s, until it answers again", async (_, fault) => {
    const before = requestCount(0);
    nodes[0]?.faults.rules.push({ ...fault, path: /node\/peers/ });
    const messages = await watched({
      until: (seen) => {
        if (requestCount(0) > before + 2 && messagesOf(seen, 1).length > 1) nodes[0]?.faults.rules.splice(0);
        return messagesOf(seen, 0).length > 0;
      },
    });
    expect(messagesOf(messages, 0)[0]?.peers).toHaveLength(truth.length);
  });

  it("says nothing of a node without peers", async () => {
    const all = nodes[0]?.peers.splice(0) ?? [];
    const before = requestCount(0);
    const messages = await watched({
      until: (seen) => requestCount(0) > before + 3 && messagesOf(seen, 1).length > 0,
    });
    expect(messagesOf(messages, 0)).toEqual([]);
    nodes[0]?.peers.push(...all);
  });
});
