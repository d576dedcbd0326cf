/** Cardano: one height is an epoch. */
import { z } from "zod";
import type { CardanoOptions } from "../ingest/cardano/session.ts";
import { type ChainSettings, type Config, integer, type NodeSetting, variablesOf } from "../lib/config.ts";
import { secondsPerDay } from "../lib/days.ts";
import { ConfigError } from "../lib/errors.ts";
import { parseHeightRange } from "../lib/heightRange.ts";
import { addressesOf } from "../lib/nodeVariables.ts";
import { cardanoTopics } from "../schemas/cardano/events.ts";
import { cardanoRowsOf, daysOfEpochs, isCardanoMessageOf } from "../transform/cardano/heights.ts";
import { cardanoFactsOf, cardanoRebuildable, cardanoRecordedDays } from "../transform/cardano/kept.ts";
import { cardanoRetentionRules } from "../transform/cardano/retention.ts";
import { createCardanoTransform } from "../transform/cardano/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import type { Chain } from "./chain.ts";
import { createRecords } from "./records.ts";

const unit = "epoch";

const variables = z.object({
  CARDANO_KOIOS_TOKEN: z
    .string()
    .min(1)
    .optional()
    .describe("Koios token of a registered user, which has higher limits; default: none"),
  CARDANO_REQUESTS_PER_10_S: integer(10, 10_000_000)
    .default(100)
    .describe("Rate cap for each Koios instance: requests in ten seconds"),
  CARDANO_BODY_BYTES: integer(200, 10_000_000)
    .default(1_000)
    .describe(
      "Largest request body that Koios accepts: 1,000 bytes without registration, 5,000 for registered users",
    ),
  CARDANO_PAGE_ROWS: integer(1, 1_000_000)
    .default(1_000)
    .describe("Most rows that Koios returns per request"),
  CARDANO_POLL_S: integer(1, secondsPerDay)
    .default(60)
    .describe("Interval between checks for a new epoch (seconds)"),
  CARDANO_START_EPOCH: integer(0, 1_000_000)
    .optional()
    .describe("First epoch to follow; default: the last finalized one"),
  CARDANO_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(1_800)
    .describe("While following, a Koios instance with an older head is rejected (seconds, 0 = off)"),
});

const settings = {
  chain: "cardano",
  nodes: {
    koios: {
      description:
        "Koios instances (https://api.koios.rest/api/v1), comma separated, first preferred. More networks: CARDANO_PREPROD_KOIOS_URLS, …",
    },
  },
  variables: [variables],
  keepDays: { raw: 90, day: 0 },
} satisfies ChainSettings;

function optionsOf(config: Config, node: NodeSetting): CardanoOptions {
  const own = variablesOf(config, variables);
  return {
    urls: addressesOf(node, settings, "koios"),
    token: own.CARDANO_KOIOS_TOKEN,
    requestsPer10S: own.CARDANO_REQUESTS_PER_10_S,
    bodyBytes: own.CARDANO_BODY_BYTES,
    pageRows: own.CARDANO_PAGE_ROWS,
    // The start is the main network's.
    startEpoch: node.label === "" ? own.CARDANO_START_EPOCH : undefined,
    maxHeadAgeS: own.CARDANO_MAX_HEAD_AGE_S,
    pollMs: own.CARDANO_POLL_S * 1_000,
  };
}

const listener: Chain["listener"] = {
  open: async (config, node, _store, deps) => {
    const { openCardanoSession } = await import("../ingest/cardano/session.ts");
    const { epochsOfDay } = await import("../ingest/cardano/range.ts");
    const session = await openCardanoSession(optionsOf(config, node), deps);
    return {
      session,
      parseRange: (range) =>
        parseHeightRange(range, unit, (day) => epochsOfDay(session.info.calendar(), day)),
      verification: async () =>
        (await import("../verify/cardano/kinds.ts")).cardanoVerification(session.info),
    };
  },
  checks: {
    koios: async (config, node, url, deps) => {
      const { checkCardanoNode } = await import("../ingest/cardano/session.ts");
      return await checkCardanoNode(
        { ...optionsOf(config, node), urls: [url], nodeOptions: { rounds: 1 } },
        deps,
      );
    },
  },
};

const records = createRecords({ family: "cardano", unit }, 2, {
  factsOf: async (_store, network, range, isAlone) => cardanoFactsOf(network, range, isAlone),
  rebuildable: cardanoRebuildable,
  recordedDays: cardanoRecordedDays,
  rowsOf: async (store, network, range) => {
    const days = await daysOfEpochs(store, network, range);
    if (days === undefined) throw new ConfigError(`The warehouse holds no such epoch of ${network}`);
    return cardanoRowsOf(network, range, days);
  },
  isNeeded: isCardanoMessageOf,
  heightsAtOnce: 100,
});

export const cardano: Chain = {
  id: "cardano",
  family: "cardano",
  unit,
  secondsPerHeight: 432_000,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(cardanoTopics),
  listener,
  createTransform: (deps) => createCardanoTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: cardanoRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("cardano"),
  demo: async () => (await import("../fixtures/cardano/demo.ts")).cardanoDemo,
};
