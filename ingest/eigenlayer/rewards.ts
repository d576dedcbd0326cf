/** The snapshots that published roots reveal, and their rewards from a sidecar. */

import { dateOfDay } from "../../lib/days.ts";
import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import {
  type EigenlayerMessage,
  type LeavesMessage,
  type RewardsMessage,
  rewardWidths,
} from "../../schemas/eigenlayer/events.ts";
import { createColumns, putHex, putWord } from "./columns.ts";
import { type Known, type KnownRoot, snapshotKey, snapshotsOfRoots } from "./known.ts";
import type { Check, Earned, Sidecar } from "./sidecar.ts";

/** Rows per message: 104 bytes each, and a third more as text. */
const rowsMax = 10_000;
/** How far before the first root a sidecar is queried, until it has no more data. */
const daysBeforeFirst = 500;
/** Interval of queries to a sidecar that lags. */
const defaultRetryMs = 60_000;

const wordOf = (value: bigint) => value.toString(16).padStart(64, "0");

/** Errors of a single root: other roots may still be readable. */
const ofRoot: ReadonlySet<string> = new Set(["not_yet", "lying"]);

type Change = { earner: string; token: string; cumulative: bigint; before: bigint };

/** The differences between two snapshots, in address order. */
export function changesOf(now: Earned, before: Earned): Change[] {
  const changes: Change[] = [];
  for (const [key, cumulative] of now) {
    const earlier = before.get(key) ?? 0n;
    if (cumulative === earlier) continue;
    const [earner = "", token = ""] = key.split("/");
    changes.push({ earner, token, cumulative, before: earlier });
  }
  for (const [key, earlier] of before) {
    if (now.has(key) || earlier === 0n) continue;
    const [earner = "", token = ""] = key.split("/");
    changes.push({ earner, token, cumulative: 0n, before: earlier });
  }
  return changes.sort((one, other) => (one.earner + one.token < other.earner + other.token ? -1 : 1));
}

type Common = { network: string; block: number; root_index: number };

function toRewardsMessages(changes: readonly Change[], common: Common, snapshot: number): RewardsMessage[] {
  const messages: RewardsMessage[] = [];
  for (let start = 0; start < changes.length; start += rowsMax) {
    const columns = createColumns(rewardWidths);
    for (const { earner, token, cumulative, before } of changes.slice(start, start + rowsMax)) {
      const [who, what] = [columns.at("earner"), columns.at("token")];
      putHex(who.bytes, who.offset, earner.slice(2));
      putHex(what.bytes, what.offset, token.slice(2));
      const [all, earlier] = [columns.at("cumulative"), columns.at("before")];
      putWord(all.bytes, all.offset, wordOf(cumulative));
      putWord(earlier.bytes, earlier.offset, wordOf(before));
      columns.next();
    }
    messages.push({ type: "rewards", ...common, snapshot, rewards: columns.slice(0, columns.length) });
  }
  return messages;
}

/**
 * Whether the sidecar has computed a root's last day: its leaves are all earnings up to that day. For a day that it has
 * not reached, a sidecar returns the sums of its last computed one.
 * @throws SourceError `not_yet`
 */
export function checkComputed(rootIndex: number, date: string, leaves: Earned, earned: Earned): void {
  const keys = new Set([...leaves.keys(), ...earned.keys()]);
  const differing = [...keys].filter((key) => (leaves.get(key) ?? 0n) !== (earned.get(key) ?? 0n));
  if (differing.length === 0) return;
  throw new SourceError(
    `the sidecar has not computed ${date} yet: of ${keys.size} sums, ${differing.length} differ from the leaves of root ${rootIndex}`,
    { code: "not_yet", retryable: false },
  );
}

const noSums: Earned = new Map();

/**
 * Cumulative earnings never decrease: no sum is below an earlier day's, and none above the root's.
 * @throws SourceError `inconsistent`
 */
export function checkSums(date: string, sums: Earned, [before, after]: readonly [Earned, Earned]): void {
  const shrunk = [...before].find(([key, amount]) => (sums.get(key) ?? 0n) < amount);
  const above = [...sums].find(([key, amount]) => (after.get(key) ?? 0n) < amount);
  const [key] = shrunk ?? above ?? [];
  if (key === undefined) return;
  throw new SourceError(
    `the sidecar's sum of ${key} for ${date} is ${shrunk === undefined ? "above a later" : "below an earlier"} one`,
    { code: "inconsistent" },
  );
}

const nothingEarned = (date: string) =>
  new SourceError(`the sidecar returns no rewards for ${date}`, {
    ...{ code: "not_yet", retryable: false },
  });

/** Sums of a root's leaves, per token. */
export function sumLeaves(leaves: Earned): LeavesMessage["leaves"] {
  const sums = new Map<string, { earners: number; total: bigint }>();
  for (const [key, amount] of leaves) {
    const [, token = ""] = key.split("/");
    const sum = sums.get(token) ?? { earners: 0, total: 0n };
    sums.set(token, { earners: sum.earners + 1, total: sum.total + amount });
  }
  return [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([token, { earners, total }]) => ({ token, earner_count: earners, total: String(total) }));
}

