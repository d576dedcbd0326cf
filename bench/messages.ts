/** Real messages for benchmarks of the bus: what the listeners say of a network of mainnet's size. */
import { type ChildProcess, spawn } from "node:child_process";
import { once, setMaxListeners } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createMainnetSizeView } from "../fixtures/cosmos/mainnetSize.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { openCosmosSession } from "../ingest/cosmos/session.ts";
import { openBeaconSession } from "../ingest/eth/index.ts";
import type { Run } from "../ingest/listener/session.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import type { Logger } from "../lib/logger.ts";
import { celestiaChain } from "../schemas/cosmos/chains.ts";

/** A node of mainnet's size in a process of its own, as in life; its work is not ours to count. */
export async function startEthNode(validators: number): Promise<{ url: string; stop(): Promise<void> }> {
  const script = join(import.meta.dirname, "ethNode.ts");
  const child: ChildProcess = spawn(process.execPath, ["--import", "tsx", script, String(validators)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const stop = async () => {
    child.kill();
    await once(child, "exit");
  };
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const url = /https?:\/\/[\d.:]+/.exec(line)?.[0];
    if (url !== undefined) return { url, stop };
  }
  throw new Error("the node did not start");
}

/** Messages of the heights from `from` to `last`, read at once. */
async function collect(run: Run, from: number, last = from): Promise<BusMessage[]> {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const messages: BusMessage[] = [];
  const unit = await run.prepare(from, signal, last);
  const commit = await unit.publish(async (batch) => void messages.push(...batch), signal);
  commit();
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

/** The messages of so many blocks with 200 events each. */
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
