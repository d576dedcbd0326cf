/** Bus messages → rows of the raw tables. Bulk columns stay columns. */
import type { Column, Store } from "../../lib/store/store.ts";
import {
  type BlocksMessage,
  type CosmosMessage,
  type DelegationsMessage,
  eventKinds,
  eventSections,
  type StateMessage,
} from "../../schemas/cosmos/events.ts";
import { createRows } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoderRevision = 1;

type PackedArray = Uint8Array | Uint16Array | Uint32Array;
type PackedKind<Values extends PackedArray> = {
  new (length: number): Values;
  new (buffer: ArrayBuffer): Values;
  BYTES_PER_ELEMENT: number;
};

/** A packed column of all messages, one after the other. */
function unpackAll<Values extends PackedArray>(kind: PackedKind<Values>, texts: readonly string[]): Values {
  const pieces = texts.map((text) => Buffer.from(text, "base64"));
  // Pooled buffers aren't aligned, so the bytes are copied to a place of their own.
  const bytes = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return new kind(bytes.buffer);
}

const enumType = (names: readonly string[]) =>
  `Enum8(${names.map((name, value) => `'${name}' = ${value}`).join(", ")})`;

/** The events of messages of one network. */
function eventTable(network: string, messages: readonly BlocksMessage[]): TableColumns {
  const packedColumn = <Values extends PackedArray>(
    kind: PackedKind<Values>,
    name: "height" | "section" | "transaction_index" | "event_index" | "kind" | "validator",
  ) =>
    unpackAll(
      kind,
      messages.map(({ events }) => events[name]),
    );
  const places = packedColumn(Uint16Array, "validator");
  const rows = places.length;
  const validators: string[] = new Array(rows);
  const otherAmounts: string[] = new Array(rows).fill("");
  const amounts: string[] = [];
  let start = 0;
  for (const { events, validators: names } of messages) {
    const count = events.amount.length;
    for (let row = start; row < start + count; row += 1) validators[row] = names[places[row] as number] ?? "";
    for (const [row, text] of events.other_amounts) if (row < count) otherAmounts[start + row] = text;
    for (const amount of events.amount) amounts.push(amount);
    start += count;
  }
  const columns: Column[] = [
    { name: "network", type: "String", values: { kind: "repeated", text: network, rows } },
    { name: "height", type: "UInt32", values: packedColumn(Uint32Array, "height") },
    { name: "section", type: enumType(eventSections), values: packedColumn(Uint8Array, "section") },
    { name: "transaction_index", type: "UInt32", values: packedColumn(Uint32Array, "transaction_index") },
    { name: "event_index", type: "UInt32", values: packedColumn(Uint32Array, "event_index") },
    { name: "kind", type: enumType(eventKinds), values: packedColumn(Uint8Array, "kind") },
    { name: "validator", type: "String", values: validators },
    { name: "other_amounts", type: "String", values: otherAmounts },
    // The engine reads the decimal text: exact, and faster than bigints.
    { name: "amount", type: "String", values: amounts },
    { name: "version", type: "UInt64", values: new BigUint64Array(rows).fill(BigInt(decoderRevision)) },
  ];
  return { table: "raw_cosmos_event", rows, columns };
}

function blockTable(messages: readonly BlocksMessage[]): TableColumns {
  const rows = createRows({
    network: "String",
    height: "UInt32",
    day: "String",
    block_hash: "FixedString(64)",
    previous_day: "Nullable(String)",
    next_day: "Nullable(String)",
    block_at: "String",
    version: "UInt64",
  } as const);
  for (const { network, blocks } of messages) {
    for (const block of blocks) {
      rows.push({
        network,
        height: block.height,
        day: block.day,
        block_hash: block.hash,
        previous_day: block.previous_day,
        next_day: block.next_day,
        block_at: block.time.replace("T", " ").replace("Z", ""),
        version: decoderRevision * 4 + Number(block.previous_day !== null) + Number(block.next_day !== null),
      });
    }
  }
  return { table: "raw_cosmos_block", rows: rows.length, columns: rows.columns() };
}

/** A state with delegations says more than one without. */
const stateVersion = (hasDelegations: boolean) => decoderRevision * 4 + Number(hasDelegations);

function validatorTable(messages: readonly StateMessage[]): TableColumns {
  const rows = createRows({
    network: "String",
    validator: "String",
    height: "UInt32",
    moniker: "String",
    account_address: "String",
    consensus_address: "String",
    consensus_pubkey: "String",
    commission_rate: "String",
    stake: "String",
    delegator_count: "Nullable(UInt32)",
    outstanding_reward: "Nullable(String)",
    accumulated_commission: "Nullable(String)",
    is_bonded: "UInt8",
    is_jailed: "UInt8",
    version: "UInt64",
  } as const);
  for (const { network, height, validators, delegation_count } of messages) {
    for (const validator of validators) {
      const { tokens, outstanding_rewards, ...same } = validator;
      rows.push({
        ...same,
        network,
        height,
        stake: tokens,
        outstanding_reward: outstanding_rewards,
        is_bonded: Number(validator.is_bonded),
        is_jailed: Number(validator.is_jailed),
        version: stateVersion(delegation_count !== null),
      });
    }
  }
  return { table: "raw_cosmos_validator", rows: rows.length, columns: rows.columns() };
}

function stateTable(messages: readonly StateMessage[]): TableColumns {
  const rows = createRows({
    network: "String",
    height: "UInt32",
    day: "String",
    validator_count: "UInt32",
    delegation_count: "Nullable(UInt32)",
    version: "UInt64",
  } as const);
  for (const { network, height, day, validators, delegation_count } of messages) {
    rows.push({
      network,
      height,
      day,
      validator_count: validators.length,
      delegation_count,
      version: stateVersion(delegation_count !== null),
    });
  }
  return { table: "raw_cosmos_state", rows: rows.length, columns: rows.columns() };
}

function delegationTable(messages: readonly DelegationsMessage[]): TableColumns {
  const rows = createRows({
    network: "String",
    height: "UInt32",
    delegator: "String",
    validator: "String",
    stake: "String",
    version: "UInt64",
  } as const);
  for (const { network, height, validators, delegations } of messages) {
    for (const [delegator, place, stake] of delegations) {
      const validator = validators[place] ?? "";
      rows.push({ network, height, delegator, validator, stake, version: decoderRevision });
    }
  }
  return { table: "raw_cosmos_delegation", rows: rows.length, columns: rows.columns() };
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly CosmosMessage[]): Promise<void> {
  const blocks = messages.filter((message) => message.type === "blocks");
  const states = messages.filter((message) => message.type === "state");
  const delegations = messages.filter((message) => message.type === "delegations");
  const tables: TableColumns[] = [];
  for (const network of new Set(blocks.map((message) => message.network)))
    tables.push(
      eventTable(
        network,
        blocks.filter((message) => message.network === network),
      ),
    );
  tables.push(blockTable(blocks), delegationTable(delegations), validatorTable(states), stateTable(states));
  await writeTables(store, tables);
}
