/** Addresses in paths and queries: base58 of 32 bytes. */
import { base58 } from "@scure/base";
import { z } from "zod";

const addressBytes = 32;
/** 32 bytes take 32 to 44 characters; decoding takes the square of the length. */
const addressPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Addresses for examples; their keys don't exist. */
export const exampleVoteAccount = base58.encode(new Uint8Array(addressBytes).fill(1));
export const exampleStakeAccount = base58.encode(new Uint8Array(addressBytes).fill(2));
export const exampleStakeAuthority = base58.encode(new Uint8Array(addressBytes).fill(3));

/** Whether a text is base58 of 32 bytes. */
export function isAddress(text: string): boolean {
  return addressPattern.test(text) && base58.decode(text).length === addressBytes;
}

const address = (what: string) =>
  z
    .string()
    .refine(isAddress, `Input should be the address of ${what}: base58 of 32 bytes`)
    .meta({ format: "solana-address", pattern: addressPattern.source });

/** `stakeAuthority` of a query. */
export const stakeAuthorityAddress = address("a stake authority");

/** A vote account, or the identity of its validator, which is answered as its vote account. */
export const validatorPath = z.object({
  validator_id: address("a vote account, or the identity of a validator")
    .describe("Vote account of a validator, or its identity, which is answered as its newest vote account")
    .meta({ example: exampleVoteAccount }),
});

export const stakeAccountPath = z.object({
  stake_account: address("a stake account")
    .describe("Address of the stake account")
    .meta({ example: exampleStakeAccount }),
});

export const stakeAuthorityPath = z.object({
  stake_authority: stakeAuthorityAddress
    .describe("Who may delegate the stake accounts that are meant")
    .meta({ example: exampleStakeAuthority }),
});
