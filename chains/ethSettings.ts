/** Ethereum's own settings. */
import { z } from "zod";
import { type ChainSettings, integer } from "../lib/config.ts";
import { secondsPerDay } from "../lib/days.ts";
import { networkName } from "../schemas/common.ts";

export const variables = z.object({
  ETH_START_EPOCH: integer(0, 4_000_000_000)
    .optional()
    .describe("First epoch to follow on the main variable's network; default: the finalized head"),
  ETH_NETWORK_NAME: networkName.optional().describe("Name of the network; default: the node's CONFIG_NAME"),
  ETH_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(600)
    .describe("While following, a node with an older head is rejected (seconds, 0 = off)"),
  ETH_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(200)
    .describe("Rate cap for each beacon and execution node"),
  ETH_SANCTIONED_ADDRESSES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe(
      "File of addresses, one per line, # for comments; transactions from or to them are counted as sanctioned",
    ),
  ETH_RELAY_REQUESTS_PER_SECOND: integer(1, 1000).default(2).describe("Rate cap for each MEV relay"),
  ETH_REWARD_CHECK_EPOCHS: integer(0, 100_000)
    .default(1)
    .describe("Compare computed rewards with the node's own every N epochs (0 = never)"),
  ETH_PEER_POLL_S: integer(0, secondsPerDay)
    .default(600)
    .describe(
      "Interval between requests for the peers of each beacon node; used while no peers are imported (seconds, 0 = never)",
    ),
});

export const settings = {
  chain: "eth",
  nodes: {
    beacon: {
      description:
        "Ethereum beacon nodes, comma separated, first preferred. More networks: ETH_HOODI_BEACON_URLS, …",
    },
    execution: { description: "Ethereum execution nodes, comma separated, first preferred" },
    relay: {
      description: "MEV relays, comma separated; delivered payloads are requested from all of them",
      // A relay is named by its host, which a recording lacks; `backfill --part relays` reads a range later.
      isLeftOut: true,
    },
  },
  variables: [variables],
  // With these, a year of 1,048,576 validators takes less than 60 GB (bench: eth-disk).
  keepDays: { raw: 7, epoch: 90, day: 0 },
} satisfies ChainSettings;
