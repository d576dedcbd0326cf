/** Delegated stake accounts: over a million, told in messages while the node's answer comes. */
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

/** When the accounts are read. */
export type StateOf = {
  network: string;
  /** Finalized slot of the node before it is asked: an earlier answer isn't taken. */
  slot: number;
  epoch: number;
  /** Last slot of the epoch: a later answer isn't taken. */
  lastSlot?: number;
};

/**
 * All delegated stake accounts, message by message, and how many there were. Each message is made when the one before is
 * done with, so that its consumer can publish it first. An answer that breaks off in between ends with its SourceError
 * and without a count: ask again, of a later slot, so that what counts can be told from what was told before.
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
