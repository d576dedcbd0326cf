/** What a delegated stake account says. */
import { SourceError } from "../../../lib/errors.ts";
import type { Account } from "./account.ts";
import { addressBytes } from "./address.ts";

/** Up to the last byte that says something, of 200. */
export const stakeUsedBytes = 197;
/** bincode's number of StakeStateV2::Stake. */
const delegatedKind = 2;

/** Bytes are views of the account's. Epochs: 2^64-1 is none. */
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
 * A stake account (StakeStateV2 in bincode, of which the lockup isn't read).
 * @returns undefined when it isn't delegated
 * @throws SourceError `bad_answer` when bytes are missing
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
