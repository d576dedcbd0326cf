/** Bus messages → rows of the raw tables. */
import type { Column } from "../../lib/store/store.ts";
import type {
  BlockMessage,
  CommitteeMessage,
  EpochMessage,
  EthMessage,
  PendingDepositMessage,
  RegistryMessage,
} from "../../schemas/eth/events.ts";
import { type ColumnTypes, constantText, createRows } from "../frame/columns.ts";
import type { TableColumns } from "../frame/tables.ts";

/** Final statements stand above every provisional one, whatever the slot at which it was made. */
const finalVersion = 2n ** 40n;

/** Version of a statement about blocks: the highest wins. */
function versionOf(message: { observed_slot: number; finality?: string }): bigint {
  return (message.finality === "provisional" ? 0n : finalVersion) + BigInt(message.observed_slot);
}

function unpack(text: string): Buffer {
  return Buffer.from(text, "base64");
}

/** A typed array over base64 text. Copied: pooled buffers aren't aligned. */
function typed<T>(text: string, array: { new (buffer: ArrayBuffer): T }): T {
  const bytes = unpack(text);
  return new array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
}

const base = { network: "String", slot: "UInt32" } as const;
const tail = { block_root: "FixedString(66)", version: "UInt64" } as const;
const tableTypes = {
  raw_eth_attestation: {
    ...base,
    attestation_index: "UInt32",
    attested_slot: "UInt32",
    target_epoch: "UInt32",
    committee_indices: "Array(UInt16)",
    aggregation_bits: "String",
    beacon_block_root: "FixedString(66)",
    source_epoch: "UInt32",
    source_root: "FixedString(66)",
    target_root: "FixedString(66)",
    payload_index: "UInt8",
    ...tail,
  },
  raw_eth_slashing: { ...base, validator_index: "UInt32", kind: "String", ...tail },
  raw_eth_voluntary_exit: { ...base, validator_index: "UInt32", exit_message_epoch: "UInt32", ...tail },
  raw_eth_deposit: {
    ...base,
    kind: "String",
    position: "UInt32",
    deposit_index: "Nullable(UInt64)",
    pubkey: "FixedString(48)",
    withdrawal_credentials: "FixedString(32)",
    amount_gwei: "UInt64",
    ...tail,
  },
  raw_eth_withdrawal: {
    ...base,
    withdrawal_index: "UInt64",
    validator_index: "UInt32",
    address: "FixedString(42)",
    amount_gwei: "UInt64",
    ...tail,
  },
  raw_eth_withdrawal_request: {
    ...base,
    position: "UInt32",
    source_address: "FixedString(42)",
    pubkey: "FixedString(48)",
    amount_gwei: "UInt64",
    ...tail,
  },
  raw_eth_consolidation_request: {
    ...base,
    position: "UInt32",
    source_address: "FixedString(42)",
    source_pubkey: "FixedString(48)",
    target_pubkey: "FixedString(48)",
    ...tail,
  },
  raw_eth_block: {
    ...base,
    epoch: "UInt32",
    parent_root: "FixedString(66)",
    status: "String",
    is_final: "UInt8",
    fork: "String",
    proposer_index: "Nullable(UInt32)",
    graffiti: "String",
    execution_block_number: "Nullable(UInt64)",
    execution_block_hash: "Nullable(FixedString(66))",
    fee_recipient: "Nullable(FixedString(42))",
    transaction_count: "Nullable(UInt32)",
    blob_count: "Nullable(UInt32)",
    sync_committee_bits: "String",
    ...tail,
  },
  raw_eth_proposer_duty: { ...base, epoch: "UInt32", validator_index: "UInt32", version: "UInt64" },
  raw_eth_consolidation: {
    network: "String",
    epoch: "UInt32",
    source_index: "UInt32",
    target_index: "UInt32",
    amount_gwei: "UInt64",
    version: "UInt64",
  },
  raw_eth_epoch: {
    network: "String",
    epoch: "UInt32",
    role: "String",
    fork: "String",
    genesis_time: "UInt64",
    genesis_validators_root: "FixedString(66)",
    spec: "String",
    sync_committee: "Array(UInt32)",
    finalized_epoch_after: "UInt32",
    parent_block_root: "FixedString(66)",
    registry_epoch: "UInt32",
    registry_rows: "UInt32",
    pending_deposit_rows: "Nullable(UInt32)",
    is_consolidation_known: "UInt8",
    version: "UInt64",
  },
} as const satisfies Record<string, ColumnTypes>;

type RowTables = {
  [Table in keyof typeof tableTypes]: ReturnType<typeof createRows<(typeof tableTypes)[Table]>>;
};

