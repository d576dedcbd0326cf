/** The pipeline around stub nodes of Polkadot: stub → listener → bus → worker → warehouse. */
import { createPolkadotHistory, firstEra, type PolkadotHistory } from "../../fixtures/polkadot/model.ts";
import { type StubNode, startPolkadotStub } from "../../fixtures/polkadot/stubNode.ts";
import { createNetworkView, type NetworkView } from "../../fixtures/polkadot/view.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { openPolkadotSession, type PolkadotOptions } from "../../ingest/polkadot/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createMemoryBus } from "../../lib/bus/memory.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { polkadotTopics } from "../../schemas/polkadot/events.ts";
import { startWorker } from "../../transform/frame/worker.ts";
import { createPolkadotTransform } from "../../transform/polkadot/transform.ts";

export const log = createLogger("silent");
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

/** A generated history behind nodes of its three chains. */
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

/** @param network nodes whose addresses are given; over WebSockets where it says so */
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
    maxHeadAgeS: 0,
    requestsPerSecond: 100_000,
    pollMs: 10,
    rounds: 3,
    ...rest,
  };
}

/** Backfills a range into a warehouse and waits until its records are readable. */
export async function backfillPolkadot(
  store: Store,
  options: PolkadotOptions,
  range: HeightRange,
  hooks: { bus?: Bus } = {},
): Promise<void> {
  const bus = hooks.bus ?? createMemoryBus({ log });
  await bus.ensureTopics(Object.values(polkadotTopics));
  const transform = createPolkadotTransform({ store, log });
  const worker = await startWorker({ bus, transform, group: "polkadot", log });
  const failed = worker.done.then(() => undefined);
  try {
    const session = await openPolkadotSession(options, { log });
    const run = backfillChain(
      polkadotChain,
      session,
      { bus, cursors: createCursorStore(store), log, retryBaseMs: 1 },
      { ...range, signal: new AbortController().signal },
    );
    await Promise.race([run, failed.then(() => run)]);
    await worker.settle();
  } finally {
    await worker.stop();
    await failed.catch(() => undefined);
    await bus.close();
  }
}
