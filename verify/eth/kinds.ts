/** Ethereum: what beacon and execution nodes report themselves. A point is an epoch. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Verification } from "../figure.ts";
import { attestationRewards } from "./rewards.ts";

export function ethVerification(info: EthInfo): Verification {
  return {
    software: async () => [],
    kinds: [attestationRewards(info)],
  };
}
