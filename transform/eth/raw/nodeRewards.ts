/** A node's rewards of an epoch → rows. */
import type { NodeRewardsMessage } from "../../../schemas/eth/nodeRewards.ts";
import type { RowsOf } from "../../frame/columns.ts";
import { versionOfState } from "./version.ts";

export function addNodeRewards(rows: RowsOf, { network, epoch, rewards }: NodeRewardsMessage): void {
  for (const { component, slot, validator_index, gwei } of rewards)
    rows("raw_eth_node_reward").push({
      ...{ network, epoch, component, slot, validator_index },
      ...{ reward_gwei: BigInt(gwei), version: versionOfState },
    });
}
