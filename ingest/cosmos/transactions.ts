/** Transactions: their hashes, and the messages that rewards depend on. Pure. */
import { createHash } from "node:crypto";
import { MsgExec } from "cosmjs-types/cosmos/authz/v1beta1/tx";
import { MsgWithdrawValidatorCommission } from "cosmjs-types/cosmos/distribution/v1beta1/tx";
import { TxBody, TxRaw } from "cosmjs-types/cosmos/tx/v1beta1/tx";
import type { Any } from "cosmjs-types/google/protobuf/any";

const exec = "/cosmos.authz.v1beta1.MsgExec";
const withdrawal = "/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission";

function operatorsOf(messages: readonly Any[]): string[] {
  return messages.flatMap(({ typeUrl, value }) => {
    if (typeUrl === exec) return operatorsOf(MsgExec.decode(value).msgs);
    return typeUrl === withdrawal ? [MsgWithdrawValidatorCommission.decode(value).validatorAddress] : [];
  });
}

/**
 * Operators whose commission a transaction withdraws, in order: by its own messages, and by those that its sender runs on
 * another account's behalf. Unreadable bytes give none.
 */
export function commissionOperators(transaction: Uint8Array): string[] {
  try {
    return operatorsOf(TxBody.decode(TxRaw.decode(transaction).bodyBytes).messages);
  } catch {
    return [];
  }
}

/** The hash by which explorers and nodes identify a transaction, upper-case hex. */
export const transactionHash = (transaction: Uint8Array): string =>
  createHash("sha256").update(transaction).digest("hex").toUpperCase();
