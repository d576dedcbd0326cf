/** Solana: what RPC nodes report themselves. */
import { readSoftware } from "../../ingest/solana/api/reports.ts";
import type { SolanaInfo } from "../../ingest/solana/session.ts";
import type { Verification } from "../figure.ts";
import { inflationRewards } from "./inflation.ts";
import { blockProduction, slotLeaders } from "./production.ts";
import { activeStakes } from "./stakes.ts";
import { voteCredits, voteLatencies } from "./votes.ts";

const kinds = [inflationRewards, blockProduction, slotLeaders, activeStakes, voteLatencies, voteCredits];

export function solanaVerification(info: SolanaInfo): Verification {
  return {
    software: (signal) => readSoftware(info.client.nodes, signal),
    kinds: kinds.map((kind) => kind(info)),
  };
}
