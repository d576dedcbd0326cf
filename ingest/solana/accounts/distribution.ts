/**
 * Accounts of Jito's distribution programs: one per validator and epoch, until it is closed. Those of tips and of
 * priority fees begin alike (jito-programs ce1dfb6b, mev-programs/programs/{tip,priority-fee}-distribution/src/state.rs).
 */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import type { Account } from "./account.ts";
import { addressAt } from "./address.ts";
import type { AccountsRequest } from "./stream.ts";

const markBytes = 8;
/** Flag for the merkle root, after the vote account and the authority that uploads it. */
const rootOffset = 72;
const rootBytes = 64;
const maxTotalClaimOffset = rootOffset + 1 + 32;
const uint32Max = 4_294_967_295n;

/** Anchor's discriminator of an account type. The programs have other types, such as one for each claim. */
export const anchorMark = (type: string): Buffer =>
  createHash("sha256").update(`account:${type}`).digest().subarray(0, markBytes);

export type Distribution = {
  vote_account: string;
  created_epoch: number;
  commission_bps: number;
  /** The distributed amount; null until the root is uploaded. */
  total_claim_lamports: string | null;
};

/**
 * Decodes the fields that both types share.
 * @param tailBytes read after the root: epoch (8), commission (2), and the fields after them
 * @returns the fields and the bytes after the root; undefined for the program's other accounts, and malformed ones
 */
export function decodeDistribution(
  { data }: Account,
  mark: Buffer,
  tailBytes: number,
): { fields: Distribution; tail: Buffer } | undefined {
  if (data.length <= rootOffset || !data.subarray(0, markBytes).equals(mark)) return undefined;
  const hasRoot = data[rootOffset];
  if (hasRoot !== 0 && hasRoot !== 1) return undefined;
  const start = rootOffset + 1 + hasRoot * rootBytes;
  if (data.length < start + tailBytes) return undefined;
  const tail = data.subarray(start, start + tailBytes);
  const epoch = tail.readBigUInt64LE(0);
  if (epoch > uint32Max) return undefined;
  const fields = {
    vote_account: addressAt(data, markBytes),
    created_epoch: Number(epoch),
    commission_bps: tail.readUInt16LE(8),
    total_claim_lamports: hasRoot === 1 ? String(data.readBigUInt64LE(maxTotalClaimOffset)) : null,
  };
  return { fields, tail };
}

export const distributionRequest = (program: string, mark: Buffer, tailBytes: number): AccountsRequest => ({
  program,
  filters: [{ memcmp: { offset: 0, bytes: base58.encode(mark) } }],
  dataSlice: { offset: 0, length: rootOffset + 1 + rootBytes + tailBytes },
});

/** By epoch and vote account. */
export const byEpoch = (left: Distribution, right: Distribution): number =>
  left.created_epoch - right.created_epoch || (left.vote_account < right.vote_account ? -1 : 1);
