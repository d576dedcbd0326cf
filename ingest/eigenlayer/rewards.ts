/** Which snapshots the roots so far make known, and what a sidecar says of them. */

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

/** Rows in a message: 104 bytes each, and a third more as text. */
const rowsMax = 10_000;
/** How far back of the first root a sidecar is asked: until it knows nothing. */
const daysBeforeFirst = 500;
/** Between two looks at a sidecar that hasn't come so far. */
const defaultRetryMs = 60_000;

const wordOf = (value: bigint) => value.toString(16).padStart(64, "0");

/** Errors of one root: others may be known all the same. */
const ofRoot: ReadonlySet<string> = new Set(["not_yet", "lying"]);

type Change = { earner: string; token: string; cumulative: bigint; before: bigint };

/** What differs between two snapshots, in the order of addresses. */
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
 * Whether the sidecar has computed a root's last day: its leaves are what everybody has earned up to that day. Of a day that
 * it has not come to, a sidecar returns the sums of the last one that it has.
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
 * What was earned up to a day only grows: no sum is below an earlier day's, and none above that of the root.
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

/** What the leaves of a root add up to, token by token. */
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
  /** Hands over what the roots that are known make known and what wasn't told yet; tokens that it is about come first. */
  catchUp(
    known: Known,
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
  /** Whether a sidecar in trouble may answer later; else that is an error. What it doesn't know yet always may come later. */
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
   * Whether no sidecar has rewards of a day. One that leaves out its list, or lacks the day, is no proof while another
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

  /** The first day that sidecars have rewards for, down from a root's. */
  async function firstDayUpTo(last: number, lastEarned: Earned, signal: AbortSignal): Promise<number> {
    let day = last;
    // Two days without are the beginning, one may be a slip.
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
      const found = roots.get(root.root_index);
      if (found === undefined)
        throw new SourceError(`the sidecar doesn't know root ${root.root_index} yet`, {
          ...{ code: "not_yet", retryable: false },
        });
      if (root.root !== "" && found !== root.root)
        throw new SourceError(`the sidecar's root ${root.root_index} is ${found}, the chain's ${root.root}`, {
          code: "lying",
        });
    });
  }

  async function readRoot(
    { root, from, to }: { root: KnownRoot; from: number | undefined; to: number },
    known: Known,
    send: (messages: readonly EigenlayerMessage[], tokens: readonly string[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const isTold = (day: number) => known.snapshots.has(snapshotKey(day, root.root_index));
    if (isTold(to) && (from === undefined || isTold(from))) return;
    await checkRoot(root, signal);
    // First of all: days before a root's last one are computed with it, and none says of itself that it isn't yet.
    const leaves = await sidecar.leavesOf(root.root_index, signal);
    const earnedByRoot = await sidecar.earnedUpTo(dateOfDay(to), signal, (earned) =>
      checkComputed(root.root_index, dateOfDay(to), leaves, earned),
    );
    const common = { network, block: root.block, root_index: root.root_index };
    for (let day = from ?? (await firstDayUpTo(to, earnedByRoot, signal)); day <= to; day += 1) {
      if (isTold(day)) continue;
      const before = await earnedUpTo(day - 1, signal, (sums) => {
        // An earlier root has made that day known.
        if (day === from && sums.size === 0) throw nothingEarned(dateOfDay(day - 1));
        checkSums(dateOfDay(day - 1), sums, [noSums, earnedByRoot]);
      });
      const isLast = day === to;
      const check: Check<Earned> = (sums) => checkSums(dateOfDay(day), sums, [before, earnedByRoot]);
      const now = isLast ? earnedByRoot : await sidecar.earnedUpTo(dateOfDay(day), signal, check);
      cached = { date: dateOfDay(day), earned: now };
      const changes = changesOf(now, before);
      const told = { type: "snapshot", ...common, snapshot: day, reward_count: changes.length } as const;
      const tokens = [...new Set(changes.map(({ token }) => token))].sort();
      const sums: LeavesMessage[] = isLast ? [{ type: "leaves", ...common, leaves: sumLeaves(leaves) }] : [];
      await send([...toRewardsMessages(changes, common, day), ...sums, told], tokens);
      known.snapshots.add(snapshotKey(day, root.root_index));
    }
  }

  return {
    catchUp: async (known, send, signal) => {
      if (performance.now() < retryAt) return;
      for (const span of snapshotsOfRoots(known)) {
        try {
          await readRoot(span, known, send, signal);
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
