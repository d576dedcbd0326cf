/**
 * The votes that a vote account holds, each with the latency that the vote program gave it when it landed
 * (solana-vote-interface, state/vote_state_v3.rs and vote_state_v4.rs; SIMD-0185). `jsonParsed` leaves latencies out
 * (agave 4.4, account-decoder/src/parse_vote.rs).
 */
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { requestValue } from "../api/rpc.ts";

/** Latency (1), slot (8), confirmations (4). */
const voteBytes = 13;
const votesMax = 31;
const addressBytes = 32;
const versionBytes = 4;
/** bincode's index of VoteStateVersions; older ones have no latencies. */
const [version3, version4] = [2, 3];
/** Node, withdrawer, percent of commission. */
const votesOffset3 = versionBytes + 2 * addressBytes + 1;
/** Node, withdrawer, two collectors, two commissions in basis points, pending rewards; then an optional BLS key. */
const blsOffset4 = versionBytes + 4 * addressBytes + 2 * 2 + 8;
const blsBytes = 48;
const usedBytes = blsOffset4 + 1 + blsBytes + 8 + votesMax * voteBytes;

export type LandedVote = { slot: number; latency: number };

function votesOffsetOf(data: Buffer): number | undefined {
  const version = data.readUInt32LE(0);
  if (version === version3) return votesOffset3;
  if (version === version4) return blsOffset4 + 1 + (data[blsOffset4] === 1 ? blsBytes : 0);
  return undefined;
}

/** Oldest first. Empty for states without latencies. @throws SourceError `bad_answer` for data of another layout */
export function decodeLandedVotes(data: Buffer): LandedVote[] {
  if (data.length < usedBytes)
    throw new SourceError(`a vote account has ${data.length} bytes`, { code: "bad_answer" });
  const offset = votesOffsetOf(data);
  if (offset === undefined) return [];
  const count = Number(data.readBigUInt64LE(offset));
  if (count > votesMax)
    throw new SourceError(`a vote account holds ${count} votes; the most are ${votesMax}`, {
      code: "bad_answer",
    });
  return Array.from({ length: count }, (_, place) => {
    const start = offset + 8 + place * voteBytes;
    return { latency: data.readUInt8(start), slot: Number(data.readBigUInt64LE(start + 1)) };
  });
}

const accountsAnswer = z.object({
  value: z.array(z.object({ data: z.tuple([z.base64(), z.literal("base64")]) }).nullable()),
});
/** The most that nodes accept in one request. */
const accountsAtOnce = 100;

/** By vote account, without those that don't exist. @throws SourceError */
export async function readLandedVotes(
  nodes: Pick<NodeSet, "call">,
  accounts: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, LandedVote[]>> {
  const votes = new Map<string, LandedVote[]>();
  const options = {
    ...{ encoding: "base64", commitment: "finalized" },
    dataSlice: { offset: 0, length: usedBytes },
  };
  for (let start = 0; start < accounts.length; start += accountsAtOnce) {
    const part = accounts.slice(start, start + accountsAtOnce);
    const { value } = await requestValue(
      nodes,
      accountsAnswer,
      "getMultipleAccounts",
      [part, options],
      signal,
    );
    value.forEach((account, place) => {
      const address = part[place];
      if (account !== null && address !== undefined)
        votes.set(address, decodeLandedVotes(Buffer.from(account.data[0], "base64")));
    });
  }
  return votes;
}
