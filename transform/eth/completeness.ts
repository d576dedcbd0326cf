/** Which announced epochs are all there. Counted in the tables, so the order in which messages came doesn't matter. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { EpochRow } from "./announcements.ts";
import { constant } from "./rewards/rules.ts";

type Count = { epoch: number; rows: string };

async function counts(
  store: Store,
  statement: string,
  params: { network: string; from: number; to: number },
): Promise<Map<number, number>> {
  const rows = await store.rows<Count>(internalSql(`eth/${statement}`), params);
  return new Map(rows.map((row) => [row.epoch, Number(row.rows)]));
}

/** Epochs whose registry rows were found complete, by network. Rows are never taken away, so one look is enough. */
export type KnownRegistries = Map<string, Set<number>>;

/**
 * The announced epochs whose blocks, committees and registry are complete; a registry needs every epoch back to its
 * full snapshot.
 * @param rows announcements of neighbouring epochs, by epoch
 */
export async function completeEpochs(
  store: Store,
  network: string,
  rows: ReadonlyMap<number, EpochRow>,
  known: KnownRegistries,
): Promise<Set<number>> {
  const epochs = [...rows.keys()].sort((a, b) => a - b);
  const from = epochs[0];
  const to = epochs.at(-1);
  if (from === undefined || to === undefined) return new Set();
  const complete = known.get(network) ?? new Set<number>();
  known.set(network, complete);
  let registryFrom = Math.min(...[...rows.values()].map((row) => row.registry_epoch));
  while (registryFrom < to && complete.has(registryFrom)) registryFrom += 1;
  const [blocks, committees, announced, registry] = await Promise.all([
    counts(store, "block_counts", { network, from, to, ...slotsOf(rows) }),
    counts(store, "committee_counts", { network, from, to, ...slotsOf(rows) }),
    counts(store, "announced_registry_counts", { network, from: registryFrom, to }),
    counts(store, "registry_counts", { network, from: registryFrom, to }),
  ]);
  for (const [epoch, expected] of announced) if ((registry.get(epoch) ?? 0) >= expected) complete.add(epoch);
  return new Set(
    epochs.filter((epoch) => {
      const row = rows.get(epoch);
      if (row === undefined) return false;
      const slots = constant(row.spec, "SLOTS_PER_EPOCH");
      if (blocks.get(epoch) !== slots || committees.get(epoch) !== slots) return false;
      for (let earlier = row.registry_epoch; earlier <= epoch; earlier++)
        if (!complete.has(earlier)) return false;
      return true;
    }),
  );
}

function slotsOf(rows: ReadonlyMap<number, EpochRow>): { slots: number } {
  const [row] = rows.values();
  return { slots: row === undefined ? 0 : constant(row.spec, "SLOTS_PER_EPOCH") };
}
