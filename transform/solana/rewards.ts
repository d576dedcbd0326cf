/**
 * Rewards: of stake accounts by epoch, of validators and delegators by interval and UTC day; and their comparison with
 * credits and balances. Each is a function of the tables, recomputed when one of its facts arrives.
 */
import { dayAfter } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import type { SolanaMessage } from "../../schemas/solana/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import type { loadModels } from "../frame/models.ts";
import { runModels } from "../frame/models.ts";
import type { Around } from "./heights.ts";
import { type Period, runPeriod } from "./periods.ts";
import { intervalSlots, lateSlots } from "./rules.ts";
import { recordUnits, rewardUnits } from "./versions.ts";

/**
 * Records of an epoch; each has models of its own. In this order: the tables show whether payouts and credits are
 * computed, and with them the other records marked by the same fact.
 */
const epochUnits = ["reconciliation", "credit", "payout"] as const;
type EpochUnit = (typeof epochUnits)[number];
type Epoch = { network: string; unit: EpochUnit; epoch: number };
type PaidPeriod = Period & { network: string };
type Part = { slot: number; date: string };

/** Records to recompute: of epochs, and of the intervals and days that are paid. */
function createRecords({
  store,
  models,
  valuesOf,
}: {
  store: Store;
  models: ReturnType<typeof loadModels>;
  /** Parameters available to every model of a network. */
  valuesOf: (network: string) => QueryParams;
}) {
  const epochs = createDirtyPeriods<Epoch>({
    keyOf: ({ network, unit, epoch }) => `${network}/${unit}/${epoch}`,
    rankOf: ({ unit }) => epochUnits.indexOf(unit),
    make: makeEpoch,
  });
  const periods = createDirtyPeriods<PaidPeriod>({
    keyOf: ({ network, slot, day }) => `${network}/${slot ?? day}`,
    make: makePeriod,
  });

  /** Inputs around epochs, by network and epoch: queried once for all records of an epoch in one run. */
  const surroundings = new Map<string, Promise<QueryParams[]>>();

  function surroundingsOf(network: string, epoch: number): Promise<QueryParams[]> {
    const key = `${network}/${epoch}`;
    const rows = surroundings.get(key) ?? store.rows(internalSql("solana/epoch"), { network, epoch });
    surroundings.set(key, rows);
    return rows;
  }

  async function makeEpoch({ network, unit, epoch }: Epoch): Promise<void> {
    const [around] = await surroundingsOf(network, epoch);
    await runModels(store, models.get(unit) ?? [], { ...valuesOf(network), ...around, epoch });
    if (unit !== "payout") return;
    const parts = await store.rows<Part>(internalSql("solana/payout_periods"), {
      network,
      epoch,
      interval_slots: intervalSlots,
    });
    markParts(network, parts);
  }

  async function makePeriod({ network, slot, day }: PaidPeriod): Promise<void> {
    const window = day === undefined ? "reward_interval" : "reward_day";
    await runPeriod(store, models.get(window) ?? [], valuesOf(network), { slot, day });
  }

  function markParts(network: string, parts: readonly Part[]): void {
    for (const { slot, date } of parts) {
      periods.mark({ network, slot });
      periods.mark({ network, day: date });
    }
  }

  return {
    epochs,
    periods,
    markParts,
    settle: async (scope: "due" | "all") => {
      surroundings.clear();
      await epochs.settle(scope);
      await periods.settle(scope);
    },
  };
}

type Records = ReturnType<typeof createRecords>;

/** Marks records of older revisions, and records that lack facts. */
async function markOutdated(store: Store, { epochs, markParts }: Records): Promise<void> {
  const units = { reward_revision: rewardUnits.revision, reward_facts: rewardUnits.facts };
  const paid = await store.rows<{ network: string; epoch: number }>(
    internalSql("solana/outdated_payouts"),
    units,
  );
  for (const { network, epoch } of paid) {
    epochs.mark({ network, unit: "payout", epoch });
    epochs.mark({ network, unit: "reconciliation", epoch: epoch + 1 });
    epochs.mark({ network, unit: "reconciliation", epoch: epoch + 2 });
  }
  const outdated = await store.rows<{ network: string; epoch: number }>(
    internalSql("solana/outdated_reconciliations"),
  );
  for (const { network, epoch } of outdated) epochs.mark({ network, unit: "reconciliation", epoch });
  const earned = await store.rows<{ network: string; epoch: number }>(
    internalSql("solana/outdated_credits"),
    { ...units, late_slots: lateSlots },
  );
  for (const { network, epoch } of earned) {
    epochs.mark({ network, unit: "credit", epoch });
    epochs.mark({ network, unit: "reconciliation", epoch });
  }
  const parts = await store.rows<Part & { network: string }>(internalSql("solana/outdated_rewards"), {
    ...units,
    interval_slots: intervalSlots,
    version_revision: recordUnits.revision,
    version_facts: recordUnits.facts,
  });
  for (const { network, ...part } of parts) markParts(network, [part]);
}

