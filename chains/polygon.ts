/** Polygon PoS, from its root chain and Heimdall: one height is a checkpoint. */
import { z } from "zod";
import { priorityFeesIn } from "../ingest/polygon/priorityFees.ts";
import type { PolygonOptions } from "../ingest/polygon/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { secondsPerDay } from "../lib/days.ts";
import { ConfigError } from "../lib/errors.ts";
import { parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf, variableOf } from "../lib/nodeVariables.ts";
import type { Store } from "../lib/store/store.ts";
import { networkName } from "../schemas/common.ts";
import { polygonTopics } from "../schemas/polygon/events.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import {
  daysAround,
  isPolygonMessageOf,
  knownBlocks,
  polygonFactsOf,
  polygonRebuildable,
  polygonRecordedDays,
  polygonRowsOf,
} from "../transform/polygon/heights.ts";
import { polygonRetentionRules } from "../transform/polygon/retention.ts";
import { createPolygonTransform } from "../transform/polygon/transform.ts";
import type { Chain } from "./chain.ts";
import { createRecords } from "./records.ts";

const unit = "checkpoint";

const variables = z.object({
  POLYGON_START_CHECKPOINT: integer(1, 1_000_000_000)
    .optional()
    .describe("First checkpoint to follow on the main variable's network; default: the last finalized one"),
  POLYGON_NETWORK_NAME: networkName
    .optional()
    .describe("Name of the network; default: the name known for its Bor chain id"),
  POLYGON_PRIORITY_FEES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      "CSV file with priority fees paid to validators (columns date,validator_id,amount_pol), one line per validator and UTC day; an amount may be empty",
    ),
  POLYGON_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(3_600)
    .describe(
      "While following, an execution node of Polygon's root chain with an older finalized block is rejected (seconds, 0 = off)",
    ),
  POLYGON_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(50)
    .describe("Rate cap for each Polygon node (Heimdall, root chain, Bor)"),
  POLYGON_POLL_S: integer(1, secondsPerDay)
    .default(60)
    .describe("Interval between checks for a new checkpoint (seconds)"),
});

const settings = {
  chain: "polygon",
  nodes: {
    heimdall: {
      description:
        "REST gateways of Heimdall v2, comma separated, first preferred. More networks: POLYGON_AMOY_HEIMDALL_URLS, …",
    },
    execution: {
      description:
        "Execution nodes of Polygon's root chain, comma separated, first preferred; they must keep all logs and transactions",
    },
    bor: {
      description: "Bor nodes with the `bor` API, for block producers; without them producers are unknown",
    },
  },
  variables: [variables],
  keepDays: {},
} satisfies ChainSettings;

function optionsOf(config: Config, node: NodeSetting, store?: Store): PolygonOptions {
  const own = variablesOf(config, variables);
  // Name, start and file are the main network's; other networks are identified by their Bor chain id.
  const isMain = node.label === "";
  const fees = own.POLYGON_PRIORITY_FEES_FILE;
  const executionUrls = addressesOf(node, settings, "execution");
  if (executionUrls.length === 0)
    throw new ConfigError(
      `Checkpoints are read from the root chain, and no execution node is configured: set ${variableOf("polygon", node.label, "execution")}`,
      { code: "no_execution_node" },
    );
  return {
    urls: addressesOf(node, settings, "heimdall"),
    executionUrls,
    borUrls: addressesOf(node, settings, "bor"),
    requestsPerSecond: own.POLYGON_REQUESTS_PER_SECOND,
    networkName: isMain ? own.POLYGON_NETWORK_NAME : undefined,
    startCheckpoint: isMain ? own.POLYGON_START_CHECKPOINT : undefined,
    readPriorityFees: isMain && fees !== undefined ? priorityFeesIn(fees) : undefined,
    maxHeadAgeS: own.POLYGON_MAX_HEAD_AGE_S,
    pollMs: own.POLYGON_POLL_S * 1_000,
    knownBlocks: store === undefined ? undefined : (network) => knownBlocks(store, network),
  };
}

/** For a check of one node: each request is sent once. Nodes of other kinds are used as configured. */
const alone = (options: PolygonOptions): PolygonOptions => ({ ...options, nodeOptions: { rounds: 1 } });

/** Loads readers and their libraries only when a node is used. */
const loadSession = () => import("../ingest/polygon/session.ts");

const listener: Chain["listener"] = {
  open: async (config, node, store, deps) => {
    const { openPolygonSession } = await loadSession();
    const { checkpointsOfDay } = await import("../ingest/polygon/range.ts");
    const session = await openPolygonSession(optionsOf(config, node, store), deps);
    const { last, timeOf } = session.info;
    return {
      session,
      parseRange: (range) => parseHeightRange(range, unit, (day) => checkpointsOfDay(day, last(), timeOf)),
      verification: async () =>
        (await import("../verify/polygon/kinds.ts")).polygonVerification(session.info),
    };
  },
  checks: {
    heimdall: async (config, node, url, deps) =>
      (await loadSession()).checkPolygonNode(alone({ ...optionsOf(config, node), urls: [url] }), deps),
    execution: async (config, node, url, deps) =>
      (await loadSession()).checkPolygonNode(
        alone({ ...optionsOf(config, node), executionUrls: [url] }),
        deps,
      ),
    bor: async (config, node, url, deps) =>
      (await loadSession()).checkBorNode(alone({ ...optionsOf(config, node), borUrls: [url] }), deps),
  },
};

const records = createRecords({ family: "polygon", unit }, 100, {
  factsOf: async (_store, network, range) => polygonFactsOf(network, range),
  rebuildable: polygonRebuildable,
  recordedDays: polygonRecordedDays,
  rowsOf: async (store, network, range) => {
    const days = await daysAround(store, network, range);
    if (days === undefined) throw new ConfigError(`The warehouse holds no such checkpoint of ${network}`);
    return polygonRowsOf(network, range, days);
  },
  isNeeded: isPolygonMessageOf,
  heightsAtOnce: 10_000,
});

export const polygon: Chain = {
  id: "polygon",
  family: "polygon",
  unit,
  secondsPerHeight: 3_600,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(polygonTopics),
  listener,
  createTransform: (deps) => createPolygonTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: polygonRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("polygon"),
  demo: async () => (await import("../fixtures/polygon/demo.ts")).polygonDemo,
};
