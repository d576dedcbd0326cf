/** Cardano: what Koios reports itself. A point is an epoch. */
import type { CardanoInfo } from "../../ingest/cardano/session.ts";
import type { Verification } from "../figure.ts";
import { accountRewards } from "./accounts.ts";

export function cardanoVerification(info: CardanoInfo): Verification {
  return {
    software: (signal) => info.client.software(signal),
    kinds: [accountRewards(info)],
  };
}
