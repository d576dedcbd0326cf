/** Rows of Ethereum that are no longer needed: a day is finished when it is complete and reconciled. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, type Day, epochsPerDay } from "../../schemas/eth/calendar.ts";
import type { RetentionRules, Verdict } from "../frame/retention/retention.ts";
import { loadCalendar } from "./heights.ts";
import {
  daysWithin,
  loadReconciled,
  loadRecordedDay,
  loadSnapshots,
  type RecordedDay,
} from "./recordedDay.ts";

type Needs = { waiting: string; uncovered: string; is_next_computed: string };

async function loadNeeds(
  store: Store,
  network: string,
  day: Day,
  recorded: RecordedDay | undefined,
): Promise<{ isMore: boolean; isNextComputed: boolean }> {
  const [row] = await store.rows<Needs>(internalSql("eth/day_needs"), {
    network,
    from: day.firstEpoch,
    to: day.lastEpoch,
    start_epoch: recorded?.from ?? -1,
    end_epoch: recorded?.to ?? -1,
  });
  return {
    isMore: Number(row?.waiting) > 0 || Number(row?.uncovered) > 0,
    isNextComputed: Number(row?.is_next_computed) > 0,
  };
}

/** Whether the balance record of a day spans the outermost snapshots possible. */
async function reconciled(store: Store, network: string, day: Day): Promise<"whole" | "widest" | "outdated"> {
  const record = await loadReconciled(store, network, day);
  if (record?.from === day.firstEpoch && record.to === day.lastEpoch + 1) return "whole";
  const widest = await loadSnapshots(store, network, day);
  if (widest === undefined) return "widest";
  const isWidest = record !== undefined && record.from <= widest.from && record.to >= widest.to;
  return isWidest ? "widest" : "outdated";
}

async function verdictOfDay(store: Store, network: string, day: Day): Promise<Verdict> {
  const recorded = await loadRecordedDay(store, network, day);
  const { isMore, isNextComputed } = await loadNeeds(store, network, day, recorded);
  if (isMore) return "needed";
  // The first or the last day of the ingested history.
  if (recorded?.isComplete !== true) return "cut";
  const balances = await reconciled(store, network, day);
  if (balances === "outdated") return "needed";
  return balances === "whole" || isNextComputed ? "done" : "cut";
}

export function ethRetentionRules(store: Store): RetentionRules {
  const calendars = new Map<string, Calendar>();
  /** Windows of a pass, and kinds of tables, share days. */
  const verdicts = new Map<string, Promise<Verdict>>();

  function verdictOf(network: string, day: Day): Promise<Verdict> {
    const key = `${network}/${day.dayType}/${day.day}`;
    const verdict = verdicts.get(key) ?? verdictOfDay(store, network, day);
    verdicts.set(key, verdict);
    return verdict;
  }

  async function calendarOf(network: string): Promise<Calendar> {
    const calendar = calendars.get(network) ?? (await loadCalendar(store, network));
    calendars.set(network, calendar);
    return calendar;
  }

  async function newestDay(network: string, dayType: string): Promise<number | undefined> {
    const [row] = await store.rows<{ days: string; newest: number }>(internalSql("eth/newest_complete_day"), {
      network,
      day_type: dayType,
    });
    return row === undefined || Number(row.days) === 0 ? undefined : row.newest;
  }

  return {
    chain: "eth",
    family: "eth",
    networks: async () => {
      const rows = await store.rows<{ network: string }>(internalSql("eth/networks"));
      return rows.map(({ network }) => network);
    },
    heightsOf: async ({ network, column, range: { from, to } }) => {
      if (column !== "slot") return { from, to };
      const { slotsPerEpoch } = await calendarOf(network);
      const isWhole = from % slotsPerEpoch === 0 && (to + 1) % slotsPerEpoch === 0;
      return isWhole ? { from: from / slotsPerEpoch, to: (to + 1) / slotsPerEpoch - 1 } : undefined;
    },
    firstKept: async (network, days) => {
      const newest = await newestDay(network, "chain");
      if (newest === undefined) return undefined;
      return Math.max(0, newest - days + 1) * epochsPerDay(await calendarOf(network));
    },
    firstKeptDay: async (network, days, dayType) => {
      const newest = await newestDay(network, dayType ?? "chain");
      return newest === undefined ? undefined : Math.max(0, newest - days + 1);
    },
    verdict: async (network, { from, to }) => {
      const calendar = await calendarOf(network);
      let verdict: Verdict = "done";
      // The first epochs after the range may be based on a snapshot within it.
      for (const day of daysWithin(calendar, { from, to: to + 1 })) {
        const one = await verdictOf(network, day);
        if (one === "needed") return one;
        if (one === "cut") verdict = one;
      }
      return verdict;
    },
  };
}
