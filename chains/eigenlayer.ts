/** EigenLayer, from its contracts on Ethereum. One height is a block of Ethereum. */
import { z } from "zod";
import { pricesIn } from "../ingest/eigenlayer/prices.ts";
import type { EigenlayerOptions } from "../ingest/eigenlayer/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import { parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { internalSql } from "../lib/sql/internal.ts";
import { networkName } from "../schemas/common.ts";
import { eigenlayerTopics } from "../schemas/eigenlayer/events.ts";
import {
  daysOfBlocks,
  daysSince,
  eigenlayerFactsOf,
  eigenlayerRowsOf,
  isEigenlayerMessageOf,
} from "../transform/eigenlayer/heights.ts";
import { eigenlayerRetentionRules } from "../transform/eigenlayer/retention.ts";
import { createEigenlayerTransform } from "../transform/eigenlayer/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";
import { dayEndsIn, readRuns, writtenIn } from "./eigenlayerWritten.ts";
import { createRecords } from "./records.ts";

const unit = "block";

const variables = z.object({
  EIGENLAYER_NETWORK_NAME: networkName
    .optional()
    .describe("Name of EigenLayer's network; default: the name of its chain"),
  EIGENLAYER_PRICES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      "CSV file with prices of reward tokens (columns date,token,eth_price,usd_price), one line per token and UTC day; a price may be empty",
    ),
  EIGENLAYER_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(300)
    .describe(
      "While following, an execution node with an older head is rejected for EigenLayer (seconds, 0 = off)",
    ),
  EIGENLAYER_POLL_S: integer(1, 3_600)
    .default(12)
    .describe("Longest interval between checks of Ethereum's finality for EigenLayer (seconds)"),
  EIGENLAYER_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(50)
    .describe("Rate cap for each execution node and sidecar of EigenLayer"),
});

const settings = {
  chain: "eigenlayer",
  nodes: {
    execution: {
      fallback: "ETH_EXECUTION_URLS",
      description:
        "Execution nodes of EigenLayer's Ethereum network, comma separated, first preferred; balances of older days need an archive node. Default where NETWORKS names eigenlayer: the first of ETH_EXECUTION_URLS. More networks: EIGENLAYER_HOODI_EXECUTION_URLS, …",
    },
    sidecar: {
      description: "EigenLayer sidecars (HTTP), comma separated, first preferred; rewards need one",
    },
  },
  variables: [variables],
  keepDays: {},
} satisfies ChainSettings;

function optionsOf(config: Config, node: NodeSetting): EigenlayerOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  const prices = own.EIGENLAYER_PRICES_FILE;
  return {
    executionUrls: addressesOf(node, settings, "execution"),
    sidecarUrls: addressesOf(node, settings, "sidecar"),
    // The name and the prices are the main network's; other networks are identified by their node's chain.
    networkName: isMain ? own.EIGENLAYER_NETWORK_NAME : undefined,
    readPrices: isMain && prices !== undefined ? pricesIn(prices) : undefined,
    maxHeadAgeS: own.EIGENLAYER_MAX_HEAD_AGE_S,
    requestsPerSecond: own.EIGENLAYER_REQUESTS_PER_SECOND,
    pollMs: own.EIGENLAYER_POLL_S * 1000,
  };
}

const listener: Chain["listener"] = {
  open: async (config, node, store, deps) => {
    const written = store === undefined ? undefined : writtenIn(store);
    const { openEigenlayerSession } = await import("../ingest/eigenlayer/session.ts");
    const { blocksOfDay } = await import("../ingest/eigenlayer/range.ts");
    const session = await openEigenlayerSession({ ...optionsOf(config, node), written }, deps);
    const { client, known: contracts } = session.info;
    return {
      session,
      parseRange: (range) =>
        parseHeightRange(range, unit, (day) => blocksOfDay(client, contracts.firstBlock, day, deps.signal)),
      ...(store === undefined
        ? {}
        : {
            verification: async () => {
              const { eigenlayerVerification } = await import("../verify/eigenlayer/kinds.ts");
              const dayEnds = dayEndsIn(store, session.network);
              return eigenlayerVerification({ ...session.info, dayEnds });
            },
          }),
    };
  },
  checks: {
    execution: async (config, node, url, deps) => {
      const { checkEigenlayerNode } = await import("../ingest/eigenlayer/nodeCheck.ts");
      return await checkEigenlayerNode(
        { ...optionsOf(config, node), executionUrls: [url], nodeOptions: { rounds: 1 } },
        deps,
      );
    },
    sidecar: async (config, node, url, deps) => {
      const { checkSidecar } = await import("../ingest/eigenlayer/nodeCheck.ts");
      return await checkSidecar(
        { ...optionsOf(config, node), sidecarUrls: [url], nodeOptions: { rounds: 1 } },
        deps,
      );
    },
  },
};

const records = createRecords({ family: "eigenlayer", unit }, 1, {
  factsOf: async (store, network, range, isAlone) =>
    eigenlayerFactsOf(network, range, { isAlone, days: await daysOfBlocks(store, network, range) }),
  rebuildable: async (store, network) => await readRuns(store, network),
  recordedDays: async (store, network, range) => {
    const days = await daysSince(store, network, range);
    if (days === undefined) return new Map();
    const rows = await store.rows<{ date: string; last_block: number }>(
      internalSql("eigenlayer/recorded_days"),
      { network, ...days },
    );
    return new Map(rows.map(({ date, last_block }) => [`The day ${date}`, last_block]));
  },
  rowsOf: async (store, network, range) => {
    const rows = await eigenlayerRowsOf(store, network, range);
    if (rows === undefined) throw new ConfigError(`The warehouse holds no block of ${network}`);
    return rows;
  },
  isNeeded: isEigenlayerMessageOf,
  heightsAtOnce: 100_000_000,
});

export const eigenlayer: Chain = {
  id: "eigenlayer",
  family: "eigenlayer",
  unit,
  secondsPerHeight: 12,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(eigenlayerTopics),
  listener,
  createTransform: (deps) => createEigenlayerTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: eigenlayerRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("eigenlayer"),
  demo: async () => (await import("../fixtures/eigenlayer/demo.ts")).eigenlayerDemo,
};
