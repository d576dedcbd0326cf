/** The pipeline around stub nodes of Polkadot: stub → listener → bus → worker → warehouse. */
import { afterAll, afterEach, beforeAll } from "vitest";
import { createPolkadotHistory, firstEra, type PolkadotHistory } from "../../fixtures/polkadot/model.ts";
import type { StubSettings } from "../../fixtures/polkadot/settings.ts";
import { type StubNode, startPolkadotStub } from "../../fixtures/polkadot/stubNode.ts";
import { type ChainView, createNetworkView, type NetworkView } from "../../fixtures/polkadot/view.ts";
import { openPolkadotSession, type PolkadotOptions } from "../../ingest/polkadot/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Store } from "../../lib/store/store.ts";
import { createPolkadotTransform } from "../../transform/polkadot/transform.ts";
import { backfillInto, log } from "./pipeline.ts";
import { quickNodes } from "./quickNodes.ts";

export const polkadotChain = { id: "polkadot" };
/** All eras of a generated history. */
export const allEras: HeightRange = { from: firstEra, to: firstEra + 7 };

export type PolkadotNetwork = {
  history: PolkadotHistory;
  view: NetworkView;
  assetHub: StubNode;
  relay: StubNode;
  people: StubNode;
  close(): Promise<void>;
};

/** A generated history, served by nodes of its three chains. */
export async function startPolkadotNetwork(seed: number): Promise<PolkadotNetwork> {
  const history = createPolkadotHistory({ seed });
  const view = await createNetworkView(history);
  const [assetHub, relay, people] = [
    await startPolkadotStub(view.assetHub),
    await startPolkadotStub(view.relay),
    await startPolkadotStub(view.people),
  ];
  const close = async () => {
    for (const node of [assetHub, relay, people]) await node.close();
  };
  return { history, view, assetHub, relay, people, close };
}

/** @param network nodes whose addresses are given; over WebSockets on request */
export function polkadotOptions(
  network: Pick<PolkadotNetwork, "assetHub" | "relay" | "people">,
  more: Partial<PolkadotOptions> & { isOverSockets?: boolean } = {},
): PolkadotOptions {
  const { isOverSockets = false, ...rest } = more;
  const urlOf = ({ url, socketUrl }: StubNode) => (isOverSockets ? socketUrl : url);
  return {
    urls: [urlOf(network.assetHub)],
    relayUrls: [urlOf(network.relay)],
    peopleUrls: [urlOf(network.people)],
    readsPayments: true,
    maxHeadAgeS: 0,
    requestsPerSecond: 100_000,
    pollMs: 10,
    nodeOptions: quickNodes(3),
    ...rest,
  };
}

export const openPolkadot = (options: PolkadotOptions) => openPolkadotSession(options, { log });

/** A generated network for the tests of a file, and further nodes of it, closed after each test. */
export function usePolkadotStubs(seed: number) {
  const stubs: StubNode[] = [];
  let network: PolkadotNetwork;
  beforeAll(async () => {
    network = await startPolkadotNetwork(seed);
  });
  afterAll(() => network.close());
  afterEach(async () => {
    for (const node of stubs.splice(0)) await node.close();
  });

  async function stub(changes: Partial<StubSettings> = {}, view: ChainView = network.view.assetHub) {
    const node = await startPolkadotStub(view, changes);
    stubs.push(node);
    return node;
  }
  const options = (urls: string[], more: Partial<PolkadotOptions> = {}) =>
    polkadotOptions(network, { urls, nodeOptions: quickNodes(2), ...more });
  return { started: () => network, stub, options };
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillPolkadot(
  store: Store,
  options: PolkadotOptions,
  range: HeightRange,
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const openSession = () => openPolkadot(options);
  const transform = createPolkadotTransform({ store, log });
  await backfillInto(store, transform, { chain: polkadotChain, openSession, range }, hooks.bus);
}
