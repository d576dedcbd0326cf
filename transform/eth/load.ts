/** Raw tables → the facts of consecutive epochs, as typed arrays. */
import { elementAt } from "../../lib/elementAt.ts";
import { FatalError } from "../../lib/errors.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { ArrayValues, Store } from "../../lib/store/store.ts";
import type { Fork } from "../../schemas/eth/events.ts";
import type { EpochRow } from "./announcements.ts";
import type { RegistryLoader } from "./registryLoader.ts";
import type {
  CanonicalBlock,
  EpochFacts,
  IncludedAttestation,
  SlotCommittees,
  SyncBalance,
} from "./rewards/facts.ts";
import { constant, forkRules } from "./rewards/rules.ts";

/** Slots, inclusive. */
type SlotRange = { network: string; from: number; to: number };

type BlockRow = {
  slot: number;
  block_root: string;
  fork: Fork;
  proposer_index: number;
  sync_committee_bits: string;
  transaction_count: number | null;
};

async function loadBlocks(store: Store, range: SlotRange): Promise<Map<number, BlockRow>> {
  const rows = await store.rows<BlockRow>(internalSql("eth/canonical_blocks"), range);
  return new Map(rows.map((row) => [row.slot, row]));
}

type AttestationRow = {
  slot: number;
  attested_slot: number;
  target_epoch: number;
  committee_indices: number[];
  aggregation_bits: string;
  beacon_block_root: string;
  target_root: string;
  payload_index: number;
};

async function loadAttestations(store: Store, range: SlotRange): Promise<Map<number, IncludedAttestation[]>> {
  const rows = await store.rows<AttestationRow>(internalSql("eth/attestations"), range);
  const bySlot = new Map<number, IncludedAttestation[]>();
  for (const row of rows) {
    const list = bySlot.get(row.slot) ?? [];
    bySlot.set(row.slot, list);
    list.push({
      slot: row.attested_slot,
      targetEpoch: row.target_epoch,
      committeeIndices: row.committee_indices,
      aggregationBits: row.aggregation_bits,
      beaconBlockRoot: row.beacon_block_root,
      targetRoot: row.target_root,
      payloadIndex: row.payload_index,
    });
  }
  return bySlot;
}

type SlashingRow = { slot: number; validator_index: number; kind: "proposer" | "attester" };

async function loadSlashings(store: Store, range: SlotRange): Promise<Map<number, SlashingRow[]>> {
  const rows = await store.rows<SlashingRow>(internalSql("eth/slashings"), range);
  const bySlot = new Map<number, SlashingRow[]>();
  for (const row of rows) bySlot.set(row.slot, [...(bySlot.get(row.slot) ?? []), row]);
  return bySlot;
}

type SyncBalanceRow = {
  epoch: number;
  validator_index: number;
  slot: number;
  balance_gwei: number;
  moved_gwei: number;
};
type WithdrawalRow = { slot: number; validator_index: number; amount_gwei: number };

/** By epoch, then validator. */
async function loadSyncBalances(
  store: Store,
  range: SlotRange,
  slotsPerEpoch: number,
): Promise<Map<number, Map<number, SyncBalance>>> {
  const epochOf = (slot: number) => Math.floor(slot / slotsPerEpoch);
  const rows = await store.rows<SyncBalanceRow>(internalSql("eth/sync_balances"), {
    network: range.network,
    from: epochOf(range.from),
    to: epochOf(range.to),
    slots_per_epoch: slotsPerEpoch,
  });
  const byEpoch = new Map<number, Map<number, SyncBalance>>();
  if (rows.length === 0) return byEpoch;
  for (const { epoch, validator_index, slot, balance_gwei, moved_gwei } of rows) {
    const own = byEpoch.get(epoch) ?? new Map<number, SyncBalance>();
    const balance = { slot, gwei: balance_gwei, movedGwei: moved_gwei, withdrawals: [] };
    byEpoch.set(epoch, own.set(validator_index, balance));
  }
  const indices = [...new Set(rows.map(({ validator_index }) => validator_index))];
  const paid = await store.rows<WithdrawalRow>(internalSql("eth/withdrawals"), { ...range, indices });
  for (const { slot, validator_index, amount_gwei } of paid)
    byEpoch.get(epochOf(slot))?.get(validator_index)?.withdrawals.push({ slot, gwei: amount_gwei });
  return byEpoch;
}

