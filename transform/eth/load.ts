/** Raw tables → the facts of one epoch, as typed arrays. */
import { FatalError } from "../../lib/errors.ts";
import type { ArrayValues, Store } from "../../lib/store/store.ts";
import type { Fork } from "../../schemas/eth/events.ts";
import type {
  CanonicalBlock,
  EpochFacts,
  IncludedAttestation,
  Registry,
  SlotCommittees,
} from "./rewards/facts.ts";
import { constant, forkRules, type Spec } from "./rewards/rules.ts";

/** The listener's announcement of an epoch, as raw_eth_epoch holds it. */
export type EpochRow = {
  epoch: number;
  role: "support" | "full";
  fork: Fork;
  spec: Spec;
  genesis_time: string;
  genesis_validators_root: string;
  sync_committee: number[];
  finalized_epoch_after: number;
  parent_block_root: string;
  registry_epoch: number;
  registry_rows: number;
};

/** Announcements of the epochs from..to that are there, by epoch. */
export async function loadEpochRows(
  store: Store,
  network: string,
  from: number,
  to: number,
): Promise<Map<number, EpochRow>> {
  const rows = await store.rows<Omit<EpochRow, "spec"> & { spec: string }>(
    `select epoch, role, fork, spec, genesis_time, genesis_validators_root, sync_committee, finalized_epoch_after,
      parent_block_root, registry_epoch, registry_rows
    from raw_eth_epoch final
    where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}`,
    { network, from, to },
  );
  return new Map(rows.map((row) => [row.epoch, { ...row, spec: JSON.parse(row.spec) as Spec }]));
}

type BlockRow = {
  slot: number;
  block_root: string;
  fork: Fork;
  proposer_index: number;
  sync_committee_bits: string;
  transaction_count: number | null;
};

