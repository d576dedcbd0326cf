/**
 * What a bus has acknowledged can still be lost with a broker's disk before any worker has written it. The listener
 * can read it again from the node: it remembers how far the bus had acknowledged, notices when the log no longer
 * reaches that far, and goes back to the last unit that is known to be in the tables.
 */
import { Counter } from "prom-client";
import type { Bus, BusPositions } from "../../lib/bus/bus.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { type Cursor, type CursorStore, heightAfter, writtenName } from "./cursor.ts";
import { listenerLabel } from "./metrics.ts";

/** First height from `from` on whose records are not in the tables; `to` + 1 when all of them are. */
export type FirstUnwritten = (network: string, range: { from: number; to: number }) => Promise<number>;

const refills = new Counter({
  name: "validator_analytics_ingest_refills_total",
  help: "Times that a listener went back because the bus had lost what it had acknowledged",
  labelNames: ["listener"],
  registers: [registry],
});

const lookEveryMs = 10_000;
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
  /** Moves the cursor behind units whose messages are acknowledged, at least one; when the log is lost, it may stay where it was. */
  published(cursors: readonly Cursor[]): Promise<LogState>;
  /**
   * Looks now and then whether the log is still there; between two looks it says that it is. A cursor that the warehouse
   * has not taken is written again.
   */
  look(): Promise<LogState>;
};

export function createRefill(deps: {
  listener: string;
  network: string;
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  /** Without it, a lost log is published again from the listener's beginning. */
  firstUnwritten?: FirstUnwritten;
  log: Logger;
}): Refill {
  const { listener, network, cursors, firstUnwritten, log } = deps;
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

  /** Forgets what lies before the last written unit. */
  async function moveWritten(): Promise<void> {
    const [known] = remembered;
    if (known === undefined || current === undefined || firstUnwritten === undefined) return;
    if (current.height < lowestUnwritten) return;
    lowestUnwritten = await firstUnwritten(network, { from: lowestUnwritten, to: current.height });
    const written = remembered.findLast((cursor) => cursor === known || cursor.height < lowestUnwritten);
    if (written === undefined || written === known) return;
    remembered = remembered.slice(remembered.indexOf(written));
    await cursors.write(writtenListener, written);
  }

  async function goBack(): Promise<Cursor | undefined> {
    await moveWritten();
    const [written] = remembered;
    if (current === undefined || written === undefined) return undefined;
    const generation = (current.generation ?? 0) + 1;
    refills.inc({ listener: listenerLabel(listener) });
    log.error(
      { listener, from: heightAfter(written), to: current.height },
      "the bus lost what it had acknowledged: publishing again what is not in the tables",
    );
    current = { ...written, acknowledged: {}, generation };
    acknowledged = {};
    remembered = [current];
    lowestUnwritten = heightAfter(current);
    await cursors.write(listener, current);
    // The written one belongs to this generation from now on, so that it can move.
    await cursors.write(writtenListener, { ...written, generation });
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
  };
}
