/** Where a replay takes its facts from. Each fills the shadow by the chain's own transform. */

import type { Chain } from "../../chains/chain.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import { openRecordedNodes } from "../../ingest/recording/nodes.ts";
import type { Bus, BusMessage, DeliveredMessage } from "../../lib/bus/bus.ts";
import { parseBatch } from "../../lib/bus/deadLetter.ts";
import type { Config } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { openNode } from "../process/listeners.ts";
import type { Progress } from "../process/progress.ts";

export type FillDeps = {
  config: Config;
  log: Logger;
  chain: Chain;
  network: string;
  range: HeightRange;
  /** The shadow. */
  store: Store;
  transform: ReturnType<Chain["createTransform"]>;
  bus: Bus;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

function toJson(value: Buffer): unknown {
  try {
    return JSON.parse(value.toString("utf8"));
  } catch {
    // Whoever follows the topic has put it aside as a dead letter.
    return undefined;
  }
}

/** Hands on to the transform what says something about the range. */
function createFeeder({ chain, network, range, transform, log }: FillDeps) {
  return async (batch: readonly DeliveredMessage[]): Promise<void> => {
    const needed = batch.filter(({ value }) => chain.records.isNeeded(toJson(value), network, range));
    const { parsed, dead } = parseBatch(needed, transform);
    for (const { message, reason } of dead) {
      const { topic, partition, offset } = message;
      log.warn({ topic, partition, offset, reason }, "message left out of the replay");
    }
    if (parsed.length > 0) {
      const messages = parsed.map(({ value }) => value);
      await transform.write(messages);
      await transform.compute(messages);
    }
  };
}

/** Computes the range again from the facts that the shadow holds. */
export async function fillFromWarehouse(deps: FillDeps): Promise<void> {
  const { chain, network, range, transform, emit, signal } = deps;
  const total = range.to - range.from + 1;
  for (let from = range.from; from <= range.to; from += chain.records.heightsAtOnce) {
    signal.throwIfAborted();
    const to = Math.min(range.to, from + chain.records.heightsAtOnce - 1);
    await transform.recompute(network, { from, to });
    emit({ done: to - range.from + 1, total, phase: "computed again", unit: chain.unit });
  }
}

/** What the bus in the process answers to `--source topic`. */
export function keepsNothing(): ConfigError {
  return new ConfigError("--source topic needs KAFKA_BROKERS: the bus in the process keeps no messages", {
    code: "bad_arguments",
  });
}

export type TopicStart = { offset: string } | { timeMs: number } | undefined;

/** Reads the topics once, up to what they hold now. @throws ConfigError when they are in memory */
export async function fillFromTopic(deps: FillDeps, from: TopicStart): Promise<void> {
  if (deps.bus.read === undefined) throw keepsNothing();
  const feed = createFeeder(deps);
  await deps.bus.read({
    topics: deps.chain.topics.map(({ name }) => name),
    ...(from === undefined ? {} : { from }),
    onBatch: async (batch, progress) => {
      await feed(batch);
      deps.emit({ ...progress, phase: "read", unit: "message" });
    },
    signal: deps.signal,
  });
}

function toDelivered(message: BusMessage): DeliveredMessage {
  return { ...message, headers: message.headers ?? {}, partition: 0, offset: "0" };
}

/**
 * Lets the chain's listener ask nodes that answer as recorded, file by file.
 * @throws ConfigError when no file holds the network, or none of the range
 */
export async function fillFromFiles(deps: FillDeps, paths: readonly string[]): Promise<void> {
  const { config, chain, network, range, log, emit, signal } = deps;
  const feed = createFeeder(deps);
  const recorded = await openRecordedNodes(paths, { log });
  try {
    const recordings = recorded.recordings
      .map(({ description }) => description)
      .filter((one) => one.chain === chain.id && one.network === network);
    const wanted = recordings.filter(({ from, to }) => from <= range.to && to >= range.from);
    if (wanted.length === 0) {
      const held = recordings.map(({ from, to }) => `${from} to ${to}`).join(", ") || "nothing";
      throw new ConfigError(
        `The files hold no ${chain.unit} of ${network} from ${range.from} to ${range.to}; of ${network} they hold ${held}`,
      );
    }
    for (const { label, from, to } of wanted) {
      const node = recorded.nodes.find((one) => one.chain === chain.id && one.label === label);
      if (node === undefined) throw new RangeError(`no recorded node of ${chain.id} ${label}`);
      const { session } = await openNode(config, node, { store: undefined, log, signal });
      await backfillChain(
        chain,
        session,
        {
          bus: { publish: (messages) => feed(messages.map(toDelivered)) },
          cursors: createMemoryCursorStore(),
          log,
        },
        {
          from,
          to,
          signal,
          onProgress: ({ done, total }) => emit({ done, total, phase: "played back", unit: chain.unit }),
        },
      );
    }
  } finally {
    await recorded.close();
  }
}
