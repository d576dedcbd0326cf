/**
 * Ethereum's part of the transform stage: raw rows first, then every epoch that they complete, then the records built
 * on it. Each step is a function of the tables, so that any order, repetition or interruption of messages leads to the
 * same rows.
 */
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import { type EthMessage, ethMessage, ethSchemaVersion, ethTopics } from "../../schemas/eth/events.ts";
import { steadyTables, writeTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { loadEpochRows } from "./announcements.ts";
import { createEpochComputer } from "./computeEpochs.ts";
import { createNetworks } from "./networks.ts";
import { createRetractions } from "./raw/retractions.ts";
import { rawTables } from "./raw/tables.ts";
import { createRollups } from "./rollups.ts";

const chain = "eth";
/** A registry comes in hundreds of messages: fewer, larger inserts take a third less of the engine's time, merges included. */
const batchBytesMax = 32 * 1024 * 1024;

type EthTransformOptions = { store: Store; log: Logger };

/** Messages on which no epoch's duties depend: peers, and data of other sources than beacon nodes. */
const auxiliaryTypes = ["deposit_log", "execution_block", "relay_payloads", "node_rewards", "peer"] as const;
type Auxiliary = Extract<EthMessage, { type: (typeof auxiliaryTypes)[number] }>;
const isAuxiliary = (message: EthMessage): message is Auxiliary =>
  auxiliaryTypes.some((type) => type === message.type);

/** Epochs, by network, of messages of some types. */
function epochsOf(
  messages: readonly EthMessage[],
  types: readonly EthMessage["type"][],
): Map<string, Set<number>> {
  const byNetwork = new Map<string, Set<number>>();
  for (const message of messages) {
    if (!types.includes(message.type) || !("epoch" in message) || message.epoch === null) continue;
    const { network, epoch } = message;
    byNetwork.set(network, (byNetwork.get(network) ?? new Set()).add(epoch));
  }
  return byNetwork;
}

/** Which epochs each network's final messages belong to. */
function finalEpochs(messages: readonly EthMessage[]): Map<string, Set<number>> {
  const byNetwork = new Map<string, Set<number>>();
  for (const message of messages) {
    if (isAuxiliary(message) || (message.type === "block" && message.finality === "provisional")) continue;
    const epochs = byNetwork.get(message.network) ?? new Set();
    byNetwork.set(message.network, epochs.add(message.epoch));
  }
  return byNetwork;
}

/** The epochs and the ones before them, which they may complete; ascending. */
function withPredecessors(epochs: ReadonlySet<number>): number[] {
  const wanted = new Set([...epochs].flatMap((epoch) => [epoch - 1, epoch]).filter((epoch) => epoch >= 0));
  return [...wanted].sort((a, b) => a - b);
}

export function createEthTransform(options: EthTransformOptions): ChainTransform<EthMessage> {
  const { log } = options;
  const store = forChain(options.store, chain);
  const networks = createNetworks(store);
  const epochs = createEpochComputer({ store, log, networks });
  const rollups = createRollups({ store, log });
  const retractions = createRetractions(store);

  async function computeAndRollUp(
    network: string,
    wanted: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly number[]> {
    const computed = await epochs.compute(network, wanted, signal);
    if (computed.length > 0) await rollups.afterEpochs(networks.get(network), computed);
    return computed;
  }

  return {
    chain,
    topics: Object.values(ethTopics),
    schema: ethMessage,
    schemaVersion: ethSchemaVersion,
    batchBytesMax,
    steadyTables: steadyTables("eth", ethTopics),
    write: async (messages) => {
      await writeTables(store, rawTables(messages));
      await retractions.remove(messages);
    },
    compute: async (messages, signal) => {
      for (const message of messages) {
        const { network, type } = message;
        if (!isAuxiliary(message))
          epochs.forget(network, { epoch: message.epoch, isRegistry: type === "registry" });
        else if (message.type === "deposit_log" && message.logs.length > 0) rollups.afterDeposits(network);
      }
      for (const [network, epochs] of epochsOf(messages, ["execution_block", "relay_payloads"])) {
        const info = networks.find(network);
        // Before the first epoch of a network there is nothing to compute.
        if (info !== undefined) rollups.afterExecution(info, epochs);
      }
      const rewarded = epochsOf(messages, ["node_rewards"]);
      for (const [network, touched] of finalEpochs(messages)) {
        const computed = await computeAndRollUp(network, withPredecessors(touched), signal);
        // Usually a node's rewards arrive before the facts that complete their epoch, and are compared with it.
        for (const epoch of computed) rewarded.get(network)?.delete(epoch);
      }
      for (const [network, late] of rewarded) {
        const info = networks.find(network);
        if (info !== undefined) await rollups.afterNodeRewards(info, [...late]);
      }
    },
    recompute: async (network, { from, to }) => {
      await computeAndRollUp(
        network,
        Array.from({ length: to - from + 1 }, (_, index) => from + index),
      );
    },
    recover: async () => {
      const newest = await store.rows<{ network: string; epoch: number }>(internalSql("eth/newest_epochs"));
      for (const { network, epoch } of newest) {
        const row = (await loadEpochRows(store, network, epoch, epoch)).get(epoch);
        if (row !== undefined && (await epochs.announce(network, row)))
          await rollups.recover(networks.get(network));
      }
    },
    settle: (scope) => rollups.settle(scope),
  };
}
