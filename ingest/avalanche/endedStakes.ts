/** Stakes that began before a run of blocks and end in it: no block of the run names them, so their transactions are read. */
import type { AvalancheMessage, EndedMessage, RewardFact } from "../../schemas/avalanche/events.ts";
import type { AvalancheClient } from "./api/client.ts";
import type { Block } from "./codec/types.ts";
import { toEndedMessage } from "./messages.ts";
import type { State } from "./state.ts";

export type EndedStakes = {
  /** Remembers the stakes that blocks begin; called with each unit of the run, in order. */
  rememberBegun(blocks: readonly Block[]): void;
  /**
   * Messages of the rewarded stakes that neither the run has begun nor the state contains.
   * @throws SourceError
   */
  read(rewards: readonly RewardFact[], signal: AbortSignal): Promise<AvalancheMessage[]>;
};

/** @param options.state the state that is published with the run; undefined while it is unknown */
export function createEndedStakes(
  client: Pick<AvalancheClient, "tx" | "rewardUtxos">,
  { common, state }: { common: Pick<EndedMessage, "network" | "helicon">; state(): State | undefined },
): EndedStakes {
  /** Stakes that blocks of this run have begun, on subnets, too. */
  const begun = new Set<string>();

  return {
    // Stakes on subnets, too: their rewards are none of ours.
    rememberBegun: (blocks) => {
      for (const { txs, proposal } of blocks)
        for (const tx of [...txs, ...(proposal === undefined ? [] : [proposal])])
          if ((tx.kind === "stake" || tx.kind === "other") && tx.txId !== undefined) begun.add(tx.txId);
    },

    read: async (rewards, signal) => {
      const current = state();
      const alive = new Set(current?.stakes.map(({ tx_id }) => tx_id));
      const ended = rewards.filter(({ height, tx_id }) => {
        const isReported = current !== undefined && height > current.height && alive.has(tx_id);
        return !begun.has(tx_id) && !isReported;
      });
      const messages = await Promise.all(
        ended.map(async (reward) => {
          const tx = await client.tx(reward.tx_id, signal);
          if (tx !== undefined && tx.kind !== "stake") return [];
          const paid = tx === undefined ? undefined : await client.rewardUtxos(reward.tx_id, signal);
          return [toEndedMessage(reward, tx, paid, common)];
        }),
      );
      return messages.flat();
    },
  };
}
