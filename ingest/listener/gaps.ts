/**
 * Heights that are not in the tables though later ones are: their messages were deleted before a worker read them, were
 * skipped, or went to the dead-letter topic. They are published again automatically, even if the log still holds them; the
 * log names those that no node can serve any more.
 */
import { Gauge } from "prom-client";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { registry } from "../../lib/metrics.ts";
import { listenerLabel } from "./metrics.ts";

/** Runs of heights of a range that are not in the tables, ascending. */
export type Unwritten = (network: string, range: HeightRange) => Promise<HeightRange[]>;

const gapHeights = new Gauge({
  name: "validator_analytics_ingest_gap_heights",
  help: "Published heights that are not in the tables though later ones are",
  labelNames: ["listener"],
  registers: [registry],
});

type Gap = HeightRange & {
  /** When it was seen first, or became shorter; milliseconds of performance.now. */
  since: number;
  tries: number;
};

/** A partition that lags is written eventually. */
const gapPatienceMs = 3_600_000;
/** Each waits twice as long as the one before. */
const triesMax = 3;
/** Beyond it, neighbours are one gap. */
const gapsMax = 256;
/** So much of a gap at a time: what is followed goes on in between. */
const heightsAtOnce = 64;

const sizeOf = ({ from, to }: HeightRange) => to - from + 1;

export type Gaps = {
  ranges(): HeightRange[];
  add(ranges: readonly HeightRange[]): void;
  /** Forgets what has been written since. @returns whether anything has changed */
  check(): Promise<boolean>;
  /** The part of a gap that is to be published again now. */
  due(): HeightRange | undefined;
  /** It was published again, or could not be: then the trouble says why, and whether it will pass. */
  tried(range: HeightRange, trouble?: { reason: string; isGone: boolean }): void;
};

export function createGaps(deps: {
  listener: string;
  network: string;
  unwritten: Unwritten;
  log: Logger;
  patienceMs?: number | undefined;
}): Gaps {
  const { listener, network, unwritten, log, patienceMs = gapPatienceMs } = deps;
  let gaps: Gap[] = [];

  function keep(next: readonly Gap[]): void {
    gaps = [...next].sort((left, right) => left.from - right.from);
    while (gaps.length > gapsMax)
      gaps = gaps.flatMap((gap, place) => {
        if (place % 2 === 1) return [];
        const other = gaps[place + 1] ?? gap;
        return [{ ...gap, to: Math.max(gap.to, other.to), tries: Math.min(gap.tries, other.tries) }];
      });
    gapHeights.set(
      { listener: listenerLabel(listener) },
      gaps.reduce((sum, gap) => sum + sizeOf(gap), 0),
    );
  }

  const isDue = ({ since, tries }: Gap) =>
    tries < triesMax && performance.now() - since >= patienceMs * 2 ** tries;

  return {
    ranges: () => gaps.map(({ from, to }) => ({ from, to })),
    add: (ranges) => {
      const since = performance.now();
      const isKnown = ({ from, to }: HeightRange) => gaps.some((gap) => gap.from <= from && gap.to >= to);
      const news = ranges.filter((range) => !isKnown(range));
      if (news.length > 0) keep([...gaps, ...news.map((range) => ({ ...range, since, tries: 0 }))]);
    },
    check: async () => {
      const left: Gap[] = [];
      for (const gap of gaps) {
        const parts = await unwritten(network, { from: gap.from, to: gap.to });
        const size = parts.reduce((sum, part) => sum + sizeOf(part), 0);
        // What becomes shorter is being written.
        const since = size < sizeOf(gap) ? performance.now() : gap.since;
        left.push(...parts.map((part) => ({ ...part, since, tries: gap.tries })));
      }
      const hasChanged =
        left.map(({ from, to }) => `${from}-${to}`).join() !==
        gaps.map(({ from, to }) => `${from}-${to}`).join();
      if (hasChanged) keep(left);
      return hasChanged;
    },
    due: () => {
      const gap = gaps.find(isDue);
      return gap && { from: gap.from, to: Math.min(gap.to, gap.from + heightsAtOnce - 1) };
    },
    tried: (range, trouble) => {
      const rest = gaps.filter((gap) => gap.from !== range.from);
      const gap = gaps.find(({ from }) => from === range.from);
      if (gap === undefined) return;
      const tries = trouble?.isGone === true ? triesMax : gap.tries + 1;
      const about = { listener, ...range, tries, ...(trouble && { reason: trouble.reason }) };
      if (tries < triesMax)
        log.warn(about, trouble ? "gap could not be published again" : "gap published again");
      else if (trouble) log.error(about, "gap remains: no node serves it");
      else log.error(about, "gap remains: published again, but not in the tables");
      const remaining = { ...gap, from: range.to + 1 };
      keep([
        ...rest,
        { ...range, since: performance.now(), tries },
        ...(remaining.from > remaining.to ? [] : [remaining]),
      ]);
    },
  };
}
