/**
 * The transform of Solana: raw rows first, then the affected records. Sums of an interval of 3,000 slots are computed
 * from slots and votes; records of intervals and UTC days from these sums and the nearest state. Each is recomputed as
 * a whole and replaced, so any order, repetition or interruption leads to the same tables.
 */
import { dayAfter } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type SlotsMessage,
  type SolanaMessage,
  solanaMessage,
  solanaSchemaVersion,
  solanaTopics,
} from "../../schemas/solana/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { announceNetwork, announceOnce, networksOf } from "../frame/networks.ts";
import { writeRatings } from "../frame/ratings.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { slotsAround } from "./heights.ts";
import { createIdentityCache } from "./identities.ts";
import { createParticipations } from "./participations.ts";
import { type Period, runPeriod } from "./periods.ts";
import { solanaRatings } from "./ratings.ts";
import { writeRaw } from "./raw.ts";
import { createRewards } from "./rewards.ts";
import { intervalSlots, lateSlots, runSlots, timelyEpoch } from "./rules.ts";
import { modelRevision, recordUnits, rewardUnits } from "./versions.ts";

const chain = "solana";

type Interval = { network: string; slot: number };
/** A record of an interval or of a day. */
type RecordPeriod = Period & { network: string };

const intervalOf = (slot: number) => slot - (slot % intervalSlots);

/** Intervals affected by slots: their own, and earlier ones whose votes may land there. */
function intervalsOf({ network, slots }: SlotsMessage): Interval[] {
  const first = intervalOf(Math.max(0, (slots[0]?.slot ?? 0) - lateSlots));
  const last = intervalOf(slots.at(-1)?.slot ?? 0);
  const intervals: Interval[] = [];
  for (let slot = first; slot <= last; slot += intervalSlots) intervals.push({ network, slot });
  return intervals;
}

/** Parameters available to every model of a network. */
const valuesOf = (network: string) => ({
  network,
  revision: modelRevision,
  version_revision: recordUnits.revision,
  version_facts: recordUnits.facts,
  reward_revision: rewardUnits.revision,
  reward_facts: rewardUnits.facts,
  interval_slots: intervalSlots,
  late_slots: lateSlots,
  run_slots: runSlots,
  timely_epoch: timelyEpoch,
});

/** Records of intervals and of days. */
function createRecords({
  store,
  log,
  models,
}: {
  store: Store;
  log: Logger;
  models: ReturnType<typeof loadModels>;
}) {
  const records = createDirtyPeriods<RecordPeriod>({
    keyOf: ({ network, slot, day }) => `${network}/${slot ?? day}`,
    make: makeRecord,
  });

  async function makeRecord({ network, slot, day }: RecordPeriod): Promise<void> {
    const started = performance.now();
    const window = day === undefined ? "interval_record" : "day";
    await runPeriod(store, models.get(window) ?? [], valuesOf(network), { slot, day });
    if (day === undefined) return;
    const seconds = (performance.now() - started) / 1000;
    log.info({ network, unit: "day", height: day, seconds }, "day rolled up");
  }

  /** Records affected by a state: of its epoch and the previous one, and of those without a nearer state. */
  async function markState(network: string, epoch: number): Promise<void> {
    const rows = await store.rows<{ slot: number; date: string }>(internalSql("solana/parts_of_state"), {
      network,
      epoch,
    });
    for (const { slot, date } of rows) {
      records.mark({ network, slot });
      records.mark({ network, day: date });
    }
  }

  /** Marks records that are computed from fewer facts than their sums. */
  async function markOutdated(): Promise<void> {
    const rows = await store.rows<{ network: string; slot: number; date: string }>(
      internalSql("solana/records_behind"),
      { version_revision: recordUnits.revision, version_facts: recordUnits.facts },
    );
    for (const { network, slot, date } of rows) {
      records.mark({ network, slot });
      records.mark({ network, day: date });
    }
  }

  return { mark: records.mark, settle: records.settle, markState, markOutdated };
}

