import type { Bench } from "./report.ts";

/** All benchmarks, by name. A module is loaded only when its turn comes: several of them need a fresh process. */
export const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  "store-bytes": async () => (await import("./storeBytes.ts")).storeBytes,
  "eth-entities": async () => (await import("./ethEntities.ts")).ethEntities,
  "eth-epoch": async () => (await import("./ethEpoch.ts")).ethEpoch,
  "api-worst": async () => (await import("./apiWorst.ts")).apiWorst,
  "avalanche-blocks": async () => (await import("./avalancheBlocks.ts")).avalancheBlocks,
  bus: async () => (await import("./bus.ts")).busBench,
  compression: async () => (await import("./compression.ts")).compression,
  "cardano-epoch": async () => (await import("./cardanoEpoch.ts")).cardanoEpoch,
  "cosmos-blocks": async () => (await import("./cosmosBlocks.ts")).cosmosBlocks,
  "eigenlayer-state": async () => (await import("./eigenlayerState.ts")).eigenlayerState,
  "eth-backfill": async () => (await import("./ethBackfillLarge.ts")).ethBackfillLarge,
  "eth-backfill-small": async () => (await import("./ethBackfillSmall.ts")).ethBackfillSmall,
  "eth-disk": async () => (await import("./ethDisk.ts")).ethDisk,
  "eth-duties": async () => (await import("./ethDuties.ts")).ethDuties,
  "eth-execution": async () => (await import("./ethExecution.ts")).ethExecution,
  "eth-registry": async () => (await import("./ethRegistry.ts")).ethRegistry,
  explorer: async () => (await import("./explorer.ts")).explorer,
  "polkadot-era": async () => (await import("./polkadotEra.ts")).polkadotEra,
  "polygon-checkpoints": async () => (await import("./polygonCheckpoints.ts")).polygonCheckpoints,
  "serve-read": async () => (await import("./serveRead.ts")).serveRead,
  "solana-stakes": async () => (await import("./solanaStakes.ts")).solanaStakes,
  "solana-votes": async () => (await import("./solanaVotes.ts")).solanaVotes,
  sql: async () => (await import("./sql.ts")).sqlBench,
  "store-insert": async () => (await import("./storeInsert.ts")).storeInsert,
};
