/**
 * Drops what is older than the settings say, partition by partition, never row by row. What belongs together goes
 * together: all facts of a run of heights, once every day that it touches is over, complete and reconciled, or can't
 * become so any more, and nothing has been written there for a while. Every process with workers does it; dropping what
 * is gone already does nothing.
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
 * `needed`: something may still be made of the facts of a range. `cut`: a day at its edge is not complete, or not
 * reconciled, and nothing that is known of would make it so. `done`: every day is.
 */
export type Verdict = "needed" | "cut" | "done";

/** What only a chain knows of its heights. Made anew for each pass. */
export type RetentionRules = {
  chain: string;
  family: string;
  networks(): Promise<string[]>;
  /** The heights of a partition; undefined: it has no heights, or their lengths are unknown. */
  heightsOf(partition: Partition): Promise<HeightRange | undefined>;
  /** The first height of the days that are kept; undefined while no day is complete. */
  firstKept(network: string, days: number): Promise<number | undefined>;
  /** The first day that is kept, as tables of days count them; undefined while no day is complete. */
  firstKeptDay(network: string, days: number, dayType: string | undefined): Promise<number | undefined>;
  verdict(network: string, heights: HeightRange): Promise<Verdict>;
};

/** For how long nothing may have been written to a window that goes. */
export type QuietSeconds = Readonly<Record<Exclude<Verdict, "needed">, number>>;

/**
 * A backfill of an old range has a day to get from one window to the next. One that ended within a day may go on for a
 * month, until the facts of the part of the day that is there go.
 */
export const defaultQuiet: QuietSeconds = { done: secondsPerDay, cut: 30 * secondsPerDay };

/** Sums of spans are read while days are made: today, yesterday, and where a late fact comes. */
const spanDays = 2;

export type RetentionOptions = {
  store: Store;
  rules: RetentionRules;
  /** Counted back from the newest complete day; 0, or none: for ever. */
  keep: KeepDays;
  log: Logger;
  cluster?: string | undefined;
  quiet?: QuietSeconds;
  /** Called with the heights whose facts are about to go; what it throws keeps them. */
  beforeRaw?: ((network: string, heights: HeightRange) => Promise<void>) | undefined;
};

export type Retention = {
  /** One pass. @returns how many partitions of each table were dropped */
  drop(signal?: AbortSignal): Promise<Record<string, number>>;
};

export function createRetention(options: RetentionOptions): Retention {
  const { store, rules, keep, log, cluster, quiet = defaultQuiet, beforeRaw } = options;
  const { chain, family } = rules;
  /** Tables that were said to be cut in a way by which nothing can be dropped. */
  const told = new Set<string>();

  /** A copy shares files with the live tables, and may come to stand in their place. */
  const isReplaying = () => removeDeadShadows({ live: store, cluster, log });

  async function dropPartition({ table, id, network, bytes }: Partition): Promise<void> {
    await store.command(
      `alter table ${quoteTable(table)}${onCluster(cluster)} drop partition id '${id.replaceAll("'", "")}'`,
    );
    metrics.droppedBytes.inc({ chain, network, table }, bytes);
  }

  /** The partitions of a kind's tables, by network; none when one of them can't be dropped. */
  async function partitionsOf(kind: DroppedKind): Promise<Partition[]> {
    const { partitions, uncut } = await loadPartitions(store, tablesKept(family, kind));
    const isNew = uncut.some((table) => !told.has(table));
    for (const table of uncut) told.add(table);
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
      // Whether or not anything is due: what a killed replay left doubles every insert.
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
