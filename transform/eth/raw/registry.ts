/** Columns of the registry and of the deposit queue → the same columns in tables, with many messages in one block. */
import { halves } from "../../../lib/halves.ts";
import { type PackedArray, type PackedKind, unpack, unpackAll } from "../../../lib/packed.ts";
import type { NullableValues } from "../../../lib/store/store.ts";
import type {
  InactivityScoreMessage,
  PendingDepositMessage,
  RegistryMessage,
  registryColumns,
} from "../../../schemas/eth/events.ts";
import { bulkTable } from "../../frame/columns.ts";
import type { TableColumns } from "../../frame/tables.ts";
import { registryVersions, versionOfState } from "./version.ts";

/** null is far future; the lower halves are the values. */
function nullableEpochs(epochs: BigUint64Array): NullableValues {
  const words = halves(epochs);
  const nulls = new Uint8Array(epochs.length);
  const values = new Uint32Array(epochs.length);
  for (let row = 0; row < values.length; row += 1) {
    const low = words[2 * row] as number;
    // All 64 bits are set.
    nulls[row] = (low & (words[2 * row + 1] as number)) === -1 ? 1 : 0;
    values[row] = low;
  }
  return { kind: "nullable", nulls, values };
}

/** Fields of each message that apply to all its rows. */
function perRow<Value, Values extends { fill(value: Value, start: number, end: number): unknown }>(
  messages: readonly RegistryMessage[],
  values: Values,
  said: (message: RegistryMessage) => Value,
): Values {
  let first = 0;
  for (const message of messages) {
    values.fill(said(message), first, first + message.count);
    first += message.count;
  }
  return values;
}

/** Messages of one network. */
function tablesOf(network: string, messages: readonly RegistryMessage[]): TableColumns[] {
  const count = messages.reduce((sum, message) => sum + message.count, 0);
  const column = <Values extends PackedArray>(
    kind: PackedKind<Values>,
    name: keyof typeof registryColumns,
  ): Values =>
    unpackAll(
      kind,
      messages.map((message) => message[name]),
    );
  const epochs = {
    activation_eligibility_epoch: column(BigUint64Array, "activation_eligibility_epoch"),
    activation_epoch: column(BigUint64Array, "activation_epoch"),
    exit_epoch: column(BigUint64Array, "exit_epoch"),
    withdrawable_epoch: column(BigUint64Array, "withdrawable_epoch"),
  };
  const both = {
    network,
    validator_index: column(Uint32Array, "validator_index"),
    effective_balance_gwei: column(BigUint64Array, "effective_balance_gwei"),
    is_slashed: column(Uint8Array, "is_slashed"),
  };
  return [
    bulkTable("raw_eth_registry", count, {
      ...both,
      ...epochs,
      epoch: perRow(messages, new Uint32Array(count), ({ epoch }) => epoch),
      balance_gwei: column(BigUint64Array, "balance_gwei"),
      is_snapshot: perRow(messages, new Uint8Array(count), ({ kind }) => (kind === "snapshot" ? 1 : 0)),
      version: perRow(messages, new BigUint64Array(count), ({ kind }) => registryVersions[kind]),
    }),
    bulkTable("dim_eth_validator", count, {
      ...both,
      pubkey: column(Uint8Array, "pubkey"),
      withdrawal_credentials: column(Uint8Array, "withdrawal_credentials"),
      activation_eligibility_epoch: nullableEpochs(epochs.activation_eligibility_epoch),
      activation_epoch: nullableEpochs(epochs.activation_epoch),
      exit_epoch: nullableEpochs(epochs.exit_epoch),
      withdrawable_epoch: nullableEpochs(epochs.withdrawable_epoch),
      // The latest status wins, with any decoder.
      version: perRow(messages, new BigUint64Array(count), ({ epoch }) => BigInt(epoch)),
    }),
  ];
}

/** The rows of a batch: one block for each table and network, because every insert has a cost. */
export function registryTables(messages: readonly RegistryMessage[]): TableColumns[] {
  const byNetwork = new Map<string, RegistryMessage[]>();
  for (const message of messages) {
    const list = byNetwork.get(message.network) ?? [];
    byNetwork.set(message.network, list);
    list.push(message);
  }
  return [...byNetwork].flatMap(([network, ofNetwork]) => tablesOf(network, ofNetwork));
}

export function inactivityScoreTable(message: InactivityScoreMessage): TableColumns {
  return bulkTable("raw_eth_inactivity_score", message.count, {
    network: message.network,
    epoch: message.epoch,
    validator_index: unpack(Uint32Array, message.validator_index),
    score: unpack(BigUint64Array, message.score),
    version: versionOfState,
  });
}

export function pendingDepositTable(message: PendingDepositMessage): TableColumns {
  return bulkTable("raw_eth_pending_deposit", message.count, {
    network: message.network,
    epoch: message.epoch,
    pubkey: unpack(Uint8Array, message.pubkey),
    amount_gwei: unpack(BigUint64Array, message.amount_gwei),
    version: versionOfState,
  });
}
