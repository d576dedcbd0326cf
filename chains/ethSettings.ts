/** Ethereum's own settings. */
import { z } from "zod";
import { type ChainSettings, integer } from "../lib/config.ts";
import { networkName } from "../schemas/common.ts";

export const variables = z.object({
  ETH_START_EPOCH: integer(0, 4_000_000_000)
    .optional()
    .describe("First epoch to follow, of the network of the main variable; default: the finalized head"),
  ETH_NETWORK_NAME: networkName
    .optional()
    .describe("Serve the node's network under this name instead of its CONFIG_NAME"),
  ETH_MAX_HEAD_AGE_S: integer(0, 100_000_000)
    .default(600)
    .describe("A node whose head is older is an error while following (seconds, 0 = off)"),
  ETH_REQUESTS_PER_SECOND: integer(1, 100_000)
    .default(200)
    .describe("Rate cap for each beacon and execution node"),
  ETH_SANCTIONED_ADDRESSES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe("File of addresses, one a line, # comments: transactions from or to them are counted"),
  ETH_RELAY_REQUESTS_PER_SECOND: integer(1, 1000).default(2).describe("Rate cap for each MEV relay"),
  ETH_REWARD_CHECK_EPOCHS: integer(0, 100_000)
    .default(1)
    .describe("Compare rewards with the node's own once in so many epochs (0 = never)"),
  ETH_PEER_POLL_S: integer(0, 86_400)
    .default(600)
    .describe("Ask each beacon node for its peers so often, while none are imported (seconds, 0 = never)"),
});

export const settings = {
  chain: "eth",
  primary: {
    kind: "BEACON",
    description:
      "Ethereum beacon nodes, comma separated, first preferred. More networks: ETH_HOODI_BEACON_URLS, …",
  },
  secondary: { kind: "EXECUTION", description: "Ethereum execution nodes, comma separated, first preferred" },
  tertiary: {
    kind: "RELAY",
    description: "MEV relays, comma separated: all are asked for the payloads that they delivered",
    // By the host of its address a relay has its name; `backfill --part relays` asks for a range later.
    isLeftOut: true,
  },
  variables: [variables],
  // A year of 1,048,576 validators is under 60 GB so (bench: eth-disk).
  keepDays: { raw: 7, epoch: 90, day: 0 },
} satisfies ChainSettings;