function addBlock(tables: RowTables, message: BlockMessage): void {
  const version = versionOf(message);
  const { network, slot, block_root } = message;
  const key = { network, slot, block_root, version };
  for (const fact of message.attestations) {
    tables.raw_eth_attestation.push({
      ...key,
      attestation_index: fact.attestation_index,
      attested_slot: fact.slot,
      target_epoch: fact.target.epoch,
      committee_indices: fact.committee_indices,
      aggregation_bits: fact.aggregation_bits,
      beacon_block_root: fact.beacon_block_root,
      source_epoch: fact.source.epoch,
      source_root: fact.source.root,
      target_root: fact.target.root,
      payload_index: fact.payload_index,
    });
  }
  for (const fact of message.slashings) tables.raw_eth_slashing.push({ ...key, ...fact });
  for (const fact of message.voluntary_exits) {
    tables.raw_eth_voluntary_exit.push({
      ...key,
      validator_index: fact.validator_index,
      exit_message_epoch: fact.epoch,
    });
  }
  for (const { index, pubkey, withdrawal_credentials, ...fact } of message.deposits) {
    tables.raw_eth_deposit.push({
      ...key,
      ...fact,
      deposit_index: index,
      pubkey,
      withdrawal_credentials,
    });
  }
  for (const { index, ...fact } of message.withdrawals)
    tables.raw_eth_withdrawal.push({ ...key, ...fact, withdrawal_index: index });
  for (const { validator_pubkey, ...fact } of message.withdrawal_requests) {
    tables.raw_eth_withdrawal_request.push({ ...key, ...fact, pubkey: validator_pubkey });
  }
  for (const { source_pubkey, target_pubkey, ...fact } of message.consolidation_requests) {
    tables.raw_eth_consolidation_request.push({
      ...key,
      ...fact,
      source_pubkey,
      target_pubkey,
    });
  }
  const { execution } = message;
  tables.raw_eth_block.push({
    ...key,
    epoch: message.epoch,
    parent_root: message.parent_root,
    status: message.status,
    is_final: message.finality === "final" ? 1 : 0,
    fork: message.fork,
    proposer_index: message.proposer_index,
    graffiti: message.graffiti ?? "",
    execution_block_number: execution?.block_number ?? null,
    execution_block_hash: execution?.block_hash ?? null,
    fee_recipient: execution?.fee_recipient ?? null,
    transaction_count: execution?.transaction_count ?? null,
    blob_count: execution?.blob_count ?? null,
    sync_committee_bits: message.sync_aggregate?.bits ?? "",
  });
}

function addEpoch(tables: RowTables, message: EpochMessage): void {
  const { network, epoch } = message;
  // A full statement about an epoch stands above a support one.
  const version = versionOf(message) + (message.role === "full" ? finalVersion : 0n);
  for (const duty of message.proposer_duties)
    tables.raw_eth_proposer_duty.push({ network, epoch, version, ...duty });
  for (const fact of message.consolidations ?? [])
    tables.raw_eth_consolidation.push({ network, epoch, version, ...fact });
  tables.raw_eth_epoch.push({
    network,
    epoch,
    role: message.role,
    fork: message.fork,
    genesis_time: message.genesis_time,
    genesis_validators_root: message.genesis_validators_root,
    spec: JSON.stringify(message.spec),
    sync_committee:
      message.sync_committee === null ? [] : Array.from(typed(message.sync_committee, Uint32Array)),
    finalized_epoch_after: message.finalized_epoch_after,
    parent_block_root: message.parent_block_root,
    registry_epoch: message.registry_epoch,
    registry_rows: message.registry_rows,
    pending_deposit_rows: message.pending_deposit_rows,
    is_consolidation_known: message.consolidations === null ? 0 : 1,
    version,
  });
}

/** Committees of several slots as one block: members stay typed arrays from the message to the insert. */
function committeeColumns(messages: readonly CommitteeMessage[]): TableColumns {
  const members = messages.map((message) => typed(message.validators, Uint32Array));
  const all = new Uint32Array(members.reduce((sum, part) => sum + part.length, 0));
  let end = 0;
  const offsets = new BigUint64Array(messages.length);
  members.forEach((part, i) => {
    all.set(part, end);
    end += part.length;
    offsets[i] = BigInt(end);
  });
  const rows = createRows({
    network: "String",
    slot: "UInt32",
    epoch: "UInt32",
    sizes: "Array(UInt16)",
    version: "UInt64",
  } as const);
  for (const { network, slot, epoch, sizes } of messages)
    rows.push({ network, slot, epoch, sizes, version: 0 });
  const columns = [
    ...rows.columns(),
    {
      name: "validator_indices",
      type: "Array(UInt32)",
      values: { kind: "array" as const, offsets, values: all },
    },
  ];
  return { table: "raw_eth_committee", rows: messages.length, columns };
}

