/** An epoch's state besides the registry: scores from before a history, and the queue of deposits. */
import type { PendingDepositMessage } from "../../schemas/eth/events.ts";
import type { BeaconClient } from "./api/beacon.ts";
import { decodePendingDeposits } from "./decodeState.ts";
import { registryRowsMax } from "./registryRun.ts";
import type { InactivityScores } from "./scan/inactivityScores.ts";
import { type EthChain, forkAt, isForkFrom } from "./spec.ts";

type Context = { client: BeaconClient; chain: EthChain; epoch: number };

/**
 * Scores that earlier epochs' rewards have left: only a leak raises them for long, but they outlive it
 * (consensus-specs, specs/altair/beacon-chain.md, process_inactivity_updates), and no other data shows that there was one.
 */
export async function fetchStartingScores(
  { client, chain, epoch, isHistoryStart }: Context & { isHistoryStart: boolean },
  signal: AbortSignal,
): Promise<InactivityScores | null> {
  if (!isHistoryStart || !isForkFrom(forkAt(chain, epoch), "altair")) return null;
  // The rewards of the epoch before are paid on entering the next one.
  return await client.inactivityScores((epoch + 1) * chain.slotsPerEpoch, signal);
}

/** null: the fork has no queue, or no node serves it. */
export async function fetchPendingDeposits(
  context: Context,
  signal: AbortSignal,
): Promise<PendingDepositMessage[] | null> {
  const { client, chain, epoch } = context;
  if (!isForkFrom(forkAt(chain, epoch), "electra")) return null;
  const queue = await client.pendingDeposits(epoch * chain.slotsPerEpoch, signal);
  return queue === null ? null : decodePendingDeposits(chain.network, epoch, queue, registryRowsMax);
}
