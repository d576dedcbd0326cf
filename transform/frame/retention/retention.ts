/**
 * Drops rows that are older than the settings allow, partition by partition, never row by row. Related rows are dropped
 * together: all facts of a run of heights, once every overlapping day is finished, complete and reconciled, or can't
 * become so any more, and nothing has been written there for a while. Every process with workers does it; dropping a
 * missing partition has no effect.
 */

import { secondsPerDay } from "../../../lib/days.ts";
import type { HeightRange } from "../../../lib/heightRange.ts";
import type { KeepDays } from "../../../lib/keepSettings.ts";
import type { Logger } from "../../../lib/logger.ts";
import { quoteTable } from "../../../lib/store/names.ts";
import { onCluster } from "../../../lib/store/shadow.ts";
import { removeDeadShadows } from "../../../lib/store/shadowClaim.ts";
import type { Store } from "../../../lib/store/store.ts";
import { metrics } from "../metrics.ts";
import { type DroppedKind, loadPartitions, type Partition, tablesKept } from "./partitions.ts";
import { type PlacedPartition, type Window, windowsOf } from "./windows.ts";

/**
 * `needed`: something may still be computed from the facts of a range. `cut`: a day at its edge is not complete, or not
 * reconciled, and nothing known would make it so. `done`: every day is.
 */
export type Verdict = "needed" | "cut" | "done";

/** A chain's own knowledge of its heights. Created for each pass. */
export type RetentionRules = {
  chain: string;
  family: string;
  networks(): Promise<string[]>;
  /** The heights of a partition; undefined if it has none, or their lengths are unknown. */
  heightsOf(partition: Partition): Promise<HeightRange | undefined>;
  /** The first height of the days that are kept; undefined if no day is complete. */
  firstKept(network: string, days: number): Promise<number | undefined>;
  /** The first day that is kept, as tables of days count them; undefined if no day is complete. */
  firstKeptDay(network: string, days: number, dayType: string | undefined): Promise<number | undefined>;
  verdict(network: string, heights: HeightRange): Promise<Verdict>;
};

/** Time without writes after which a window may be dropped. */
export type QuietSeconds = Readonly<Record<Exclude<Verdict, "needed">, number>>;

/**
 * A backfill of an old range has a day to get from one window to the next. One that ended within a day may continue
 * within a month, before the facts of the stored part of the day are dropped.
 */
export const defaultQuiet: QuietSeconds = { done: secondsPerDay, cut: 30 * secondsPerDay };

/** Sums of spans are read while days are computed: today, yesterday, and days of late facts. */
const spanDays = 2;

export type RetentionOptions = {
  store: Store;
  rules: RetentionRules;
  /** Counted back from the newest complete day; 0, or none: forever. */
  keep: KeepDays;
  log: Logger;
  cluster?: string | undefined;
  quiet?: QuietSeconds;
  /** Called with the heights whose facts are about to be dropped; an exception keeps them. */
  beforeRaw?: ((network: string, heights: HeightRange) => Promise<void>) | undefined;
};

export type Retention = {
  /** One pass. @returns number of dropped partitions of each table */
  drop(signal?: AbortSignal): Promise<Record<string, number>>;
};

export function createRetention(options: RetentionOptions): Retention {
  const { store, rules, keep, log, cluster, quiet = defaultQuiet, beforeRaw } = options;
  const { chain, family } = rules;
  /** Tables reported as partitioned in a way by which nothing can be dropped. */
  const warned = new Set<string>();

  /** A copy shares files with the live tables, and may replace them. */
  const isReplaying = () => removeDeadShadows({ live: store, cluster, log });

  async function dropPartition({ table, id, network, bytes }: Partition): Promise<void> {
    await store.command(
      `alter table ${quoteTable(table)}${onCluster(cluster)} drop partition id '${id.replaceAll("'", "")}'`,
    );
    metrics.droppedBytes.inc({ chain, network, table }, bytes);
  }

  /** The partitions of a kind's tables, by network; none if one of them can't be dropped. */
  async function partitionsOf(kind: DroppedKind): Promise<Partition[]> {
    const { partitions, uncut } = await loadPartitions(store, tablesKept(family, kind));
    const isNew = uncut.some((table) => !warned.has(table));
    for (const table of uncut) warned.add(table);
    if (isNew)
      log.warn(
        { chain, kind, tables: uncut },
        "rows are kept: these tables were created by an older version and are not partitioned by height",
      );
    return uncut.length > 0 ? [] : partitions;
  }

  async function windows(network: string, partitions: readonly Partition[]): Promise<Window[]> {
    const placed: PlacedPartition[] = [];
    for (const partition of partitions) {
      if (partition.network !== network) continue;
      const heights = await rules.heightsOf(partition);
      if (heights === undefined) return [];
      placed.push({ ...partition, heights });
    }
    return windowsOf(placed);
  }

  async function isDispensable(network: string, window: Window): Promise<boolean> {
    if (window.quietSeconds < quiet.done) return false;
    const verdict = await rules.verdict(network, window.heights);
    return verdict !== "needed" && window.quietSeconds >= quiet[verdict];
  }

  async function* dueByHeight(kind: DroppedKind, days: number): AsyncGenerator<PlacedPartition[]> {
    const partitions = await partitionsOf(kind);
    for (const network of await rules.networks()) {
      const firstKept = await rules.firstKept(network, days);
      if (firstKept === undefined) continue;
      for (const window of await windows(network, partitions)) {
        if (window.heights.to >= firstKept) break;
        if (!(await isDispensable(network, window))) continue;
        if (kind === "raw") await beforeRaw?.(network, window.heights);
        log.info(
          { chain, network, kind, ...window.heights, partitions: window.partitions.length },
          "dropping partitions beyond retention",
        );
        yield window.partitions;
      }
    }
  }

  async function* dueByDay(days: number): AsyncGenerator<Partition[]> {
    const partitions = await partitionsOf("day");
    const networks = await rules.networks();
    for (const partition of partitions) {
      const { network, dayType, range, quietSeconds } = partition;
      if (!networks.includes(network) || quietSeconds < quiet.done) continue;
      const firstKept = await rules.firstKeptDay(network, days, dayType);
      if (firstKept !== undefined && range.to < firstKept) yield [partition];
    }
  }

  return {
    drop: async (signal) => {
      const dropped: Record<string, number> = {};
      // Even if nothing is due: leftovers of a killed replay double every insert.
      await isReplaying();
      const due = async (groups: AsyncGenerator<Partition[]>) => {
        for await (const group of groups) {
          signal?.throwIfAborted();
          if (await isReplaying()) return;
          for (const partition of group) {
            await dropPartition(partition);
            dropped[partition.table] = (dropped[partition.table] ?? 0) + 1;
          }
        }
      };
      await due(dueByHeight("span", spanDays));
      const { raw = 0, epoch = 0, day = 0 } = keep;
      if (raw > 0) await due(dueByHeight("raw", raw));
      if (epoch > 0) await due(dueByHeight("epoch", epoch));
      if (day > 0) await due(dueByDay(day));
      return dropped;
    },
  };
}
