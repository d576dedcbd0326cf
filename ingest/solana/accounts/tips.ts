/** Jito's tip distribution accounts: one per validator and epoch, until it is closed. */
import type { TipsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { anchorMark, byEpoch, decodeDistribution, distributionRequest } from "./distribution.ts";
import { readAccounts } from "./stream.ts";

export const tipDistributionMark = anchorMark("TipDistributionAccount");
/** Epoch (8), commission (2), and the unread expiry (8) and bump (1). */
const tailBytes = 10;

const request = distributionRequest(
  "4R3gSG8BpU4t19KYj8CfnbtRpnT8gtk4dvTHxVRwc2r7",
  tipDistributionMark,
  tailBytes,
);

export type Tip = TipsMessage["tips"][number];

/** A TipDistributionAccount. @returns undefined for the program's other accounts, and malformed ones */
export const decodeTip = (account: Account): Tip | undefined =>
  decodeDistribution(account, tipDistributionMark, tailBytes)?.fields;

/**
 * Tips of all epochs whose accounts still exist, some ten, by epoch and vote account.
 * @param slot finalized: an earlier answer is rejected
 */
export async function readTips(
  nodes: NodeSet,
  signal?: AbortSignal,
  { slot }: { slot?: number } = {},
): Promise<Tip[]> {
  const slots = slot === undefined ? undefined : { first: slot };
  const tips = await readAccounts(nodes, { ...request, slots }, decodeTip, signal);
  return tips.sort(byEpoch);
}
