/** Ethereum's consensus layer, from any node with the standard Beacon API. One unit is an epoch. */
import type { Logger } from "../../lib/logger.ts";
import type { Cursor } from "../listener/cursor.ts";
import type { ChainSession, ChainStatus, Run } from "../listener/session.ts";
import type { BeaconClient, BeaconClientOptions } from "./api/beacon.ts";
import { createBeaconClient } from "./api/client.ts";
import { createSharedFacts } from "./api/shared.ts";
import { rootAt } from "./blocks.ts";
import { createEarlyReading } from "./early.ts";
import { type EpochContext, fetchEpoch, prepareEpoch, type RunState } from "./epoch.ts";
import { createHeadTracker } from "./head.ts";
import { createNodeRewards } from "./nodeRewards.ts";
import { createPeerWatch, type PeerWatchOptions } from "./peers/watch.ts";
import { beaconProbes } from "./probes.ts";
import { checkBackfillRange, epochsNeeded, lastPublishableEpoch } from "./range.ts";
import { createRecentEpochs } from "./recentEpochs.ts";
import { createRegistryRun } from "./registryRun.ts";
import { openEpochSources, type SourceOptions } from "./sources.ts";
import type { EthChain } from "./spec.ts";

export type EthOptions = Omit<BeaconClientOptions, "log"> &
  SourceOptions & {
    /** First epoch to follow without a cursor; default: the last final one. */
    startEpoch?: number | undefined;
    /** Compare rewards with the node's once in so many epochs; 0 = never. */
    rewardCheckEpochs: number;
    /** Epochs fetched ahead. */
    prefetch?: number;
    /** Networks up to this many validators get a full registry snapshot in every epoch; default 20,000. */
    smallRegistry?: number;
    /** How often the peers of each node are read; without it, never. */
    peers?: PeerWatchOptions | undefined;
    /** Polling interval; default: one slot. */
    pollMs?: number;
  };

export type EthInfo = { chain: EthChain; client: BeaconClient };

/** Connects to the network of some beacon nodes. */
export async function openBeaconSession(
  options: EthOptions,
  deps: { log: Logger; signal?: AbortSignal },
): Promise<ChainSession<EthInfo>> {
  const { log } = deps;
  const client = createBeaconClient({ ...options, log });
  const chain = await client.chain(deps.signal);
  const pollMs = options.pollMs ?? chain.secondsPerSlot * 1000;
  const shared = createSharedFacts(client, chain);
  const watchPeers =
    options.peers && createPeerWatch({ ...options.peers, client, network: chain.network, log });
  let finalized = { epoch: 0, root: "" };
  const early = createEarlyReading({ client, chain, log });
  /** The checkpoint that proves followed epochs. */
  let anchor = finalized;
  const sources = openEpochSources(chain, options, { lastFinal: () => finalized.epoch - 1, log });
  const tracker = createHeadTracker({ client, chain, log, pollMs });

  async function status(signal: AbortSignal, kind: "follow" | "backfill"): Promise<ChainStatus> {
    const [head, checkpoints] = await Promise.all([
      client.head(signal, { isFollowing: kind === "follow" }),
      client.checkpoints("head", signal),
    ]);
    const { finalized: checkpoint } = checkpoints;
    if (checkpoint.epoch > finalized.epoch || finalized.root === "") finalized = checkpoint;
    const next = kind === "follow" ? await early.anchorOf({ ...checkpoints, finalized }, signal) : finalized;
    // A restarted node may have an earlier one for a while.
    if (next.epoch >= anchor.epoch) anchor = next;
    return {
      head: Math.floor(head.slot / chain.slotsPerEpoch),
      final: lastPublishableEpoch(anchor.epoch),
      headTime: () => chain.genesisTime + head.slot * chain.secondsPerSlot,
    };
  }

  function openRun(
    range: { from: number; to?: number; kind: "follow" | "backfill" },
    cursor: Cursor | undefined,
  ): Run {
    const registryRun = createRegistryRun(client, chain, options.smallRegistry);
    const rewards = createNodeRewards({ client, chain, log, every: options.rewardCheckEpochs });
    const recent = createRecentEpochs();
    const state: RunState = {
      last: cursor === undefined ? undefined : { slot: cursor.position, root: cursor.root },
      touched: [],
    };
    let firstEpoch: number | undefined;
    let firstFull: number | undefined;
    return {
      prepare: async (epoch, signal) => {
        firstEpoch ??= epoch;
        recent.begin(epoch);
        const isInside = epoch >= range.from && epoch <= (range.to ?? Number.POSITIVE_INFINITY);
        if (isInside) firstFull ??= epoch;
        const isEarly = range.kind === "follow" && epoch > lastPublishableEpoch(finalized.epoch);
        const provenFrom = isEarly ? anchor : finalized;
        const context: EpochContext = {
          client,
          chain,
          shared,
          sources,
          registryRun,
          state,
          role: isInside ? "full" : "support",
          epoch,
          isFirst: epoch === firstEpoch,
          isHistoryStart: epoch === firstFull && cursor === undefined,
          finalized: provenFrom,
          seen: () => tracker.seen(epoch),
          nodeRewards: async (own) => {
            if (rewards.isDue(epoch)) recent.resolve(epoch, own);
            else recent.forget(epoch);
            const before = epoch - 1;
            if (!rewards.isDue(before) || before < range.from || before > (range.to ?? before)) return [];
            const paid = await recent.read(before);
            return paid === undefined ? [] : rewards.read(before, paid, own, signal);
          },
          onPublished: () => recent.forget(epoch - 1),
          onCommitted: (published) => {
            if (range.kind === "follow") tracker.settled(epoch, published.last);
          },
        };
        try {
          const unit = prepareEpoch(context, await fetchEpoch(context, signal), signal);
          return isEarly ? early.heldBack(unit, provenFrom) : unit;
        } catch (error) {
          recent.fail(epoch);
          throw error;
        }
      },
    };
  }

  return {
    network: chain.network,
    info: { chain, client },
    positionUnit: "slot",
    probes: async (signal) => beaconProbes(client, chain, await client.finalized("head", signal), signal),
    status,
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startEpoch,
    defaultStart: (final) => Math.max(0, final),
    supportHeights: 1,
    rootAt: (slot, signal, root) => rootAt(client, slot, { root, signal }),
    openRun,
    heightsFor: (range) => {
      checkBackfillRange(range, finalized.epoch);
      return epochsNeeded(range);
    },
    watch: async (watched) => {
      await Promise.all([tracker.watch(watched), watchPeers?.(watched)]);
    },
    pollMs,
    prefetch: options.prefetch ?? 3,
  };
}
