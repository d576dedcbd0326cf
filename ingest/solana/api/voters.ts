/** Current vote accounts, with their nodes' gossip. */
import { z } from "zod";
import { solanaAddress, type VotersMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { requestValue } from "./rpc.ts";

const whole = z.union([z.number(), z.bigint()]).transform(BigInt);
const small = whole.transform(Number).pipe(z.int().min(0));
const text64 = whole.transform(String);

const voteAccount = z.object({
  votePubkey: solanaAddress,
  nodePubkey: solanaAddress,
  activatedStake: text64,
  commission: small,
  inflationRewardsCommissionBps: small.nullish(),
  epochVoteAccount: z.boolean().default(true),
  lastVote: text64,
  rootSlot: text64.nullish(),
  epochCredits: z.array(z.tuple([whole, whole, whole])).default([]),
});
export const voteAccountsAnswer = z.object({
  current: z.array(voteAccount),
  delinquent: z.array(voteAccount),
});
export type VoteAccount = z.output<typeof voteAccount> & { isDelinquent: boolean };

/** Separates credits of the two consensuses: all three numbers are the highest of 64 bits. */
const marker = 2n ** 64n - 1n;

type Credits = VotersMessage["credits"];

type CreditsOf = Pick<VoteAccount, "votePubkey" | "epochCredits">;

/** The epoch of the first lamports after a marker; undefined if no account has one. */
export function markedEpoch(accounts: readonly CreditsOf[]): number | undefined {
  for (const { epochCredits } of accounts) {
    const [epoch] = epochCredits[epochCredits.findIndex(([one]) => one === marker) + 1] ?? [];
    if (epoch !== undefined && epochCredits.some(([one]) => one === marker)) return Number(epoch);
  }
  return undefined;
}

/**
 * Credits by epoch. After the marker they are lamports; without one, those of epochs after the migration's are.
 * @param migrationEpoch epoch of the first Alpenglow slot; null before it. undefined if unknown: then credits without a
 * marker are unknown, too
 */
export function toCredits(
  { votePubkey, epochCredits }: CreditsOf,
  migrationEpoch: number | null | undefined,
): Credits {
  const markerAt = epochCredits.findIndex(([epoch]) => epoch === marker);
  if (markerAt === -1 && migrationEpoch === undefined) return [];
  return epochCredits.flatMap(([epoch, credits, previous], place) => {
    if (epoch === marker) return [];
    const isAfter =
      markerAt === -1
        ? typeof migrationEpoch === "number" && epoch > BigInt(migrationEpoch)
        : place > markerAt;
    return [
      {
        vote_account: votePubkey,
        epoch: Number(epoch),
        kind: isAfter ? ("alpenglow" as const) : ("tower" as const),
        credits: credits.toString(),
        previous_credits: previous.toString(),
      },
    ];
  });
}

/** Vote accounts that have stake or vote, delinquent ones included, sorted by address. @throws SourceError */
export async function readVoteAccounts(
  nodes: Pick<NodeSet, "call">,
  signal?: AbortSignal,
): Promise<VoteAccount[]> {
  const parameters = [{ commitment: "finalized" }];
  const answer = await requestValue(nodes, voteAccountsAnswer, "getVoteAccounts", parameters, signal);
  return [
    ...answer.current.map((account) => ({ ...account, isDelinquent: false })),
    ...answer.delinquent.map((account) => ({ ...account, isDelinquent: true })),
  ].sort((a, b) => (a.votePubkey < b.votePubkey ? -1 : 1));
}

const supplyAnswer = z.object({ value: z.object({ total: text64 }) });

/** The total supply in lamports. */
export async function readSupply(nodes: Pick<NodeSet, "call">, signal?: AbortSignal): Promise<string> {
  const parameters = [{ commitment: "finalized", excludeNonCirculatingAccountsList: true }];
  return (await requestValue(nodes, supplyAnswer, "getSupply", parameters, signal)).value.total;
}

const payout = z.object({
  epoch: small,
  effectiveSlot: small,
  amount: text64,
  postBalance: text64,
  commission: small.nullish(),
  /** Since Agave 4.2 (SIMD-0291). */
  commissionBps: small.nullish(),
});
const payoutsAnswer = z.array(payout.nullable());

/** The most addresses that nodes accept in one request. */
const addressesAtOnce = 100;

/** Inflation rewards of accounts for an epoch, without those that have none. @throws SourceError `not_yet` during payment */
export async function readPayouts(
  nodes: Pick<NodeSet, "call">,
  { epoch, accounts }: { epoch: number; accounts: readonly string[] },
  signal?: AbortSignal,
) {
  const payouts: { account: string; payout: z.output<typeof payout> }[] = [];
  for (let start = 0; start < accounts.length; start += addressesAtOnce) {
    const part = accounts.slice(start, start + addressesAtOnce);
    const parameters = [part, { epoch, commitment: "finalized" }];
    const answer = await requestValue(nodes, payoutsAnswer, "getInflationReward", parameters, signal);
    answer.forEach((own, i) => {
      const account = part[i];
      if (own !== null && account !== undefined) payouts.push({ account, payout: own });
    });
  }
  return payouts;
}