export type RewardReader = {
  /** Sends the unpublished snapshots of the known roots; their tokens come first. */
  catchUp(
    knownFacts: Known,
    send: (messages: readonly EigenlayerMessage[], tokens: readonly string[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
};

export function createRewardReader({
  sidecar,
  network,
  isPatient,
  retryMs = defaultRetryMs,
  log,
}: {
  sidecar: Sidecar;
  network: string;
  /** Whether to retry a failing sidecar later; otherwise that is an error. Data that it lacks is always retried. */
  isPatient: boolean;
  retryMs?: number | undefined;
  log: Logger;
}): RewardReader {
  let cached: { date: string; earned: Earned } | undefined;
  let retryAt = 0;

  async function earnedUpTo(day: number, signal: AbortSignal, check?: Check<Earned>): Promise<Earned> {
    const date = dateOfDay(day);
    if (cached?.date === date) return cached.earned;
    return await sidecar.earnedUpTo(date, signal, check);
  }

  /**
   * Whether no sidecar has rewards for a day. A sidecar that omits its list, or lacks the day, is no proof while another
   * one has some.
   */
  async function isEmpty(day: number, signal: AbortSignal): Promise<boolean> {
    const date = dateOfDay(day);
    let wasEmpty = false;
    try {
      const earned = await sidecar.earnedUpTo(date, signal, (sums) => {
        wasEmpty ||= sums.size === 0;
        if (sums.size === 0) throw nothingEarned(date);
      });
      cached = { date, earned };
      return false;
    } catch (error) {
      signal.throwIfAborted();
      if (!wasEmpty || !isErrorOfKind(error, "source") || error.code !== "not_yet") throw error;
      return true;
    }
  }

  /** The first day for which sidecars have rewards, searched backwards from a root's. */
  async function firstDayUpTo(last: number, lastEarned: Earned, signal: AbortSignal): Promise<number> {
    let day = last;
    // Two empty days mark the beginning; a single one may be an omission.
    while (
      day > last - daysBeforeFirst &&
      !((await isEmpty(day - 1, signal)) && (await isEmpty(day - 2, signal)))
    )
      day -= 1;
    const isFirst = day > last - daysBeforeFirst;
    if (!isFirst && changesOf(lastEarned, await earnedUpTo(day - 1, signal)).length === 0)
      throw new SourceError(
        `the sidecar returns the sums of ${dateOfDay(last)} for ${dateOfDay(day - 1)}, too`,
        {
          code: "not_yet",
        },
      );
    return day;
  }

  async function checkRoot(root: KnownRoot, signal: AbortSignal): Promise<void> {
    await sidecar.roots(signal, (roots) => {
      const sidecarRoot = roots.get(root.root_index);
      if (sidecarRoot === undefined)
        throw new SourceError(`the sidecar doesn't know root ${root.root_index} yet`, {
          ...{ code: "not_yet", retryable: false },
        });
      if (root.root !== "" && sidecarRoot !== root.root)
        throw new SourceError(
          `the sidecar's root ${root.root_index} is ${sidecarRoot}, the chain's ${root.root}`,
          {
            code: "lying",
          },
        );
    });
  }

  async function readRoot(
    { root, from, to }: { root: KnownRoot; from: number | undefined; to: number },
    knownFacts: Known,
    send: (messages: readonly EigenlayerMessage[], tokens: readonly string[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const isPublished = (day: number) => knownFacts.snapshots.has(snapshotKey(day, root.root_index));
    if (isPublished(to) && (from === undefined || isPublished(from))) return;
    await checkRoot(root, signal);
    // The root's leaves come first: earlier days are computed along with it, and don't report whether they are complete.
    const leaves = await sidecar.leavesOf(root.root_index, signal);
    const earnedByRoot = await sidecar.earnedUpTo(dateOfDay(to), signal, (earned) =>
      checkComputed(root.root_index, dateOfDay(to), leaves, earned),
    );
    const common = { network, block: root.block, root_index: root.root_index };
    for (let day = from ?? (await firstDayUpTo(to, earnedByRoot, signal)); day <= to; day += 1) {
      if (isPublished(day)) continue;
      const before = await earnedUpTo(day - 1, signal, (sums) => {
        // An earlier root revealed that day, so it must have earnings.
        if (day === from && sums.size === 0) throw nothingEarned(dateOfDay(day - 1));
        checkSums(dateOfDay(day - 1), sums, [noSums, earnedByRoot]);
      });
      const isLast = day === to;
      const check: Check<Earned> = (sums) => checkSums(dateOfDay(day), sums, [before, earnedByRoot]);
      const now = isLast ? earnedByRoot : await sidecar.earnedUpTo(dateOfDay(day), signal, check);
      cached = { date: dateOfDay(day), earned: now };
      const changes = changesOf(now, before);
      const snapshot = { type: "snapshot", ...common, snapshot: day, reward_count: changes.length } as const;
      const tokens = [...new Set(changes.map(({ token }) => token))].sort();
      const sums: LeavesMessage[] = isLast ? [{ type: "leaves", ...common, leaves: sumLeaves(leaves) }] : [];
      await send([...toRewardsMessages(changes, common, day), ...sums, snapshot], tokens);
      knownFacts.snapshots.add(snapshotKey(day, root.root_index));
    }
  }

  return {
    catchUp: async (knownFacts, send, signal) => {
      if (performance.now() < retryAt) return;
      for (const span of snapshotsOfRoots(knownFacts)) {
        try {
          await readRoot(span, knownFacts, send, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!isErrorOfKind(error, "source") || !(isPatient || error.code === "not_yet")) throw error;
          retryAt = performance.now() + retryMs;
          const where = { root_index: span.root.root_index, snapshot: dateOfDay(span.to) };
          log.warn(
            { network, ...where, err: error },
            "rewards of a root are not computed by the sidecar yet; retrying later",
          );
          if (!ofRoot.has(error.code)) return;
        }
      }
    },
  };
}
