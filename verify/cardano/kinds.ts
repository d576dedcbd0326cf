/** Cardano: what Koios reports itself. A point is an epoch. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import type { Verification } from "../figure.ts";
import { accountRewards, accountStakes } from "./accounts.ts";
import { epochSums } from "./epochSums.ts";
import { poolHistory } from "./poolHistory.ts";
import { poolBlocks, poolOwners } from "./pools.ts";

export function cardanoVerification(info: CardanoInfo): Verification {
  return {
    software: (signal) => info.client.software(signal),
    kinds: [
      ...[accountRewards(info), poolHistory(info), epochSums(info)],
      ...[poolBlocks(info), poolOwners(info), accountStakes(info)],
    ],
  };
}