export function createRewards(deps: Parameters<typeof createRecords>[0]) {
  const { store } = deps;
  const records = createRecords(deps);
  const { epochs, periods, markParts } = records;

  /** Epochs rewarded in a range of slots. */
  async function markPayouts(network: string, from: number, to: number): Promise<void> {
    const rows = await store.rows<{ epoch: number }>(internalSql("solana/payout_epochs"), {
      network,
      from,
      to,
    });
    for (const { epoch } of rows) {
      epochs.mark({ network, unit: "payout", epoch });
      epochs.mark({ network, unit: "reconciliation", epoch: epoch + 1 });
      epochs.mark({ network, unit: "reconciliation", epoch: epoch + 2 });
    }
  }

  /** Called after sums of an interval: marks its record, those of its days, and the records of the epochs around it. */
  async function markInterval(network: string, slot: number, days: readonly string[]): Promise<void> {
    periods.mark({ network, slot });
    for (const day of days) periods.mark({ network, day });
    const rows = await store.rows<{ epoch: number }>(internalSql("solana/epochs_around"), {
      network,
      from: slot,
      to: slot + intervalSlots - 1,
      late_slots: lateSlots,
    });
    for (const { epoch } of rows) {
      epochs.mark({ network, unit: "credit", epoch });
      epochs.mark({ network, unit: "reconciliation", epoch });
    }
  }

  /** A state has the credits of epochs, and the validators of its epoch. */
  async function markVoters(
    network: string,
    epoch: number,
    creditEpochs: ReadonlySet<number>,
  ): Promise<void> {
    for (const earned of creditEpochs) {
      epochs.mark({ network, unit: "payout", epoch: earned });
      epochs.mark({ network, unit: "credit", epoch: earned });
    }
    markParts(network, await store.rows<Part>(internalSql("solana/parts_of_state"), { network, epoch }));
  }

  async function markSnapshot(network: string, epoch: number): Promise<void> {
    const rows = await store.rows<{ epoch: number; unit: EpochUnit }>(
      internalSql("solana/epochs_of_snapshot"),
      { network, epoch },
    );
    for (const row of rows) epochs.mark({ network, unit: row.unit, epoch: row.epoch });
  }

  /** Tips or priority fees of an epoch, and the rates in later periods. */
  async function markTips(network: string, created: readonly number[]): Promise<void> {
    if (created.length === 0) return;
    for (const epoch of created) epochs.mark({ network, unit: "payout", epoch });
    const epoch = created.reduce((least, one) => Math.min(least, one));
    markParts(network, await store.rows<Part>(internalSql("solana/parts_since_epoch"), { network, epoch }));
  }

  /** A fee of the tip router that arrived after its tips. */
  async function markTipFees(network: string, epoch: number): Promise<void> {
    const rows = await store.rows<{ epoch: number }>(internalSql("solana/tip_epochs"), { network, epoch });
    await markTips(
      network,
      rows.map((row) => row.epoch),
    );
  }

  /** All days and epochs around a range of slots; its intervals are marked when they are computed. */
  function markAround(network: string, around: Around): void {
    for (let day = around.firstDay; day <= around.lastDay; day = dayAfter(day))
      periods.mark({ network, day });
    for (let epoch = around.firstEpoch; epoch <= around.lastEpoch; epoch += 1)
      for (const unit of epochUnits) epochs.mark({ network, unit, epoch });
  }

  async function markMessage(message: SolanaMessage): Promise<void> {
    const { network } = message;
    if (message.type === "slots" || message.type === "rewards") {
      const facts: readonly { slot: number }[] = message.type === "slots" ? message.slots : message.rewards;
      const slots = facts.map(({ slot }) => slot);
      const [from, to] = [Math.min(...slots), Math.max(...slots)];
      if (slots.length > 0) await markPayouts(network, from, to);
      if (message.type === "rewards" && slots.length > 0)
        markParts(
          network,
          await store.rows<Part>(internalSql("solana/parts_of_slots"), {
            network,
            from,
            to,
            interval_slots: intervalSlots,
          }),
        );
    } else if (message.type === "voters")
      await markVoters(network, message.epoch, new Set(message.credits.map(({ epoch }) => epoch)));
    else if (message.type === "stakes" || message.type === "stake_count")
      await markSnapshot(network, message.epoch);
    else if (message.type === "tips") {
      const distributions = [...message.tips, ...message.priority_fees];
      await markTips(network, [...new Set(distributions.map(({ created_epoch }) => created_epoch))]);
      if (message.fees.length > 0) await markTipFees(network, message.epoch);
    } else if (message.type === "payouts")
      epochs.mark({ network, unit: "reconciliation", epoch: message.epoch + 1 });
  }

  return {
    markInterval,
    markAround,
    markMessage,
    /** Marks all payments of a range of slots for recomputation. */
    markRange: markPayouts,
    recover: () => markOutdated(store, records),
    settle: records.settle,
  };
}
