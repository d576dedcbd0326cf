/**
 * What a bus has acknowledged can still be lost with a broker's disk before any worker has written it. The listener
 * can read it again from the node: it remembers how far the bus had acknowledged, notices when the log no longer
 * reaches that far, and goes back to the last unit that is known to be in the tables.
 */
import { Counter } from "prom-client";
import type { Bus, BusPositions } from "../../lib/bus/bus.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { type Cursor, type CursorStore, heightAfter, writtenName } from "./cursor.ts";
import { createGaps, type Gaps, type Unwritten } from "./gaps.ts";
import { listenerLabel } from "./metrics.ts";

/** First height from `from` on whose records are not in the tables; `to` + 1 when all of them are. */
export type FirstUnwritten = (network: string, range: { from: number; to: number }) => Promise<number>;

const refills = new Counter({
  name: "validator_analytics_ingest_refills_total",
  help: "Times that a listener went back because Kafka lost acknowledged messages",
  labelNames: ["listener"],
  registers: [registry],
});

const lookEveryMs = 10_000;
/** Each gap takes a statement or two. */
const checkGapsEveryMs = 60_000;
/** Published units that are remembered until they are written; beyond it only every second one is. */
const rememberedMax = 1_024;

/** Whether the bus still has what it had acknowledged. */
export type LogState = "kept" | "lost";

export type Refill = {
  /** Where to go on; undefined: nothing was published yet. Goes back first when the log was lost meanwhile. */
  open(): Promise<Cursor | undefined>;
  /** Remembers the first height of a listener that has no cursor, or begins anew. */
  begin(height: number): Promise<void>;
  /** To the last unit that is in the tables. @returns where to go on */
  goBack(): Promise<Cursor | undefined>;
  /** Moves the cursor to the last of some units whose messages are acknowledged; when the log is lost, it may stay where it was. */
  published(cursors: readonly Cursor[]): Promise<LogState>;
  /**
   * Looks now and then whether the log is still there; between two looks it says that it is. A cursor that the warehouse
   * has not taken is written again.
   */
  look(): Promise<LogState>;
  /** Heights that later ones have overtaken; undefined where it is not known which are written. */
  gaps: Gaps | undefined;
};

