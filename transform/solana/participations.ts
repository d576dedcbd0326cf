/** Participation under Alpenglow: for an epoch, once all its slots and the credits at its end are known. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { QueryParams, Store } from "../../lib/store/store.ts";
import type { VotersMessage } from "../../schemas/solana/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { type loadModels, runModels } from "../frame/models.ts";
import type { Around } from "./heights.ts";
import type { Period } from "./periods.ts";

type Epoch = { network: string; epoch: number };

export function createParticipations({
  store,
  models,
  valuesOf,
  markRecord,
}: {
  store: Store;
  models: ReturnType<typeof loadModels>;
  /** Parameters available to every model of a network. */
  valuesOf: (network: string) => QueryParams;
  /** Marks a record that includes participation. */
  markRecord: (period: Period & { network: string }) => void;
}) {
  const epochs = createDirtyPeriods<Epoch>({
    keyOf: ({ network, epoch }) => `${network}/${epoch}`,
    make: computeEpoch,
  });

  /** Skips an epoch that lacks slots or credits, or whose rows are current. */
  async function computeEpoch({ network, epoch }: Epoch): Promise<void> {
    const values = { ...valuesOf(network), epoch };
    const [inputs] = await store.rows<QueryParams>(internalSql("solana/participation"), values);
    if (inputs === undefined) return;
    const near = { state_epoch: epoch, to_epoch: epoch };
    await runModels(store, models.get("participation") ?? [], { ...values, ...inputs, ...near });
    const parts = await store.rows<{ slot: number; date: string }>(internalSql("solana/parts_of_epoch"), {
      network,
      epoch,
    });
    for (const { slot, date } of parts) {
      markRecord({ network, slot });
      markRecord({ network, day: date });
    }
  }

  return {
    /** Called after sums of an interval: the blocks that leaders of its epochs produced. */
    async markInterval(network: string, slot: number): Promise<void> {
      const rows = await store.rows<{ epoch: number }>(internalSql("solana/alpenglow_epochs"), {
        network,
        interval_slot: slot,
      });
      for (const { epoch } of rows) epochs.mark({ network, epoch });
    },
    /** Stakes of an epoch count in the next one, and its state has the earnings of earlier epochs. */
    markVoters({ network, epoch, credits }: VotersMessage): void {
      const earned = credits.flatMap((credit) => (credit.kind === "alpenglow" ? [credit.epoch] : []));
      if (earned.length === 0) return;
      for (const one of new Set([...earned, epoch, epoch + 1])) epochs.mark({ network, epoch: one });
    },
    markAround(network: string, { firstEpoch, lastEpoch }: Around): void {
      for (let epoch = firstEpoch; epoch <= lastEpoch; epoch += 1) epochs.mark({ network, epoch });
    },
    async recover(): Promise<void> {
      for (const row of await store.rows<Epoch>(internalSql("solana/outdated_participations")))
        epochs.mark(row);
    },
    settle: epochs.settle,
  };
}
