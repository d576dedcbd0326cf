/**
 * What a bus has acknowledged can still be lost with a broker's disk before any worker has written it. The listener
 * can read it again from the node: it remembers how far the bus had acknowledged, notices when the log no longer
 * reaches that far, and goes back to the last unit that is known to be in the tables.
 */
import { Counter } from "prom-client";
import type { Bus, BusPositions } from "../../lib/bus/bus.ts";
import { BusError, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import type { Cursor, CursorStore } from "./cursor.ts";
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

export function isLogLost(error: unknown): boolean {
  return isErrorOfKind(error, "bus") && error.code === "bus_log_lost";
}

/** The height after a cursor. */
export function heightAfter(cursor: Cursor): number {
  return cursor.root === "" ? cursor.height : cursor.height + 1;
}

export type Refill = {
  /** Where to go on; undefined: nothing was published yet. Goes back first when the log was lost meanwhile. */
  open(): Promise<Cursor | undefined>;
  /** Remembers the first height of a listener that has no cursor, or begins anew. */
  begin(height: number): Promise<void>;
  /** To the last unit that is in the tables. @returns where to go on */
  goBack(): Promise<Cursor | undefined>;
  /** Moves the cursor behind a unit whose messages are acknowledged. @throws BusError `bus_log_lost` */
  published(cursor: Cursor): Promise<void>;
  /** Looks now and then whether the log is still there. @throws BusError `bus_log_lost` */
  look(): Promise<void>;
};

function lost(listener: string): BusError {
  return new BusError(
    `The bus has lost messages of ${listener} that it had acknowledged: a broker has lost its data, or topics were deleted`,
    { code: "bus_log_lost" },
  );
}

export function createRefill(deps: {
  listener: string;
  network: string;
  bus: Pick<Bus, "publish" | "acknowledgements">;
  cursors: CursorStore;
  firstUnwritten: FirstUnwritten | undefined;
  log: Logger;
}): Refill {
  const { listener, network, cursors, firstUnwritten, log } = deps;
  const { acknowledgements } = deps.bus;
  const writtenListener = `${listener}/written`;
  let current: Cursor | undefined;
  let positions: BusPositions = {};
  /** Published, and perhaps written. The first one is where to go back to. */
  let remembered: Cursor[] = [];
  /** All heights below it are in the tables. A listener that begins publishes neighbours below its first height. */
  let lowestUnwritten = 0;
  let lookedAt = Date.now();

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
    current = { ...written, positions: {}, generation };
    positions = {};
    remembered = [current];
    lowestUnwritten = heightAfter(current);
    await cursors.write(listener, current);
    // The written one belongs to this generation from now on, so that it can move.
    await cursors.write(writtenListener, { ...written, generation });
    return current;
  }

  async function look(): Promise<void> {
    if (acknowledgements === undefined || Date.now() - lookedAt < lookEveryMs) return;
    lookedAt = Date.now();
    await moveWritten();
    if (!(await acknowledgements.reach(positions))) throw lost(listener);
  }

  return {
    open: async () => {
      current = await cursors.read(listener);
      if (acknowledgements === undefined) return current;
      const written = await cursors.read(writtenListener);
      positions = current?.positions ?? {};
      remembered = [written, current].filter((cursor) => cursor !== undefined);
      lowestUnwritten = Math.min(
        written === undefined ? Number.POSITIVE_INFINITY : heightAfter(written),
        current?.height ?? Number.POSITIVE_INFINITY,
      );
      if (current === undefined || (await acknowledgements.reach(positions))) return current ?? written;
      return goBack();
    },
    begin: async (height) => {
      const start = { height, slot: 0, root: "", generation: (current?.generation ?? -1) + 1 };
      if (current !== undefined) await cursors.write(listener, start);
      current = start;
      positions = {};
      remembered = [start];
      lowestUnwritten = height;
      if (acknowledgements !== undefined) await cursors.write(writtenListener, start);
    },
    goBack,
    published: async (unit) => {
      const acknowledged = acknowledgements?.positions() ?? {};
      for (const [place, offset] of Object.entries(acknowledged))
        if (BigInt(offset) < BigInt(positions[place] ?? 0)) throw lost(listener);
      positions = { ...positions, ...acknowledged };
      current = { ...unit, positions, generation: current?.generation ?? 0 };
      await cursors.write(listener, current);
      if (acknowledgements === undefined) return;
      remembered.push(current);
      lowestUnwritten = Math.min(lowestUnwritten, unit.height);
      if (remembered.length > rememberedMax) remembered = remembered.filter((_, place) => place % 2 === 0);
      await look();
    },
    look,
  };
}
