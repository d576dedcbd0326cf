/** Follows a network: units are published as they become final, and what is seen of the head as provisional. */
import { setMaxListeners } from "node:events";
import { errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import { throughOutages } from "../../lib/outages.ts";
import { backfillChain } from "./backfill.ts";
import { createBell } from "./bell.ts";
import { checkCursor, confirmBlock } from "./continuity.ts";
import { type Cursor, createMemoryCursorStore, heightAfter } from "./cursor.ts";
import { metrics } from "./metrics.ts";
import { createRefill } from "./refill.ts";
import { type ChainSession, listenerName, readStatus } from "./session.ts";
import { tryCalls } from "./start.ts";
import { type LoopDeps, type WalkEnd, walk } from "./walk.ts";
import { publish } from "./window.ts";

export type FollowOptions = {
  signal: AbortSignal;
  /** Called after each published unit, for readiness and tests. */
  onPublished?: (height: number) => void;
};

/** What is followed, and the time between two of its heights, for metrics. */
type FollowedChain = { id: string; secondsPerHeight?: number };

/**
 * Follows finality from the cursor (or the chain's first height) until the signal is aborted; then resolves.
 * Nodes, bus and warehouse may be away for any time.
 * @throws FatalError on a mismatch at the cursor; errors of bus and store that can't be retried.
 */
export async function followChain(
  chain: FollowedChain,
  session: ChainSession,
  deps: LoopDeps,
  options: FollowOptions,
): Promise<void> {
  const listener = listenerName(chain, session);
  const stopper = new AbortController();
  const signal = AbortSignal.any([options.signal, stopper.signal]);
  // Every request in flight listens to it.
  setMaxListeners(0, signal);
  const bell = createBell();
  const refill = createRefill({ listener, network: session.network, ...deps });

  function patiently<Value>(what: string, run: () => Promise<Value>): Promise<Value> {
    const { retryBaseMs: baseMs = 1000, log } = deps;
    return throughOutages(run, { by: `${listener}: ${what}`, baseMs, log, signal });
  }

  if (chain.secondsPerHeight !== undefined) metrics.heightSeconds.set({ listener }, chain.secondsPerHeight);
  metrics.headChanged.set({ listener }, Date.now() / 1000);

  let final = -1;
  let head: number | undefined;
  async function refresh(): Promise<void> {
    const status = await patiently("reading the node's status", () => readStatus(session, signal, "follow"));
    final = Math.max(final, status.final);
    if (status.head !== head) metrics.headChanged.set({ listener }, Date.now() / 1000);
    head = status.head;
    metrics.headHeight.set({ listener }, head);
    metrics.finalHeight.set({ listener }, status.final);
  }

  async function check(cursor: Cursor | undefined): Promise<void> {
    if (cursor === undefined) return;
    await patiently("checking the cursor", () => checkCursor(session, listener, cursor, signal));
  }

  /** Publishes a part of a gap again, between two looks at finality. */
  async function fillGap(): Promise<void> {
    const range = refill.gaps?.due();
    if (range === undefined) return;
    // It has no stored cursor: the gap itself remembers what is left.
    const { bus, log, retryBaseMs } = deps;
    const own = { bus: { publish: bus.publish }, cursors: createMemoryCursorStore(), log };
    try {
      await backfillChain(
        chain,
        session,
        { ...own, ...(retryBaseMs === undefined ? {} : { retryBaseMs }), backfillAttempts: 3 },
        { ...range, signal, isGap: true },
      );
      refill.gaps?.tried(range);
    } catch (error) {
      signal.throwIfAborted();
      // Trouble with the bus or the warehouse passes, and says nothing about the gap.
      if (!isErrorOfKind(error, "source") && !isErrorOfKind(error, "config")) throw error;
      // Another error than that may pass until the next try.
      const isGone = !isErrorOfKind(error, "source") || error.code === "pruned";
      refill.gaps?.tried(range, { reason: errorMessage(error), isGone });
    }
  }

  async function followFrom(cursor: Cursor | undefined): Promise<WalkEnd> {
    await refresh();
    const isBegun = cursor !== undefined && cursor.root !== "";
    const next = cursor === undefined ? undefined : heightAfter(cursor);
    const from = next ?? session.startHeight ?? session.defaultStart(final);
    const first = isBegun ? from : Math.max(0, from - (session.supportHeights ?? 0));
    if (cursor === undefined) await patiently("keeping where it begins", () => refill.begin(from));
    metrics.cursorHeight.set({ listener }, first - 1);
    deps.log.info({ listener, from, final }, "following");
    return await walk(deps, {
      listener,
      refill,
      openRun: (published) =>
        session.openRun({ from, kind: "follow" }, published ?? (isBegun ? cursor : undefined)),
      from: first,
      required: from,
      cursor: isBegun ? cursor : undefined,
      final: () => final,
      more: async () => {
        await bell.wait(session.pollMs, signal);
        signal.throwIfAborted();
        try {
          if ((await refill.look()) === "lost") return "lost";
          await fillGap();
          await refresh();
          return "more";
        } catch (error) {
          // The bell was heard in vain: the next wait must not miss it.
          bell.ring();
          throw error;
        }
      },
      prefetch: session.prefetch,
      attempts: Number.POSITIVE_INFINITY,
      checkCursor: (last) => checkCursor(session, listener, last, signal),
      confirm: (block) => confirmBlock(session, block, signal),
      onPublished: (height) => options.onPublished?.(height),
      signal,
    });
  }

  /** Goes back and on as often as the bus loses what it had acknowledged. */
  async function followOn(start: Cursor | undefined): Promise<void> {
    let cursor = start;
    while ((await followFrom(cursor)) === "lost") {
      cursor = await patiently("going back", () => refill.goBack());
      await check(cursor);
    }
  }

  let watching: Promise<void> | undefined;
  let tried: Promise<void> | undefined;
  try {
    const cursor = await patiently("reading the cursor", () => refill.open());
    // Nothing of a node that follows another chain may be published, not even heads.
    await check(cursor);
    // It reports what the nodes lack, and delays nothing: a unit that needs it fails by itself and is retried.
    tried = tryCalls(session, { listener, log: deps.log, signal }).catch(() => undefined);
    watching = session.watch?.({
      publish: (messages) => publish(deps, listener, messages),
      onFinal: bell.ring,
      signal,
    });
    await Promise.all([followOn(cursor), watching]);
  } catch (error) {
    if (!options.signal.aborted) throw error;
  } finally {
    stopper.abort(new Error("the listener ended"));
    await Promise.all([watching?.catch(() => undefined), tried]);
  }
}
