/** Calls about what a node says that an epoch or a block paid. */
import type { NodeSet } from "../../node/nodes.ts";
import { json, jsonBytesMax } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient } from "./beacon.ts";

type RewardCalls = Pick<BeaconClient, "attestationRewards" | "blockRewards" | "syncRewards">;

export function createRewardCalls({ set }: { set: NodeSet }): RewardCalls {
  return {
    attestationRewards: (epoch, ids, signal) =>
      set.call({
        path: `/eth/v1/beacon/rewards/attestations/${epoch}`,
        method: "POST",
        body: JSON.stringify(ids.map(String)),
        signal,
        bodyBytesMax: 4 * jsonBytesMax,
        read: async (response, node) => ({
          value: (await json(api.attestationRewardsAnswer, response)).data.total_rewards,
          node,
        }),
      }),
    blockRewards: (slot, signal) =>
      set.call({
        path: `/eth/v1/beacon/rewards/blocks/${slot}`,
        signal,
        bodyBytesMax: jsonBytesMax,
        read: async (response) => (await json(api.blockRewardsAnswer, response)).data,
      }),
    syncRewards: (slot, signal) =>
      set.call({
        path: `/eth/v1/beacon/rewards/sync_committee/${slot}`,
        method: "POST",
        // All members.
        body: "[]",
        signal,
        bodyBytesMax: jsonBytesMax,
        read: async (response) => (await json(api.syncRewardsAnswer, response)).data,
      }),
  };
}
