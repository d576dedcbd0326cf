/** Where a replay takes its facts from. Each fills the shadow by the chain's own transform. */

import pLimit from "p-limit";
import { nodeKindsOf } from "../../chains/index.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import { openRecordedNodes } from "../../ingest/recording/nodes.ts";
import type { BusMessage, DeliveredMessage } from "../../lib/bus/bus.ts";
import { parseBatch } from "../../lib/bus/deadLetter.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { ConfigError } from "../../lib/errors.ts";
import { openNode } from "../process/listeners.ts";
import { fillFromArchives, openArchives } from "./archives.ts";
import type { FillDeps } from "./fill.ts";

function toJson(value: Buffer): unknown {
  try {
    return decodeValue(value);
  } catch {
    // The topic's consumer has moved it to the dead-letter topic.
    return undefined;
  }
}

/** Passes the messages about the range on to the transform. */
function createFeeder({ chain, network, range, transform, log }: FillDeps) {
  // Listeners hand over the next unit before the last one is taken, and the transform takes one at a time.
  const inTurn = pLimit(1);
  const take = async (batch: readonly DeliveredMessage[]): Promise<void> => {
    const needed = batch.filter(({ value }) => chain.records.isNeeded(toJson(value), network, range));
    const { parsed, dead } = parseBatch(needed, transform);
    for (const { message, reason } of dead) {
      const { topic, partition, offset } = message;
      log.warn({ topic, partition, offset, reason }, "message skipped by the replay");
    }
    if (parsed.length > 0) {
      const messages = parsed.map(({ value }) => value);
      await transform.write(messages);
      await transform.compute(messages);
    }
  };
  return (batch: readonly DeliveredMessage[]) => inTurn(() => take(batch));
}

/** The error of `--source topic` on the bus inside the process. */
export function keepsNothing(): ConfigError {
  return new ConfigError("--source topic needs KAFKA_BROKERS: the bus in the process keeps no messages", {
    code: "bad_arguments",
  });
}

export type TopicStart = { offset: string } | { timeMs: number } | undefined;

/** Reads the topics once, up to their current end. @throws ConfigError if they are in memory */
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
 * Reads the facts of archives, and runs the chain's listener against recorded nodes, file by file.
 * @throws ConfigError when no file holds the network, or none of the range
 */
export async function fillFromFiles(deps: FillDeps, paths: readonly string[]): Promise<void> {
  const { config, chain, network, range, log, emit, signal } = deps;
  const feed = createFeeder(deps);
  const archives = await openArchives(paths);
  const isHeld = await fillFromArchives(deps, archives);
  const others = paths.filter((path) => !archives.some((archive) => archive.path === path));
  const recorded = await openRecordedNodes(others, { kindsOf: nodeKindsOf, log });
  try {
    const recordings = recorded.recordings
      .map(({ description }) => description)
      .filter((one) => one.chain === chain.id && one.network === network);
    const wanted = recordings.filter(({ from, to }) => from <= range.to && to >= range.from);
    if (wanted.length === 0 && !isHeld) {
      const archived = archives
        .map(({ description }) => description)
        .filter((one) => one.chain === chain.id && one.network === network);
      const held =
        [...recordings, ...archived].map(({ from, to }) => `${from} to ${to}`).join(", ") || "nothing";
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
          isRecorded: true,
          onProgress: ({ done, total }) => emit({ done, total, phase: "played back", unit: chain.unit }),
        },
      );
    }
  } finally {
    await recorded.close();
  }
}
