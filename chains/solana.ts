/** Solana: one height is a slot. */
import { z } from "zod";
import type { SolanaOptions } from "../ingest/solana/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { networkName } from "../schemas/common.ts";
import { depths, solanaTopics } from "../schemas/solana/events.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import { isSolanaMessageOf, slotsAround, solanaRowsOf } from "../transform/solana/heights.ts";
import { solanaFactsOf, solanaRebuildable, solanaRecordedDays } from "../transform/solana/kept.ts";
import { solanaRetentionRules } from "../transform/solana/retention.ts";
import { lateSlots } from "../transform/solana/rules.ts";
import { createSolanaTransform } from "../transform/solana/transform.ts";
import type { Chain } from "./chain.ts";
import { createRecords } from "./records.ts";

const unit = "slot";

const variables = z.object({
  SOLANA_BLOCKS: z
    .enum(depths)
    .default("rewards")
    .describe(
      "Depth of block data: `rewards` (1 KB per block) or `votes` (full blocks, 1 to 5 MB each; adds vote latency and credits)",
    ),
  SOLANA_STAKES: z
    .enum(["epoch", "off"])
    .default("epoch")
    .describe("Read all stake accounts once per epoch, or `off`: hosted nodes often refuse the call"),
  SOLANA_START_SLOT: integer(0, 4_000_000_000)
    .optional()
    .describe("First slot to follow on the main variable's network; default: the last finalized slots"),
  SOLANA_NETWORK_NAME: networkName
    .optional()
    .describe("Name of the network; default: the name known for the node's genesis hash"),
  SOLANA_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(120)
    .describe("While following, a Solana node with an older finalized block is rejected (seconds, 0 = off)"),
  SOLANA_REQUESTS_PER_SECOND: integer(1, 100_000).default(100).describe("Rate cap for each Solana node"),
});

const settings = {
  chain: "solana",
  nodes: {
    rpc: {
      description:
        "Solana RPC nodes, comma separated, first preferred. More networks: SOLANA_TESTNET_RPC_URLS, …",
    },
  },
  variables: [variables],
  keepDays: { raw: 7, day: 0 },
} satisfies ChainSettings;

function optionsOf(config: Config, node: NodeSetting): SolanaOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  return {
    urls: addressesOf(node, settings, "rpc"),
    depth: own.SOLANA_BLOCKS,
    readsStakes: own.SOLANA_STAKES === "epoch",
    // The name and the start are the main network's; other networks are identified by their genesis hash.
    networkName: isMain ? own.SOLANA_NETWORK_NAME : undefined,
    startSlot: isMain ? own.SOLANA_START_SLOT : undefined,
    maxHeadAgeS: own.SOLANA_MAX_HEAD_AGE_S,
    requestsPerSecond: own.SOLANA_REQUESTS_PER_SECOND,
  };
}

const listener: Chain["listener"] = {
  open: async (config, node, _store, deps) => {
    const { openSolanaSession } = await import("../ingest/solana/session.ts");
    const { slotsOfDay } = await import("../ingest/solana/range.ts");
    const session = await openSolanaSession(optionsOf(config, node), deps);
    const { client } = session.info;
    return {
      session,
      parseRange: (range) => parseHeightRange(range, unit, (day) => slotsOfDay(client, day, deps.signal)),
      verification: async () => (await import("../verify/solana/kinds.ts")).solanaVerification(session.info),
    };
  },
  checks: {
    rpc: async (config, node, url, deps) => {
      const { checkSolanaNode } = await import("../ingest/solana/session.ts");
      return await checkSolanaNode(
        { ...optionsOf(config, node), urls: [url], nodeOptions: { rounds: 1 } },
        deps,
      );
    },
  },
};

const records = createRecords({ family: "solana", unit }, lateSlots, {
  factsOf: async (_store, network, range, isAlone) => solanaFactsOf(network, range, isAlone),
  rebuildable: solanaRebuildable,
  recordedDays: solanaRecordedDays,
  rowsOf: async (store, network, range) => {
    const around = await slotsAround(store, network, range);
    if (around === undefined) throw new ConfigError(`The warehouse holds no slot of ${network}`);
    return solanaRowsOf(network, range, around);
  },
  isNeeded: isSolanaMessageOf,
  heightsAtOnce: 100_000,
});

export const solana: Chain = {
  id: "solana",
  family: "solana",
  unit,
  secondsPerHeight: 0.4,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(solanaTopics),
  listener,
  createTransform: (deps) => createSolanaTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: solanaRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("solana"),
  demo: async () => (await import("../fixtures/solana/demo.ts")).solanaDemo,
};