function registryColumns(message: RegistryMessage): TableColumns[] {
  const { count, network, epoch } = message;
  const indices = typed(message.validator_index, Uint32Array);
  const constantColumns = [
    constantText("network", network, count),
    { name: "epoch", type: "UInt32", values: new Uint32Array(count).fill(epoch) },
    { name: "validator_index", type: "UInt32", values: indices },
  ];
  const uint64 = (
    name:
      | "balance_gwei"
      | "effective_balance_gwei"
      | "activation_eligibility_epoch"
      | "activation_epoch"
      | "exit_epoch"
      | "withdrawable_epoch",
  ) => ({
    name,
    type: "UInt64",
    values: typed(message[name], BigUint64Array),
  });
  const isSlashed = { name: "is_slashed", type: "UInt8", values: typed(message.is_slashed, Uint8Array) };
  const epochs = [
    uint64("activation_eligibility_epoch"),
    uint64("activation_epoch"),
    uint64("exit_epoch"),
    uint64("withdrawable_epoch"),
  ];
  const registry: Column[] = [
    ...constantColumns,
    uint64("balance_gwei"),
    uint64("effective_balance_gwei"),
    isSlashed,
    ...epochs,
    {
      name: "is_snapshot",
      type: "UInt8",
      values: new Uint8Array(count).fill(message.kind === "snapshot" ? 1 : 0),
    },
    {
      name: "version",
      type: "UInt64",
      values: new BigUint64Array(count).fill(message.kind === "snapshot" ? 1n : 0n),
    },
  ];
  const credentials = unpack(message.withdrawal_credentials);
  const identity: Column[] = [
    constantColumns[0] as Column,
    constantColumns[2] as Column,
    { name: "pubkey", type: "FixedString(48)", values: new Uint8Array(unpack(message.pubkey)) },
    { name: "withdrawal_credentials", type: "FixedString(32)", values: new Uint8Array(credentials) },
    { name: "withdrawal_address", type: "Nullable(String)", values: withdrawalAddresses(credentials, count) },
    uint64("effective_balance_gwei"),
    isSlashed,
    ...epochs.map(nullableEpoch),
    { name: "version", type: "UInt64", values: new BigUint64Array(count).fill(BigInt(epoch)) },
  ];
  return [
    { table: "raw_eth_registry", rows: count, columns: registry },
    { table: "dim_eth_validator", rows: count, columns: identity },
  ];
}

/** Credentials 0x01 and later name an execution address in their last 20 bytes; 0x00 is a BLS key. */
function withdrawalAddresses(credentials: Buffer, count: number): Column["values"] {
  const nulls = new Uint8Array(count);
  const values = Array.from({ length: count }, (_, i) => {
    nulls[i] = credentials[i * 32] === 0 ? 1 : 0;
    return nulls[i] === 1 ? "" : `0x${credentials.toString("hex", i * 32 + 12, i * 32 + 32)}`;
  });
  return { kind: "nullable", nulls, values };
}

const farFuture = 2n ** 64n - 1n;

function nullableEpoch(column: { name: string; values: BigUint64Array }): Column {
  const { values } = column;
  const nulls = Uint8Array.from(values, (epoch) => (epoch === farFuture ? 1 : 0));
  return {
    name: column.name,
    type: "Nullable(UInt32)",
    values: {
      kind: "nullable",
      nulls,
      values: Uint32Array.from(values, (epoch) => Number(epoch & 0xffff_ffffn)),
    },
  };
}

function pendingDepositColumns(message: PendingDepositMessage): TableColumns {
  const { count } = message;
  return {
    table: "raw_eth_pending_deposit",
    rows: count,
    columns: [
      constantText("network", message.network, count),
      { name: "epoch", type: "UInt32", values: new Uint32Array(count).fill(message.epoch) },
      { name: "pubkey", type: "FixedString(48)", values: new Uint8Array(unpack(message.pubkey)) },
      { name: "amount_gwei", type: "UInt64", values: typed(message.amount_gwei, BigUint64Array) },
      { name: "version", type: "UInt64", values: new BigUint64Array(count) },
    ],
  };
}

/** The rows of a batch by table. */
export function rawTables(messages: readonly EthMessage[]): TableColumns[] {
  const tables = Object.fromEntries(
    Object.entries(tableTypes).map(([table, types]) => [table, createRows(types)]),
  ) as unknown as RowTables;
  const bulk: TableColumns[] = [];
  const committees: CommitteeMessage[] = [];
  for (const message of messages) {
    if (message.type === "block") addBlock(tables, message);
    else if (message.type === "committee") committees.push(message);
    else if (message.type === "epoch") addEpoch(tables, message);
    else if (message.type === "registry") bulk.push(...registryColumns(message));
    else bulk.push(pendingDepositColumns(message));
  }
  if (committees.length > 0) bulk.push(committeeColumns(committees));
  const small = Object.entries(tables).map(([table, rows]) => ({
    table,
    rows: rows.length,
    columns: rows.columns(),
  }));
  return [...bulk, ...small];
}
