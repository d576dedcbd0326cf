/** Decodes a delegated stake account. */
import { SourceError } from "../../../lib/errors.ts";
import type { Account } from "./account.ts";
import { addressBytes } from "./address.ts";

/** Used bytes, of 200. */
export const stakeUsedBytes = 197;
/** bincode's index of StakeStateV2::Stake. */
const delegatedKind = 2;

/** Bytes are views of the account's data. Epochs: 2^64-1 means none. */
export type Stake = {
  stake_account: string;
  balance_lamports: bigint;
  rent_exempt_reserve_lamports: bigint;
  stake_authority: Buffer;
  withdraw_authority: Buffer;
  vote_account: Buffer;
  stake_lamports: bigint;
  activation_epoch: bigint;
  deactivation_epoch: bigint;
  credits_observed: bigint;
};

const bytesAt = (data: Buffer, offset: number) => data.subarray(offset, offset + addressBytes);

/**
 * A stake account (StakeStateV2 in bincode; the lockup isn't read).
 * @returns undefined if it isn't delegated
 * @throws SourceError `bad_answer` if bytes are missing
 */
export function decodeStake({ address, lamports, data }: Account): Stake | undefined {
  if (data.length < stakeUsedBytes)
    throw new SourceError(`stake account ${address} has ${data.length} bytes`, { code: "bad_answer" });
  if (data.readUInt32LE(0) !== delegatedKind) return undefined;
  return {
    stake_account: address,
    balance_lamports: lamports,
    rent_exempt_reserve_lamports: data.readBigUInt64LE(4),
    stake_authority: bytesAt(data, 12),
    withdraw_authority: bytesAt(data, 44),
    vote_account: bytesAt(data, 124),
    stake_lamports: data.readBigUInt64LE(156),
    activation_epoch: data.readBigUInt64LE(164),
    deactivation_epoch: data.readBigUInt64LE(172),
    credits_observed: data.readBigUInt64LE(188),
  };
}
