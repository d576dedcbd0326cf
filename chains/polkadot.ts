/** Polkadot: one height is an era. */
import { z } from "zod";
import type { PolkadotOptions } from "../ingest/polkadot/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { secondsPerDay } from "../lib/days.ts";
import { badRange, parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { internalSql } from "../lib/sql/internal.ts";
import { networkName } from "../schemas/common.ts";
import { polkadotTopics } from "../schemas/polkadot/events.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import {
  daysAround,
  isPolkadotMessageOf,
  polkadotFactsOf,
  polkadotRowsOf,
} from "../transform/polkadot/heights.ts";
import { polkadotRetentionRules } from "../transform/polkadot/retention.ts";
import { createPolkadotTransform } from "../transform/polkadot/transform.ts";
import type { Chain, RangeText } from "./chain.ts";
import { createRecords } from "./records.ts";

const unit = "era";
const protocols = ["http", "ws"] as const;

const variables = z.object({
  POLKADOT_START_ERA: integer(0, 4_000_000_000)
    .optional()
    .describe("First era to follow on the main variable's network; default: the last completed era"),
  POLKADOT_NETWORK_NAME: networkName
    .optional()
    .describe("Name of the network; default: the name known for the nodes' genesis hash"),
  POLKADOT_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(300)
    .describe(
      "While following, an Asset Hub node with an older finalized block is rejected (seconds, 0 = off)",
    ),
  POLKADOT_READ_PAYMENTS: z
    .enum(["on", "off"])
    .default("on")
    .describe(
      "Read the events of all blocks for payments, one call per block; off: reconciliation has no actual amounts",
    ),
  POLKADOT_REQUESTS_PER_SECOND: integer(1, 100_000).default(100).describe("Rate cap for each Polkadot node"),
});

const settings = {
  chain: "polkadot",
  nodes: {
    assetHub: {
      description:
        "Polkadot Asset Hub nodes (ws, wss, http or https), comma separated, first preferred; archive nodes for history. More networks: POLKADOT_PASEO_ASSET_HUB_URLS, …",
      protocols,
    },
    relay: {
      description: "Archive nodes of the relay chain, for eras before staking moved in November 2025",
      protocols,
    },
    people: {
      description: "Nodes of the People chain, for validator names; without them names are empty",
      protocols,
    },
  },
  variables: [variables],
  keepDays: { day: 0 },
} satisfies ChainSettings;

function optionsOf(config: Config, node: NodeSetting): PolkadotOptions {
  const own = variablesOf(config, variables);
  const isMain = node.label === "";
  return {
    urls: addressesOf(node, settings, "assetHub"),
    relayUrls: addressesOf(node, settings, "relay"),
    peopleUrls: addressesOf(node, settings, "people"),
    // The name and the start are the main network's; other networks are identified by their genesis hash.
    networkName: isMain ? own.POLKADOT_NETWORK_NAME : undefined,
    startEra: isMain ? own.POLKADOT_START_ERA : undefined,
    readsPayments: own.POLKADOT_READ_PAYMENTS === "on",
    maxHeadAgeS: own.POLKADOT_MAX_HEAD_AGE_S,
    requestsPerSecond: own.POLKADOT_REQUESTS_PER_SECOND,
  };
}

const only = (config: Config, node: NodeSetting, url: string): PolkadotOptions => ({
  ...optionsOf(config, node),
  urls: [url],
  nodeOptions: { rounds: 1 },
});

/** Loads readers and their libraries only when a node is used. */
const loadSession = () => import("../ingest/polkadot/session.ts");

const listener: Chain["listener"] = {
  open: async (config, node, _store, deps) => {
    const { openPolkadotSession } = await loadSession();
    const { erasOfDay } = await import("../ingest/polkadot/range.ts");
    const session = await openPolkadotSession(optionsOf(config, node), deps);
    const { eras } = session.info;
    async function parseRange(text: RangeText) {
      const days = new Map<string, { from: number; to: number }>();
      const range = parseHeightRange(text, unit, async (day) => {
        const erasThen = await erasOfDay(eras, day, deps.signal);
        days.set(day, erasThen);
        return erasThen;
      });
      return await range.catch((error: unknown) => {
        const ends = [days.get(text.from), days.get(text.to)];
        if (!ends.every((end) => end !== undefined && end.from > end.to)) throw error;
        throw badRange(`no era ended from ${text.from} to ${text.to}: some dates have none`);
      });
    }
    return {
      ...{ session, parseRange },
      verification: async () =>
        (await import("../verify/polkadot/kinds.ts")).polkadotVerification(session.info),
    };
  },
  checks: {
    assetHub: async (config, node, url, deps) =>
      (await loadSession()).checkPolkadotNode(only(config, node, url), deps),
    relay: async (config, node, url, deps) =>
      (await loadSession()).checkOtherNode("relay chain", only(config, node, url), deps),
    people: async (config, node, url, deps) =>
      (await loadSession()).checkOtherNode("People chain", only(config, node, url), deps),
  },
};

const records = createRecords({ family: "polkadot", unit }, 1, {
  factsOf: async (_store, network, range, isAlone) => polkadotFactsOf(network, range, isAlone),
  rebuildable: async (store, network) => {
    const rows = await store.rows<{ from_era: number; to_era: number }>(
      internalSql("polkadot/rebuildable_eras"),
      { network },
    );
    return rows.map(({ from_era, to_era }) => ({ from: from_era, to: to_era }));
  },
  recordedDays: async (store, network, range) => {
    const days = await daysAround(store, network, range);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined) return new Map();
    const rows = await store.rows<{ date: string; eras: string }>(internalSql("polkadot/recorded_days"), {
      network,
      first,
      last,
    });
    return new Map(rows.map(({ date, eras }) => [`The day ${date}`, Number(eras)]));
  },
  rowsOf: async (store, network, range) =>
    polkadotRowsOf(network, range, await daysAround(store, network, range)),
  isNeeded: isPolkadotMessageOf,
  heightsAtOnce: 1_000,
});

export const polkadot: Chain = {
  id: "polkadot",
  family: "polkadot",
  unit,
  secondsPerHeight: secondsPerDay,
  mainNetwork: "polkadot",
  settings,
  topics: Object.values(polkadotTopics),
  listener,
  createTransform: (deps) => createPolkadotTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: polkadotRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("polkadot"),
  demo: async () => (await import("../fixtures/polkadot/demo.ts")).polkadotDemo,
};