export function createSolanaTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<SolanaMessage> {
  const store = forChain(shared, chain);
  const models = loadModels("solana");
  const identities = createIdentityCache();
  const intervals = createDirtyPeriods<Interval>({
    keyOf: ({ network, slot }) => `${network}/${slot}`,
    make: makeInterval,
  });
  const records = createRecords({ store, log, models });
  const rewards = createRewards({ store, models, valuesOf });
  const participations = createParticipations({ store, models, valuesOf, markRecord: records.mark });

  async function makeInterval({ network, slot }: Interval): Promise<void> {
    // The remaining slots would give less than its sums have.
    const lost = await store.rows(internalSql("solana/lost_slots"), {
      network,
      interval_slot: slot,
      interval_slots: intervalSlots,
    });
    if (lost.length > 0) return;
    await runModels(store, models.get("interval") ?? [], { ...valuesOf(network), interval_slot: slot });
    const days = await store.rows<{ date: string }>(internalSql("solana/days_of_interval"), {
      network,
      interval_slot: slot,
      interval_slots: intervalSlots,
    });
    if (days.length === 0) return;
    await participations.markInterval(network, slot);
    records.mark({ network, slot });
    for (const { date } of days) records.mark({ network, day: date });
    await rewards.markInterval(
      network,
      slot,
      days.map(({ date }) => date),
    );
  }

  const announce = announceOnce(async (network) => {
    await writeRatings(store, network, solanaRatings);
    await announceNetwork(store, "solana", network);
  });

  async function recover(): Promise<void> {
    for (const network of await networksOf(store, chain)) await announce(network);
    const outdated = await store.rows<Interval>(internalSql("solana/intervals_behind"), {
      interval_slots: intervalSlots,
      late_slots: lateSlots,
      version_revision: recordUnits.revision,
      version_facts: recordUnits.facts,
    });
    for (const interval of outdated) intervals.mark(interval);
    await records.markOutdated();
    await participations.recover();
    await rewards.recover();
  }

  async function settle(scope: "due" | "all"): Promise<void> {
    await intervals.settle(scope);
    await participations.settle(scope);
    await records.settle(scope);
    await rewards.settle(scope);
  }

  return {
    chain,
    topics: Object.values(solanaTopics),
    schema: solanaMessage,
    schemaVersion: solanaSchemaVersion,
    steadyTables: steadyTables("solana", solanaTopics),
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages, identities);
    },
    compute: async (messages) => {
      /** The last ingested slot, by network. */
      const reached = new Map<string, number>();
      for (const message of messages) {
        const { network } = message;
        if (message.type === "voters") {
          await records.markState(network, message.epoch);
          participations.markVoters(message);
        }
        await rewards.markMessage(message);
        if (message.type !== "slots") continue;
        for (const interval of intervalsOf(message)) intervals.mark(interval);
        const last = message.slots.at(-1);
        if (last === undefined) continue;
        reached.set(network, Math.max(reached.get(network) ?? 0, last.slot));
        for (const { slot, time } of message.slots) markComputed(chain, network, slot, time);
      }
      // Intervals for which no more slots will arrive.
      await intervals.run(
        ({ network, slot }) => slot + intervalSlots + lateSlots <= (reached.get(network) ?? 0) + 1,
      );
    },
    recompute: async (network, range) => {
      await announce(network);
      const rows = await store.rows<Interval>(internalSql("solana/intervals_of_slots"), {
        network,
        from: Math.max(0, range.from - lateSlots),
        to: range.to,
        interval_slots: intervalSlots,
      });
      for (const interval of rows) intervals.mark(interval);
      await rewards.markRange(network, range.from, range.to);
    },
    recomputeAround: async (network, range) => {
      const around = await slotsAround(store, network, range);
      if (around === undefined) return;
      for (let day = around.firstDay; day <= around.lastDay; day = dayAfter(day))
        records.mark({ network, day });
      participations.markAround(network, around);
      rewards.markAround(network, around);
    },
    recover,
    settle,
  };
}
