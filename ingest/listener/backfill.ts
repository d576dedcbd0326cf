/** Publishes a range of history, from a cursor of its own. */
import { setMaxListeners } from "node:events";
import { checkCursor, confirmBlock } from "./continuity.ts";
import { type Cursor, heightAfter } from "./cursor.ts";
import { historyError } from "./pruned.ts";
import { heightsToPublish } from "./range.ts";
import { createRefill, type LogState } from "./refill.ts";
import { type ChainSession, listenerName, readStatus } from "./session.ts";
import { tryCalls } from "./start.ts";
import { type LoopDeps, type WalkEnd, walk } from "./walk.ts";

export type BackfillOptions = {
  /** Inclusive. */
  from: number;
  to: number;
  /** Name of its cursor, where the same goes on over another range later; default: one by the range. */
  listener?: string;
  signal: AbortSignal;
  /** A part of what is followed: the calls of its nodes have been tried. */
  isGap?: boolean;
  /** The nodes are recordings: they cannot change their chain, and older ones lack the calls that would show it. */
  isRecorded?: boolean;
  onProgress?: (progress: { done: number; total: number; height: number }) => void;
  /** Waits for the workers. Calls `look` meanwhile and ends when that says "lost": what is lost is published again. */
  untilWritten?: (look: () => Promise<LogState>) => Promise<LogState>;
};

/**
 * Publishes a range of heights, with the neighbours that it needs. Resumes after an interruption from a cursor
 * of its own; resolves when everything is acknowledged by the bus.
 * @throws ConfigError `bad_range` when the end isn't final yet, naming the last possible height; SourceError `pruned` when no
 *   node has the beginning, naming the first height that they have
 */
export async function backfillChain(
  chain: { id: string; unit?: string },
  session: ChainSession,
  deps: LoopDeps,
  options: BackfillOptions,
): Promise<{ first: number; last: number }> {
  const { onProgress } = options;
  const signal = AbortSignal.any([options.signal]);
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const listener =
    options.listener ?? `${listenerName(chain, session)}/backfill/${options.from}-${options.to}`;
  const { final } = await readStatus(session, signal, "backfill");
  const range = { from: options.from, to: options.to };
  const { from: first, to: last } = heightsToPublish(session, range, { final, unit: chain.unit });
  if (options.isGap !== true) await tryCalls(session, { listener, log: deps.log, signal });
  const refill = createRefill({ listener, network: session.network, ...deps });
  const total = last - first + 1;

  async function walkFrom(cursor: Cursor | undefined): Promise<WalkEnd> {
    const isBegun = cursor !== undefined && cursor.root !== "";
    if (isBegun) await checkCursor(session, listener, cursor, signal);
    const from = isBegun ? heightAfter(cursor) : first;
    deps.log.info({ listener, from, to: last }, "backfilling");
    onProgress?.({ done: from - first, total, height: from - 1 });
    return await walk(deps, {
      listener,
      refill,
      openRun: (published) =>
        session.openRun(
          { from: options.from, to: options.to, kind: "backfill" },
          published ?? (isBegun ? cursor : undefined),
        ),
      from,
      required: options.from,
      cursor: isBegun ? cursor : undefined,
      final: () => last,
      more: async () => "done",
      prefetch: session.prefetch,
      attempts: deps.backfillAttempts ?? 10,
      onPruned: async (height, cause) => {
        const what = { listener, unit: chain.unit ?? "height", cause };
        throw await historyError(session, what, { from: height, to: last }, signal);
      },
      checkCursor: (published) => checkCursor(session, listener, published, signal),
      ...(options.isRecorded !== true && { confirm: (block) => confirmBlock(session, block, signal) }),
      onPublished: (height) => onProgress?.({ done: height - first + 1, total, height }),
      signal,
    });
  }

  const opened = await refill.open();
  // A finished backfill that is requested again is done again: it replaces rows by the same rows.
  let cursor = opened !== undefined && heightAfter(opened) <= last ? opened : undefined;
  for (;;) {
    if (cursor === undefined) await refill.begin(first);
    const end = await walkFrom(cursor);
    const state = end === "lost" ? end : ((await options.untilWritten?.(refill.look)) ?? "kept");
    if (state === "kept") return { first, last };
    cursor = await refill.goBack();
  }
}
