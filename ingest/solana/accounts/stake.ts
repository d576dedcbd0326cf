/** Delegated stake accounts: over a million, published in messages while the node's answer arrives. */
import type { StakeCountMessage, StakesMessage } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { decodeStake, stakeUsedBytes } from "./stakeAccount.ts";
import { createStakeBatch } from "./stakeBatch.ts";
import { type AccountsRequest, streamAccounts } from "./stream.ts";

const request: AccountsRequest = {
  program: "Stake11111111111111111111111111111111111111",
  filters: [{ dataSize: 200 }],
  dataSlice: { offset: 0, length: stakeUsedBytes },
};

/** The state to read. */
export type StateOf = {
  network: string;
  /** The node's finalized slot before the request: an earlier answer is rejected. */
  slot: number;
  epoch: number;
  /** Last slot of the epoch: a later answer is rejected. */
  lastSlot?: number;
};

/**
 * All delegated stake accounts, message by message, and their count. Each message is created when the previous one is
 * done, so that its consumer can publish it first. A truncated answer ends with its SourceError and without a count:
 * request a later slot then, so that complete rows can be distinguished from the earlier ones.
 */
export async function* readStakes(
  nodes: NodeSet,
  { lastSlot, ...state }: StateOf,
  signal?: AbortSignal,
): AsyncGenerator<StakesMessage | StakeCountMessage> {
  const batch = createStakeBatch(state);
  let count = 0;
  const runs = streamAccounts(
    nodes,
    { ...request, slots: { first: state.slot, last: lastSlot } },
    decodeStake,
    signal,
  );
  for await (const run of runs) {
    for (const stake of run) {
      count += 1;
      batch.add(stake);
      if (batch.isFull()) yield batch.take();
    }
  }
  if (batch.count() > 0) yield batch.take();
  yield { type: "stake_count", ...state, stake_account_count: count };
}
