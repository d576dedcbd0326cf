/** CometBFT chains: what nodes and their REST gateways report themselves. A point is a block, or a UTC day. */
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import type { Verification } from "../figure.ts";
import { accumulatedCommission, outstandingRewards } from "./unclaimed.ts";

export function cosmosVerification(info: CosmosInfo): Verification {
  return {
    software: async () => [],
    kinds: [outstandingRewards(info), accumulatedCommission(info)],
  };
}