export function createRefill(deps: {
  listener: string;
  network: string;
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  /** Without it, a lost log is published again from the listener's beginning. */
  firstUnwritten?: FirstUnwritten;
  /** Where it is known, one height that is never written holds nothing up. */
  unwritten?: Unwritten;
  gapPatienceMs?: number;
  log: Logger;
}): Refill {
  const { listener, network, cursors, firstUnwritten, unwritten, log } = deps;
  const gaps = unwritten && createGaps({ listener, network, unwritten, log, patienceMs: deps.gapPatienceMs });
  const { acknowledgements } = deps.bus;
  const writtenListener = writtenName(listener);
  let current: Cursor | undefined;
  /** False when a warehouse in trouble hasn't taken `current`. */
  let isSaved = true;
  let acknowledged: BusPositions = {};
  /** Published, and perhaps written. The first one is where to go back to. */
  let remembered: Cursor[] = [];
  /** All heights below it are in the tables. A listener that begins publishes neighbours below its first height. */
  let lowestUnwritten = 0;
  let lookedAt = performance.now();
  let gapsCheckedAt = Number.NEGATIVE_INFINITY;

  /** Where the heights begin that no later one has overtaken; those before that are missing are gaps. */
  async function findUnwritten(range: HeightRange): Promise<number> {
    if (unwritten === undefined) return (await firstUnwritten?.(network, range)) ?? range.from;
    const ranges = await unwritten(network, range);
    const onTheWay = ranges.at(-1)?.to === range.to ? ranges.pop() : undefined;
    gaps?.add(ranges);
    return onTheWay?.from ?? range.to + 1;
  }

  /** Forgets what lies before the last written unit, but for gaps. */
  async function moveWritten(isExact = false): Promise<void> {
    const [first] = remembered;
    if (first === undefined || current === undefined) return;
    if (firstUnwritten === undefined && unwritten === undefined) return;
    const before = JSON.stringify(gaps?.ranges());
    if (isExact || performance.now() - gapsCheckedAt >= checkGapsEveryMs) {
      gapsCheckedAt = performance.now();
      await gaps?.check();
    }
    if (current.height >= lowestUnwritten)
      lowestUnwritten = await findUnwritten({ from: lowestUnwritten, to: current.height });
    const written =
      remembered.findLast((cursor) => cursor === first || cursor.height < lowestUnwritten) ?? first;
    if (written === first && JSON.stringify(gaps?.ranges()) === before) return;
    remembered = remembered.slice(remembered.indexOf(written));
    await cursors.write(writtenListener, withGaps(written));
  }

  const withGaps = (cursor: Cursor): Cursor =>
    gaps === undefined ? cursor : { ...cursor, gaps: gaps.ranges() };

  async function goBack(): Promise<Cursor | undefined> {
    await moveWritten(true);
    const [written] = remembered;
    if (current === undefined || written === undefined) return undefined;
    const generation = (current.generation ?? 0) + 1;
    refills.inc({ listener: listenerLabel(listener) });
    log.error(
      { listener, from: heightAfter(written), to: current.height },
      "Kafka lost acknowledged messages; publishing the missing heights again",
    );
    current = { ...written, acknowledged: {}, generation };
    acknowledged = {};
    remembered = [current];
    lowestUnwritten = heightAfter(current);
    await cursors.write(listener, current);
    // The written one belongs to this generation from now on, so that it can move.
    await cursors.write(writtenListener, withGaps({ ...written, generation }));
    return current;
  }

  async function save(cursor: Cursor): Promise<void> {
    current = cursor;
    isSaved = false;
    await cursors.write(listener, cursor);
    isSaved = true;
  }

  async function look(): Promise<LogState> {
    // No unit may follow for a while that would bring the cursor up to date.
    if (!isSaved && current !== undefined) await save(current);
    if (acknowledgements === undefined || performance.now() - lookedAt < lookEveryMs) return "kept";
    lookedAt = performance.now();
    await moveWritten();
    return (await acknowledgements.reach(acknowledged)) ? "kept" : "lost";
  }

  return {
    open: async () => {
      current = await cursors.read(listener);
      if (acknowledgements === undefined) return current;
      const written = await cursors.read(writtenListener);
      gaps?.add(written?.gaps ?? []);
      acknowledged = current?.acknowledged ?? {};
      remembered = [written, current].filter((cursor) => cursor !== undefined);
      lowestUnwritten = Math.min(
        written === undefined ? Number.POSITIVE_INFINITY : heightAfter(written),
        current?.height ?? Number.POSITIVE_INFINITY,
      );
      if (current === undefined || (await acknowledgements.reach(acknowledged))) return current ?? written;
      return goBack();
    },
    begin: async (height) => {
      const start = { height, position: 0, root: "", generation: (current?.generation ?? -1) + 1 };
      if (current !== undefined) await cursors.write(listener, start);
      current = start;
      acknowledged = {};
      remembered = [start];
      lowestUnwritten = height;
      if (acknowledgements !== undefined) await cursors.write(writtenListener, start);
    },
    goBack,
    published: async (units) => {
      const now = acknowledgements?.positions() ?? {};
      // Offsets only grow, unless a log began anew.
      for (const [place, offset] of Object.entries(now))
        if (BigInt(offset) < BigInt(acknowledged[place] ?? 0)) return "lost";
      acknowledged = { ...acknowledged, ...now };
      const generation = current?.generation ?? 0;
      const published = units.map((unit) => ({ ...unit, acknowledged, generation }));
      const last = published.at(-1);
      if (last === undefined) return "kept";
      await save(last);
      if (acknowledgements === undefined) return "kept";
      remembered.push(...published);
      lowestUnwritten = Math.min(lowestUnwritten, ...units.map(({ height }) => height));
      if (remembered.length > rememberedMax) remembered = remembered.filter((_, place) => place % 2 === 0);
      return await look();
    },
    look,
    gaps,
  };
}
