/** The present vote accounts, with what nodes and operators publish of them. */
import type { VotersMessage } from "../../schemas/solana/events.ts";
import { readInflation } from "./accounts/inflation.ts";
import { readInfos, type ValidatorInfo } from "./accounts/infos.ts";
import type { SolanaClient } from "./api/client.ts";
import { markedEpoch, readSupply, readVoteAccounts, toCredits, type VoteAccount } from "./api/voters.ts";
import type { OptionalData } from "./optionalData.ts";

/** By identity; undefined if no node serves them. */
type Published = {
  versions: ReadonlyMap<string, string> | undefined;
  infos: ReadonlyMap<string, ValidatorInfo> | undefined;
};

function toVoter(account: VoteAccount, { versions, infos }: Published): VotersMessage["voters"][number] {
  const info = infos?.get(account.nodePubkey);
  return {
    vote_account: account.votePubkey,
    identity: account.nodePubkey,
    activated_stake: account.activatedStake,
    commission: account.commission,
    commission_bps: account.inflationRewardsCommissionBps ?? null,
    last_vote: account.lastVote,
    root_slot: account.rootSlot ?? "0",
    is_delinquent: account.isDelinquent,
    is_epoch_vote_account: account.epochVoteAccount,
    version: versions?.get(account.nodePubkey)?.slice(0, 64) ?? null,
    name: info?.name ?? null,
    website: info?.website ?? null,
    icon_url: info?.icon_url ?? null,
    details: info?.details ?? null,
  };
}

/** @throws SourceError */
export async function readVoters(
  { network, client, epochOf }: { network: string; client: SolanaClient; epochOf: (slot: number) => number },
  { optional }: OptionalData,
  signal: AbortSignal,
): Promise<VotersMessage> {
  const { nodes } = client;
  const slot = await client.finalizedSlot(signal);
  const alpenglowSlot = await client.alpenglowSlot(signal);
  const accounts = await readVoteAccounts(nodes, signal);
  const versions = await optional("getClusterNodes", () => client.clusterVersions(signal));
  const infos = await optional("validator infos", () => readInfos(nodes, signal));
  const supply = await optional("getSupply", () => readSupply(nodes, signal));
  const inflation =
    alpenglowSlot === null
      ? []
      : await optional("the inflation of certificates", () => readInflation(nodes, signal));
  const migrationEpoch =
    typeof alpenglowSlot === "number"
      ? epochOf(alpenglowSlot)
      : alpenglowSlot === undefined
        ? markedEpoch(accounts)
        : null;
  return {
    type: "voters",
    network,
    slot,
    epoch: epochOf(slot),
    supply_lamports: supply ?? null,
    voters: accounts.map((account) => toVoter(account, { versions, infos })),
    credits: accounts.flatMap((account) => toCredits(account, migrationEpoch)),
    inflation: inflation ?? [],
  };
}