async function loadBlocks(store: Store, network: string, from: number, to: number): Promise<BlockRow[]> {
  return await store.rows<BlockRow>(
    `select slot, toString(block_root) as block_root, fork, proposer_index, sync_committee_bits, transaction_count
    from raw_eth_block final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32} and status = 'canonical' and is_final = 1`,
    { network, from, to },
  );
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

async function loadAttestations(
  store: Store,
  network: string,
  from: number,
  to: number,
): Promise<Map<number, IncludedAttestation[]>> {
  const rows = await store.rows<AttestationRow>(
    `select slot, attested_slot, target_epoch, committee_indices, aggregation_bits, toString(beacon_block_root) as beacon_block_root,
      toString(target_root) as target_root, payload_index
    from raw_eth_attestation final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
    order by slot, attestation_index`,
    { network, from, to },
  );
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

async function loadSlashings(
  store: Store,
  network: string,
  from: number,
  to: number,
): Promise<SlashingRow[]> {
  return await store.rows<SlashingRow>(
    `select slot, validator_index, kind
    from raw_eth_slashing final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
    order by slot, kind, validator_index`,
    { network, from, to },
  );
}

async function loadCommittees(
  store: Store,
  network: string,
  from: number,
  to: number,
): Promise<SlotCommittees[]> {
  const block = await store.columns(
    `select sizes, validator_indices
    from raw_eth_committee final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32}
    order by slot`,
    { network, from, to },
  );
  const sizes = block.columns.sizes as ArrayValues;
  const members = block.columns.validator_indices as ArrayValues;
  const row = (array: ArrayValues, i: number) => {
    const start = i === 0 ? 0 : Number(array.offsets[i - 1]);
    return (array.values as Uint32Array).subarray(start, Number(array.offsets[i]));
  };
  return Array.from({ length: block.rows }, (_, i) => {
    const ends = row(sizes, i);
    const offsets = new Uint32Array(ends.length + 1);
    ends.forEach((size, c) => {
      offsets[c + 1] = (offsets[c] as number) + size;
    });
    return { offsets, validators: row(members, i) };
  });
}

function emptyRegistry(size: number): Registry {
  return {
    size,
    increments: new Uint16Array(size),
    isSlashed: new Uint8Array(size),
    activationEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    exitEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
    withdrawableEpoch: new Float64Array(size).fill(Number.POSITIVE_INFINITY),
  };
}

function copyRegistry(registry: Registry, size: number): Registry {
  const copy = emptyRegistry(size);
  for (const name of [
    "increments",
    "isSlashed",
    "activationEpoch",
    "exitEpoch",
    "withdrawableEpoch",
  ] as const) {
    copy[name].set(registry[name]);
  }
  return copy;
}

/** Registries as of an epoch's first slot: a full snapshot with the later changes applied in order. */
export type RegistryLoader = {
  load(network: string, row: EpochRow): Promise<Registry>;
  /** Forgets what rows at or after `epoch` could change. */
  invalidate(network: string, epoch: number): void;
};

const columnsOfRegistry = `validator_index, toUInt16(intDiv(effective_balance_gwei, {increment:UInt64})) as increments, is_slashed,
  toFloat64(activation_epoch) as activation_epoch, toFloat64(exit_epoch) as exit_epoch, toFloat64(withdrawable_epoch) as withdrawable_epoch`;

/** A loader that keeps the last two registries of each network, because epochs are asked for in order. */
export function createRegistryLoader(store: Store): RegistryLoader {
  const cache = new Map<string, { epoch: number; registry: Registry }[]>();

  async function apply(
    network: string,
    row: EpochRow,
    from: number,
    known: Registry | undefined,
  ): Promise<Registry> {
    const block = await store.columns(
      `select ${columnsOfRegistry}
      from raw_eth_registry final
      where network = {network:String} and epoch between {from:UInt32} and {to:UInt32}
      order by epoch`,
      { network, from, to: row.epoch, increment: constant(row.spec, "EFFECTIVE_BALANCE_INCREMENT") },
    );
    const indices = block.columns.validator_index as Uint32Array;
    let size = known?.size ?? 0;
    for (let i = 0; i < block.rows; i++) size = Math.max(size, (indices[i] as number) + 1);
    if (known !== undefined && block.rows === 0) return known;
    const registry = known === undefined ? emptyRegistry(size) : copyRegistry(known, size);
    const source = block.columns as Record<string, Float64Array>;
    for (let i = 0; i < block.rows; i++) {
      const v = indices[i] as number;
      registry.increments[v] = (source.increments as Float64Array)[i] as number;
      registry.isSlashed[v] = (source.is_slashed as Float64Array)[i] as number;
      registry.activationEpoch[v] = (source.activation_epoch as Float64Array)[i] as number;
      registry.exitEpoch[v] = (source.exit_epoch as Float64Array)[i] as number;
      registry.withdrawableEpoch[v] = (source.withdrawable_epoch as Float64Array)[i] as number;
    }
    return registry;
  }

  return {
    load: async (network, row) => {
      const kept = cache.get(network) ?? [];
      const best = kept
        .filter((entry) => entry.epoch <= row.epoch && entry.epoch >= row.registry_epoch)
        .sort((a, b) => b.epoch - a.epoch)[0];
      if (best?.epoch === row.epoch) return best.registry;
      const registry = await apply(
        network,
        row,
        best === undefined ? row.registry_epoch : best.epoch + 1,
        best?.registry,
      );
      cache.set(network, [{ epoch: row.epoch, registry }, ...kept].slice(0, 2));
      return registry;
    },
    invalidate: (network, epoch) => {
      cache.set(
        network,
        (cache.get(network) ?? []).filter((entry) => entry.epoch < epoch),
      );
    },
  };
}

/** Gloas: whether the payload of the last block before `slot` was revealed; undefined when the block isn't there. */
async function loadPayloadPresence(
  store: Store,
  network: string,
  slot: number,
  row: EpochRow,
): Promise<boolean | undefined> {
  const [block] = await store.rows<{ is_present: number }>(
    `select transaction_count is not null as is_present
    from raw_eth_block final
    where network = {network:String} and slot between {from:UInt32} and {to:UInt32} and block_root = {root:String} and is_final = 1`,
    {
      network,
      from: Math.max(0, slot - 2 * constant(row.spec, "SLOTS_PER_EPOCH")),
      to: slot,
      root: row.parent_block_root,
    },
  );
  return block === undefined ? undefined : Number(block.is_present) === 1;
}

/** The facts of one announced epoch. @throws FatalError when the tables hold less than was announced. */
export async function loadFacts(
  store: Store,
  network: string,
  row: EpochRow,
  registries: RegistryLoader,
): Promise<EpochFacts> {
  const slotsPerEpoch = constant(row.spec, "SLOTS_PER_EPOCH");
  const from = row.epoch * slotsPerEpoch;
  const to = from + slotsPerEpoch - 1;
  const [blocks, attestations, slashings, committees, registry] = await Promise.all([
    loadBlocks(store, network, from, to),
    loadAttestations(store, network, from, to),
    loadSlashings(store, network, from, to),
    loadCommittees(store, network, from, to),
    registries.load(network, row),
  ]);
  if (committees.length !== slotsPerEpoch) {
    throw new FatalError(
      `Committees of epoch ${row.epoch}: ${committees.length} of ${slotsPerEpoch} slots are there`,
      {
        code: "epoch_incomplete",
      },
    );
  }
  const bySlot = new Map(blocks.map((block) => [block.slot, block]));
  const canonical = (slot: number): CanonicalBlock | undefined => {
    const block = bySlot.get(slot);
    if (block === undefined) return undefined;
    return {
      slot,
      root: block.block_root,
      fork: block.fork,
      proposerIndex: block.proposer_index,
      syncBits: block.sync_committee_bits,
      isPayloadPresent: block.transaction_count !== null,
      attestations: attestations.get(slot) ?? [],
      slashings: slashings
        .filter((fact) => fact.slot === slot)
        .map((fact) => ({ validatorIndex: fact.validator_index, kind: fact.kind })),
    };
  };
  return {
    epoch: row.epoch,
    spec: row.spec,
    fork: row.fork,
    slotsPerEpoch,
    blocks: Array.from({ length: slotsPerEpoch }, (_, i) => canonical(from + i)),
    committees,
    parentRoot: row.parent_block_root,
    // Only votes in empty slots at the epoch's beginning are about it.
    isParentPayloadPresent:
      forkRules[row.fork].isPayloadVoted && !bySlot.has(from)
        ? await loadPayloadPresence(store, network, from, row)
        : undefined,
    syncCommittee: Uint32Array.from(row.sync_committee),
    finalizedEpochAfter: row.finalized_epoch_after,
    registry,
  };
}
