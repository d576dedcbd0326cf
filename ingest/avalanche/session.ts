/** An open connection to one Avalanche network. One height is a block of the P-chain; a unit is a run of blocks. */

import type { Logger } from "../../lib/logger.ts";
import type { ChainSession } from "../listener/session.ts";
import { type AvalancheClient, createAvalancheClient } from "./api/client.ts";
import type { AvalancheClientOptions } from "./api/nodes.ts";
import { createHistory, type History } from "./history.ts";
import { createLinks } from "./links.ts";
import { firstNeeded, lastNeeded, type ReadRun } from "./neededHeights.ts";
import { networkOf } from "./networks.ts";
import { avalancheProbes } from "./probes.ts";
import { openRun } from "./run.ts";
import { createCurrentState } from "./state.ts";
import { createUpgradeReader } from "./upgradeReader.ts";

export type AvalancheOptions = Omit<AvalancheClientOptions, "log"> & {
  /** Name of the network instead of the one that its number has. */
  networkName?: string | undefined;
  /** First height to follow without a cursor; default: the last block. */
  startHeight?: number | undefined;
  /** Seconds; an older head is an error while following; 0 = off. */
  maxHeadAgeS: number;
  /** Runs of blocks in the tables, and whether they hold a state: a range that reaches one need not be read to the head. */
  readRuns?: ((network: string) => Promise<readonly ReadRun[]>) | undefined;
  /** Blocks before a backfill's first that are read for the stakes that last into it. */
  supportBlocks: number;
  pollMs?: number;
  prefetch?: number;
  /** Blocks in a unit. */
  unitBlocks?: number;
  /** Milliseconds between two readings of the node's upgrades. */
  upgradesEveryMs?: number;
};

export type AvalancheInfo = { client: AvalancheClient; history: History };

const defaultUnitBlocks = 256;
const defaultPollMs = 2_000;

export async function openAvalancheSession(
  options: AvalancheOptions,
  { log, signal: openSignal }: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<AvalancheInfo>> {
  const client = createAvalancheClient({ ...options, log });
  const { name, genesisTime, heliconTime } = networkOf(await client.networkId(openSignal));
  const network = options.networkName ?? name;
  const common = { network, helicon: { time: heliconTime, is_told: false } };
  const readUpgrades = createUpgradeReader(client, common, { log, everyMs: options.upgradesEveryMs });
  await readUpgrades(openSignal);
  const history = createHistory(client, {
    genesisTime,
    signal: openSignal,
  });
  const runs = (await options.readRuns?.(network)) ?? [];
  const currentState = createCurrentState(client, { network, log });
  const links = createLinks(client, { network, log });
  const unitBlocks = options.unitBlocks ?? defaultUnitBlocks;
  const parts = { client, history, currentState, links, common, genesisTime, unitBlocks, log };

  /** The first block that the node has. */
  let lowest = 0;

  return {
    network,
    info: { client, history },
    positionUnit: "block",
    probes: async (signal) =>
      avalancheProbes(
        { client, hasStakes: currentState.get() !== undefined, signal },
        await history.bounds(),
      ),
    status: async (signal, kind) => {
      await readUpgrades(signal);
      if (currentState.get() === undefined) await currentState.refresh(signal);
      const head = await client.height(signal);
      await links.check(head, signal);
      if (kind === "backfill") lowest = (await history.bounds()).from;
      // What is accepted is final.
      return { head, final: head, headTime: async () => (await client.block(head, signal)).time };
    },
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startHeight,
    defaultStart: (final) => Math.min(final, currentState.get()?.height ?? final),
    rootAt: async (height, signal) => (await history.block(height, signal)).id,
    openRun: ({ kind }) => openRun(kind, parts),
    lowestHeight: () => ({
      height: lowest,
      reason: `the node is pruned: it has no block before ${lowest}`,
    }),
    heightsFor: (range, final) => ({
      from: firstNeeded(range, runs, { lowest, supportBlocks: options.supportBlocks }),
      to: lastNeeded(range, runs, { state: currentState.get(), final }),
    }),
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch: options.prefetch ?? 4,
  };
}
