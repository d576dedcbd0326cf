/** Days of a network: their ingested blocks, and whether all their stakes are known. */

import { dateOfDay, dayOfSeconds } from "../../lib/days.ts";
import { packVersion } from "../../lib/version.ts";
import type { Facts } from "./facts.ts";
import { modelRevision, type StakeDays } from "./rows.ts";
import type { RunResult } from "./runs.ts";

/** The highest bits count the blocks ingested without gaps up to the day's end, in which the day's stakes started. */
const version = { revision: 10, blocksBefore: 28, complete: 1, known: 25 } as const;

/** Ingested blocks of a day. */
export type BlockDay = { day: number; fromBlock: number; toBlock: number; blocks: number };

export type DayRow = {
  day: string;
  from_block: number | null;
  to_block: number | null;
  supply_residual_navax: bigint | null;
  is_complete: number;
  checksum: bigint;
  version: bigint;
};

/** The inputs of a day, and the last state read on it. */
export type DayPlan = { row: DayRow; stateHeight: number };

type Draft = {
  fromBlock: number | null;
  toBlock: number | null;
  blocksBefore: number;
  isComplete: boolean;
  checksum: bigint;
  known: number;
};

/** Days of runs; a day of two runs has a gap. */
function draftDays(runs: readonly RunResult[], blockDays: ReadonlyMap<number, BlockDay>): Map<number, Draft> {
  const drafts = new Map<number, Draft>();
  for (const { run, hasState } of runs) {
    const [first, last] = [dayOfSeconds(run.firstAt), dayOfSeconds(run.lastAt)];
    let lastBlock = run.from;
    for (let day = first; day <= last; day += 1) {
      const own = blockDays.get(day);
      const isWhole = hasState && (day > first || run.from <= 1) && day < last;
      lastBlock = own?.toBlock ?? lastBlock;
      drafts.set(day, {
        fromBlock: own?.fromBlock ?? null,
        toBlock: own?.toBlock ?? null,
        blocksBefore: lastBlock - run.from + 1,
        isComplete: isWhole && !drafts.has(day),
        checksum: 0n,
        known: 0,
      });
    }
  }
  return drafts;
}

function addStake(drafts: ReadonlyMap<number, Draft>, stake: StakeDays, firstDay: number): void {
  const { first, last, paid, checksum } = stake;
  const days = new Set<number>();
  for (let day = Math.max(firstDay, first ?? firstDay); day <= last; day += 1) days.add(day);
  if (paid !== undefined) days.add(paid);
  for (const day of days) {
    const draft = drafts.get(day);
    if (draft === undefined) continue;
    draft.checksum ^= checksum;
    // An estimated start may cover more days than the true one.
    if (stake.isKnown) draft.known += 2;
    draft.known += Number(paid === day) + Number(paid === day && stake.isPaidKnown);
    if (!stake.isKnown || (paid === day && !stake.isPaidKnown)) draft.isComplete = false;
  }
}

/** @param timeOf seconds of blocks with states and of those that could not be read */
export function planDays(
  runs: readonly RunResult[],
  stakes: readonly StakeDays[],
  {
    facts,
    blockDays,
    timeOf,
  }: {
    facts: Pick<Facts, "states" | "unread">;
    blockDays: ReadonlyMap<number, BlockDay>;
    timeOf: ReadonlyMap<number, number>;
  },
): Map<number, DayPlan> {
  const drafts = draftDays(runs, blockDays);
  const firstDay = Math.min(...drafts.keys());
  for (const stake of stakes) addStake(drafts, stake, firstDay);
  for (const height of facts.unread) {
    const draft = drafts.get(dayOfSeconds(timeOf.get(height) ?? 0));
    if (draft !== undefined) draft.isComplete = false;
  }
  const residuals = new Map(runs.flatMap((run) => [...run.residuals]));
  const stateOf = new Map<number, number>();
  for (const { height } of facts.states) {
    const at = timeOf.get(height);
    if (at !== undefined) stateOf.set(dayOfSeconds(at), height);
  }
  return new Map(
    [...drafts].map(([day, draft]) => {
      const stateHeight = stateOf.get(day) ?? 0;
      const knownCount = draft.known + Number(stateHeight > 0);
      const row: DayRow = {
        day: dateOfDay(day),
        from_block: draft.fromBlock,
        to_block: draft.toBlock,
        supply_residual_navax: residuals.get(stateHeight) ?? null,
        is_complete: Number(draft.isComplete),
        checksum: draft.checksum ^ BigInt(stateHeight),
        version: packVersion(version, {
          revision: modelRevision,
          blocksBefore: draft.blocksBefore,
          complete: Number(draft.isComplete),
          known: knownCount,
        }),
      };
      return [day, { row, stateHeight }];
    }),
  );
}
