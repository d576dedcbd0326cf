/** Complete announced epochs. They are counted in the tables, so the order of messages doesn't matter. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { EpochRow } from "./announcements.ts";
import { constant } from "./rewards/rules.ts";

type CountRow = {
  epoch: number;
  blocks: string;
  committees: string;
  is_registry_announced: number;
  registry_announced: string;
  registry_found: string;
};

/** Epochs whose registry rows were found complete. */
type Found = { since: number; epochs: Set<number> };
/** By network. */
export type KnownRegistries = Map<string, Found>;

/** Period for which one check is enough: retention only drops rows that were not touched for longer. */
const foundForMs = 3_600_000;

function foundIn(registries: KnownRegistries, network: string): Set<number> {
  const now = performance.now();
  const before = registries.get(network);
  if (before !== undefined && now - before.since < foundForMs) return before.epochs;
  const entry: Found = { since: now, epochs: new Set() };
  registries.set(network, entry);
  return entry.epochs;
}

/** Scores read from a node's state, for epochs that announce some: in a whole history one, if any. */
async function countScores(
  store: Store,
  network: string,
  rows: ReadonlyMap<number, EpochRow>,
): Promise<Map<number, number>> {
  const announced = [...rows.values()].filter((row) => (row.inactivity_score_rows ?? 0) > 0);
  if (announced.length === 0) return new Map();
  const epochs = announced.map(({ epoch }) => epoch);
  const counts = await store.rows<{ epoch: number; rows: string }>(
    internalSql("eth/inactivity_score_counts"),
    {
      network,
      from: Math.min(...epochs),
      to: Math.max(...epochs),
    },
  );
  return new Map(counts.map((row) => [row.epoch, Number(row.rows)]));
}

/**
 * The announced epochs whose blocks, committees, registry and scores are complete; a registry needs every epoch back to its
 * full snapshot.
 * @param rows announcements of neighbouring epochs, by epoch
 */
export async function completeEpochs(
  store: Store,
  network: string,
  rows: ReadonlyMap<number, EpochRow>,
  registries: KnownRegistries,
): Promise<Set<number>> {
  const epochs = [...rows.keys()].sort((a, b) => a - b);
  const [from, to, [first]] = [epochs[0], epochs.at(-1), rows.values()];
  if (from === undefined || to === undefined || first === undefined) return new Set();
  const complete = foundIn(registries, network);
  let registryFrom = Math.min(...[...rows.values()].map((row) => row.registry_epoch));
  while (registryFrom < to && complete.has(registryFrom)) registryFrom += 1;
  const slots = constant(first.spec, "SLOTS_PER_EPOCH");
  const stored = await store.rows<CountRow>(internalSql("eth/epoch_counts"), {
    network,
    from,
    to,
    registry_from: registryFrom,
    slots,
  });
  const counts = new Map(stored.map((row) => [row.epoch, row]));
  for (const row of stored) {
    if (row.is_registry_announced === 1 && Number(row.registry_found) >= Number(row.registry_announced))
      complete.add(row.epoch);
  }
  const scores = await countScores(store, network, rows);
  return new Set(
    epochs.filter((epoch) => {
      if ((scores.get(epoch) ?? 0) < (rows.get(epoch)?.inactivity_score_rows ?? 0)) return false;
      const { blocks, committees } = counts.get(epoch) ?? {};
      if (Number(blocks) !== slots || Number(committees) !== slots) return false;
      const snapshotEpoch = rows.get(epoch)?.registry_epoch ?? 0;
      for (let earlier = snapshotEpoch; earlier <= epoch; earlier++) if (!complete.has(earlier)) return false;
      return true;
    }),
  );
}
