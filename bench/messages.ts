/** Real messages for benchmarks of the bus: those of listeners on a network of mainnet's size. */
import { setMaxListeners } from "node:events";
import { createMainnetSizeView } from "../fixtures/cosmos/mainnetSize.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { openCosmosSession } from "../ingest/cosmos/session.ts";
import { openBeaconSession } from "../ingest/eth/index.ts";
import type { Run } from "../ingest/listener/session.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import type { Logger } from "../lib/logger.ts";
import { celestiaChain } from "../schemas/cosmos/chains.ts";
import { startEthNode } from "./nodeProcess.ts";

/** Messages of the heights from `from` to `last`, read at once. */
async function collect(run: Run, from: number, last = from): Promise<BusMessage[]> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const messages: BusMessage[] = [];
  const unit = await run.prepare(from, signal, last);
  const commit = await unit.publish(async (batch) => void messages.push(...batch), signal);
  commit?.();
  return messages;
}

/** The messages of epoch 0, which holds the whole registry, and of epoch 1, which holds what changed. */
export async function ethEpochMessages(
  validators: number,
  log: Logger,
): Promise<{ first: BusMessage[]; second: BusMessage[] }> {
  const node = await startEthNode(validators);
  try {
    const session = await openBeaconSession(
      { urls: [node.url], maxHeadAgeS: 0, requestsPerSecond: 10_000, rewardCheckEpochs: 0 },
      { log },
    );
    await session.status(new AbortController().signal, "backfill");
    const walk = session.openRun({ from: 0, to: 0, kind: "backfill" }, undefined);
    return { first: await collect(walk, 0), second: await collect(walk, 1) };
  } finally {
    await node.stop();
  }
}

/** The messages of a number of blocks with 200 events each. */
export async function celestiaMessages(blocks: number, log: Logger): Promise<BusMessage[]> {
  const node = await startCosmosStub(createMainnetSizeView(celestiaChain, blocks));
  try {
    const options = { urls: [node.url], restUrls: [], maxHeadAgeS: 0, requestsPerSecond: 100_000 };
    const session = await openCosmosSession(celestiaChain, options, { log });
    await session.status(new AbortController().signal, "backfill");
    const walk = session.openRun({ from: 1, to: blocks, kind: "backfill" }, undefined);
    const messages = await collect(walk, 1, blocks);
    return messages.filter(({ topic }) => topic === `${celestiaChain.id}.block`);
  } finally {
    await node.close();
  }
}
