/** Columns of the registry and of the deposit queue → the same columns in tables: up to a million rows a message. */
import { unpack } from "../../../lib/packed.ts";
import type { NullableValues } from "../../../lib/store/store.ts";
import type { PendingDepositMessage, RegistryMessage } from "../../../schemas/eth/events.ts";
import { bulkTable } from "../../frame/columns.ts";
import type { TableColumns } from "../../frame/tables.ts";
import { registryVersions, versionOfState } from "./version.ts";

/** Credentials 0x01 and later name an execution address in their last 20 bytes; 0x00 is a BLS key. */
function withdrawalAddresses(credentials: Uint8Array, count: number): NullableValues {
  const bytes = Buffer.from(credentials.buffer, credentials.byteOffset, credentials.byteLength);
  const nulls = new Uint8Array(count);
  const values = Array.from({ length: count }, (_, i) => {
    nulls[i] = bytes[i * 32] === 0 ? 1 : 0;
    return nulls[i] === 1 ? "" : `0x${bytes.toString("hex", i * 32 + 12, i * 32 + 32)}`;
  });
  return { kind: "nullable", nulls, values };
}

const farFuture = 2n ** 64n - 1n;

function nullableEpochs(epochs: BigUint64Array): NullableValues {
  return {
    kind: "nullable",
    nulls: Uint8Array.from(epochs, (epoch) => (epoch === farFuture ? 1 : 0)),
    values: Uint32Array.from(epochs, (epoch) => Number(epoch & 0xffff_ffffn)),
  };
}

export function registryTables(message: RegistryMessage): TableColumns[] {
  const { count, network, epoch, kind } = message;
  const epochs = {
    activation_eligibility_epoch: unpack(BigUint64Array, message.activation_eligibility_epoch),
    activation_epoch: unpack(BigUint64Array, message.activation_epoch),
    exit_epoch: unpack(BigUint64Array, message.exit_epoch),
    withdrawable_epoch: unpack(BigUint64Array, message.withdrawable_epoch),
  };
  const both = {
    network,
    validator_index: unpack(Uint32Array, message.validator_index),
    effective_balance_gwei: unpack(BigUint64Array, message.effective_balance_gwei),
    is_slashed: unpack(Uint8Array, message.is_slashed),
  };
  const credentials = unpack(Uint8Array, message.withdrawal_credentials);
  return [
    bulkTable("raw_eth_registry", count, {
      ...both,
      ...epochs,
      epoch,
      balance_gwei: unpack(BigUint64Array, message.balance_gwei),
      is_snapshot: kind === "snapshot" ? 1 : 0,
      version: registryVersions[kind],
    }),
    bulkTable("dim_eth_validator", count, {
      ...both,
      pubkey: unpack(Uint8Array, message.pubkey),
      withdrawal_credentials: credentials,
      withdrawal_address: withdrawalAddresses(credentials, count),
      activation_eligibility_epoch: nullableEpochs(epochs.activation_eligibility_epoch),
      activation_epoch: nullableEpochs(epochs.activation_epoch),
      exit_epoch: nullableEpochs(epochs.exit_epoch),
      withdrawable_epoch: nullableEpochs(epochs.withdrawable_epoch),
      // The latest status stays, whichever decoder read it.
      version: BigInt(epoch),
    }),
  ];
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
