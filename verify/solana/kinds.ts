/** Solana: what RPC nodes report themselves. */
import { readSoftware } from "../../ingest/solana/api/reports.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import type { Verification } from "../figure.ts";
import { inflationRewards } from "./inflation.ts";

export function solanaVerification(info: SolanaInfo): Verification {
  return {
    software: (signal) => readSoftware(info.client.nodes, signal),
    kinds: [inflationRewards(info)],
  };
}
