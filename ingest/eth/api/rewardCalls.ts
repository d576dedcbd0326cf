/** Calls about the rewards of an epoch or a block. */
import { SourceError } from "../../../lib/errors.ts";
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
        read: async (response, node) => {
          const { data } = await json(api.attestationRewardsAnswer, response);
          if (data.total_rewards.length === 0 && ids.length > 0)
            throw new SourceError(`${node.name} returns no rewards of epoch ${epoch}`, { code: "malformed" });
          return { value: data.total_rewards, node };
        },
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