/** One entry for each slot of the range that has committees. */
async function loadCommittees(store: Store, range: SlotRange): Promise<SlotCommittees[]> {
  const block = await store.columns(internalSql("eth/committees"), range);
  if (block.rows === 0) return [];
  const sizes = block.columns.sizes as ArrayValues;
  const members = block.columns.validator_indices as ArrayValues;
  const row = (array: ArrayValues, i: number) => {
    const start = i === 0 ? 0 : Number(array.offsets[i - 1]);
    return (array.values as Uint32Array).subarray(start, Number(array.offsets[i]));
  };
  return Array.from({ length: block.rows }, (_, i) => {
    const ends = row(sizes, i);
    const offsets = new Uint32Array(ends.length + 1);
    let end = 0;
    ends.forEach((size, c) => {
      end += size;
      offsets[c + 1] = end;
    });
    return { offsets, validators: row(members, i) };
  });
}

/** Gloas: whether the payload of the last block before `slot` was revealed; undefined when the block isn't there. */
async function loadPayloadPresence(
  store: Store,
  network: string,
  slot: number,
  row: EpochRow,
): Promise<boolean | undefined> {
  const [block] = await store.rows<{ is_present: number }>(internalSql("eth/payload_presence"), {
    network,
    from: Math.max(0, slot - 2 * constant(row.spec, "SLOTS_PER_EPOCH")),
    to: slot,
    root: row.parent_block_root,
  });
  return block === undefined ? undefined : Number(block.is_present) === 1;
}

type SlotFacts = {
  blocks: ReadonlyMap<number, BlockRow>;
  attestations: ReadonlyMap<number, IncludedAttestation[]>;
  slashings: ReadonlyMap<number, SlashingRow[]>;
};

function canonicalBlock(facts: SlotFacts, slot: number): CanonicalBlock | undefined {
  const block = facts.blocks.get(slot);
  if (block === undefined) return undefined;
  return {
    slot,
    root: block.block_root,
    fork: block.fork,
    proposerIndex: block.proposer_index,
    syncBits: block.sync_committee_bits,
    isPayloadPresent: block.transaction_count !== null,
    attestations: facts.attestations.get(slot) ?? [],
    slashings: (facts.slashings.get(slot) ?? []).map((fact) => ({
      validatorIndex: fact.validator_index,
      kind: fact.kind,
    })),
  };
}

/**
 * The facts of consecutive announced epochs, in order, with as many statements as for one.
 * @throws FatalError `epoch_incomplete` if the tables hold less than was announced.
 */
export async function loadFacts(
  store: Store,
  network: string,
  rows: readonly EpochRow[],
  registries: RegistryLoader,
): Promise<EpochFacts[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [];
  const slotsPerEpoch = constant(first.spec, "SLOTS_PER_EPOCH");
  const range = { network, from: first.epoch * slotsPerEpoch, to: (last.epoch + 1) * slotsPerEpoch - 1 };
  const [blocks, attestations, slashings, committees, syncBalances, registry] = await Promise.all([
    loadBlocks(store, range),
    loadAttestations(store, range),
    loadSlashings(store, range),
    loadCommittees(store, range),
    loadSyncBalances(store, range, slotsPerEpoch),
    registries.load(network, rows),
  ]);
  if (committees.length !== rows.length * slotsPerEpoch) {
    throw new FatalError(
      `Committees of epochs ${first.epoch} to ${last.epoch}: ${committees.length} of ${rows.length * slotsPerEpoch} slots are there`,
      { code: "epoch_incomplete" },
    );
  }
  const epochFacts = async (row: EpochRow, place: number): Promise<EpochFacts> => {
    const from = row.epoch * slotsPerEpoch;
    return {
      epoch: row.epoch,
      spec: row.spec,
      fork: row.fork,
      slotsPerEpoch,
      blocks: Array.from({ length: slotsPerEpoch }, (_, i) =>
        canonicalBlock({ blocks, attestations, slashings }, from + i),
      ),
      committees: committees.slice(place * slotsPerEpoch, (place + 1) * slotsPerEpoch),
      parentRoot: row.parent_block_root,
      // Only votes in empty slots at the epoch's start refer to it.
      isParentPayloadPresent:
        forkRules[row.fork].isPayloadVoted && !blocks.has(from)
          ? await loadPayloadPresence(store, network, from, row)
          : undefined,
      syncCommittee: Uint32Array.from(row.sync_committee),
      syncBalances: syncBalances.get(row.epoch) ?? new Map(),
      finalizedEpochAfter: row.finalized_epoch_after,
      registry: elementAt(registry, place),
    };
  };
  return await Promise.all(rows.map(epochFacts));
}
