/** Jito's tip distribution accounts: one for each validator and epoch, until it is closed. */
import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import type { TipsMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import type { Account } from "./account.ts";
import { addressAt } from "./address.ts";
import { type AccountsRequest, readAccounts } from "./stream.ts";

/** Anchor's mark of the account's type. The program has others, such as one for each claim. */
export const tipDistributionMark = createHash("sha256")
  .update("account:TipDistributionAccount")
  .digest()
  .subarray(0, 8);
const voteAccountOffset = tipDistributionMark.length;
/** Behind the vote account and the authority that uploads the merkle root: whether there is a root. */
const rootOffset = 72;
const rootBytes = 64;
const maxTotalClaimOffset = rootOffset + 1 + 32;
/** Epoch (8), commission (2), and what isn't read: expiry (8), bump (1). */
const tailBytes = 10;
const uint32Max = 4_294_967_295n;

const request: AccountsRequest = {
  program: "4R3gSG8BpU4t19KYj8CfnbtRpnT8gtk4dvTHxVRwc2r7",
  filters: [{ memcmp: { offset: 0, bytes: base58.encode(tipDistributionMark) } }],
  dataSlice: { offset: 0, length: rootOffset + 1 + rootBytes + tailBytes },
};

export type Tip = TipsMessage["tips"][number];

/** A TipDistributionAccount. @returns undefined for the program's other accounts, and malformed ones */
export function decodeTip({ data }: Account): Tip | undefined {
  if (data.length <= rootOffset || !data.subarray(0, voteAccountOffset).equals(tipDistributionMark))
    return undefined;
  const hasRoot = data[rootOffset];
  if (hasRoot !== 0 && hasRoot !== 1) return undefined;
  const tail = rootOffset + 1 + hasRoot * rootBytes;
  if (data.length < tail + tailBytes) return undefined;
  const epoch = data.readBigUInt64LE(tail);
  if (epoch > uint32Max) return undefined;
  return {
    vote_account: addressAt(data, voteAccountOffset),
    created_epoch: Number(epoch),
    commission_bps: data.readUInt16LE(tail + 8),
    total_claim_lamports: hasRoot === 1 ? String(data.readBigUInt64LE(maxTotalClaimOffset)) : null,
  };
}

/**
 * Tips of all epochs whose accounts still exist, some ten, by epoch and vote account.
 * @param slot finalized: an earlier answer isn't taken
 */
export async function readTips(
  nodes: NodeSet,
  signal?: AbortSignal,
  { slot }: { slot?: number } = {},
): Promise<Tip[]> {
  const slots = slot === undefined ? undefined : { first: slot };
  const tips = await readAccounts(nodes, { ...request, slots }, decodeTip, signal);
  return tips.sort(
    (left, right) =>
      left.created_epoch - right.created_epoch || (left.vote_account < right.vote_account ? -1 : 1),
  );
}
