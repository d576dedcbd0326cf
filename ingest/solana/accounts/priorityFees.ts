/**
 * Jito's priority fee distribution accounts (JIP-16): the share of block fees that validators pass on, one account per
 * validator and epoch, until it is closed (jito-programs ce1dfb6b,
 * mev-programs/programs/priority-fee-distribution/src/state.rs and lib.rs).
 */
import type { TipsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { anchorMark, byEpoch, decodeDistribution, distributionRequest } from "./distribution.ts";
import { readAccounts } from "./stream.ts";

export const priorityFeeMark = anchorMark("PriorityFeeDistributionAccount");
/** Epoch (8), commission (2), expiry (8), lamports transferred (8), and the unread bump (1). */
const tailBytes = 26;
const transferredOffset = 18;

const request = distributionRequest(
  "Priority6weCZ5HwDn29NxLFpb7TDp2iLZ6XKc5e8d3",
  priorityFeeMark,
  tailBytes,
);

export type PriorityFee = TipsMessage["priority_fees"][number];

/** A PriorityFeeDistributionAccount. @returns undefined for the program's other accounts, and malformed ones */
export function decodePriorityFee(account: Account): PriorityFee | undefined {
  const distribution = decodeDistribution(account, priorityFeeMark, tailBytes);
  if (distribution === undefined) return undefined;
  return {
    ...distribution.fields,
    transferred_lamports: String(distribution.tail.readBigUInt64LE(transferredOffset)),
  };
}

/** All epochs whose accounts still exist, some ten, by epoch and vote account. */
export async function readPriorityFees(nodes: NodeSet, signal?: AbortSignal): Promise<PriorityFee[]> {
  const fees = await readAccounts(nodes, request, decodePriorityFee, signal);
  return fees.sort(byEpoch);
}
