/** CometBFT chains: what nodes and their REST gateways report themselves. A point is a block, or a UTC day. */
import { readSoftware } from "../../ingest/cosmos/api/validatorSet.ts";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import type { Verification } from "../figure.ts";
import { softwareOf } from "../refusals.ts";
import { blockEvents } from "./blockEvents.ts";
import { delegations, delegatorCounts } from "./delegations.ts";
import { accumulatedCommission, outstandingRewards } from "./unclaimed.ts";
import { validatorSet, validators } from "./validators.ts";
import { withdrawnRewards } from "./withdrawals.ts";

export function cosmosVerification(info: CosmosInfo): Verification {
  const { chain, client, distribution } = info;
  return {
    software: (signal) => {
      const ofGateways = distribution === undefined ? [] : [distribution.gateway.software(signal)];
      return softwareOf([readSoftware(client, signal), ...ofGateways], signal);
    },
    kinds: [
      blockEvents(info),
      outstandingRewards(info),
      accumulatedCommission(info),
      withdrawnRewards(info),
      validators(info),
      validatorSet(info),
      ...(chain.readsDelegations ? [delegations(info), delegatorCounts(info)] : []),
    ],
  };
}
