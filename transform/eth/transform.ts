/**
 * Ethereum's part of the transform stage: raw rows first, then every epoch that they complete, then the records
 * built on it. Each step is a function of what the tables hold, so that any order, repetition or interruption of
 * messages leads to the same rows.
 */
import { isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import { epochTime } from "../../schemas/eth/calendar.ts";
import { type EthMessage, ethMessage, ethSchemaVersion, ethTopics } from "../../schemas/eth/events.ts";
import { markComputed, metrics } from "../frame/metrics.ts";
import { steadyTables, writeTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { type EpochRow, loadEpochRows } from "./announcements.ts";
import { completeEpochs, type KnownRegistries } from "./completeness.ts";
import { type EpochResult, epochTables, type Scores, sumOfScores, supportTables } from "./epoch.ts";
import { loadFacts } from "./load.ts";
import { createNetworks } from "./networks.ts";
import { rawTables } from "./raw/tables.ts";
import { createRegistryLoader } from "./registryLoader.ts";
import type { EpochFacts } from "./rewards/facts.ts";
import { createRollups } from "./rollups.ts";

const chain = "eth";

type EthTransformOptions = { store: Store; log: Logger };

/** Which epochs each network's final messages belong to. */
function finalEpochs(messages: readonly EthMessage[]): Map<string, Set<number>> {
  const byNetwork = new Map<string, Set<number>>();
  for (const message of messages) {
    if (message.type === "block" && message.finality === "provisional") continue;
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

/** Scores after the rewards of the epoch before; none where that isn't computed. */
async function loadScores(store: Store, network: string, epoch: number): Promise<Scores> {
  const rows = await store.rows<{ validator_index: number; score: string }>(
    internalSql("eth/inactivity_scores"),
    { network, epoch },
  );
  return new Map(rows.map((row) => [row.validator_index, Number(row.score)]));
}

/** The sum of those scores. */
async function loadCarriedScore(store: Store, network: string, epoch: number): Promise<number> {
  const [row] = await store.rows<{ sum: string }>(internalSql("eth/carried_score"), { network, epoch });
  return Number(row?.sum ?? 0);
}

/** True when the epoch is computed from other scores than are known now. */
async function isStale(store: Store, network: string, epoch: number, carriedScore: number): Promise<boolean> {
  const rows = await store.rows(internalSql("eth/stale_epoch"), {
    network,
    epoch,
    carried_score: carriedScore,
  });
  return rows.length > 0;
}

export function createEthTransform(options: EthTransformOptions): ChainTransform<EthMessage> {
  const { log } = options;
  const store = forChain(options.store, chain);
  const registries = createRegistryLoader(store);
  const networks = createNetworks(store);
  const rollups = createRollups({ store, log });
  const knownRegistries: KnownRegistries = new Map();
  /** The facts last used, because the next epoch's are the following computation's own. */
  const kept = new Map<string, EpochFacts>();
  /** Why epochs were left out, so that each reason is told once. */
  const refused = new Map<string, string>();

  /**
   * Facts that contradict one another will do so again: the epoch stays uncomputed until other facts replace them,
   * and the worker goes on with the others.
   * @returns undefined when the epoch was left out
   */
  async function unlessContradictory<Value>(
    network: string,
    epoch: number,
    compute: () => Promise<Value>,
  ): Promise<{ value: Value } | undefined> {
    const key = `${network}/${epoch}`;
    try {
      const value = await compute();
      refused.delete(key);
      return { value };
    } catch (error) {
      if (!isErrorOfKind(error, "facts")) throw error;
      const { message: reason, code, meta } = error;
      if (refused.get(key) !== reason) {
        refused.set(key, reason);
        metrics.refusedEpochs.inc({ chain, network, code });
        log.error(
          { ...meta, network, unit: "epoch", height: epoch, code, reason },
          "epoch left uncomputed: its facts contradict one another",
        );
      }
      return undefined;
    }
  }

  async function facts(network: string, row: EpochRow): Promise<EpochFacts> {
    const known = kept.get(network);
    return known?.epoch === row.epoch ? known : await loadFacts(store, network, row, registries);
  }

  /** Writes one epoch's rows. @returns the sum of the scores it hands on; undefined for a support epoch. */
  async function computeEpoch(
    network: string,
    row: EpochRow,
    nextRow: EpochRow,
  ): Promise<number | undefined> {
    const started = performance.now();
    const own = await facts(network, row);
    const next = await facts(network, nextRow);
    kept.set(network, next);
    if (row.role === "support") {
      await writeTables(store, supportTables(network, own, next));
      return undefined;
    }
    let carried: number;
    let result: EpochResult;
    do {
      const scores = await loadScores(store, network, row.epoch);
      carried = sumOfScores(scores);
      result = epochTables(network, own, next, scores);
      await writeTables(store, result.tables);
      // Another worker may have computed the epoch before meanwhile, and saw no rows of this one then.
    } while ((await loadCarriedScore(store, network, row.epoch)) !== carried);
    markComputed(chain, network, row.epoch, epochTime(networks.get(network).calendar, row.epoch + 1));
    const seconds = (performance.now() - started) / 1000;
    log.info(
      { network, unit: "epoch", height: row.epoch, duties: result.inclusions.dutyCount, seconds },
      "epoch computed",
    );
    return sumOfScores(result.rewards.scores);
  }

  /** Computes what is complete among `wanted`, in ascending order, and what their scores carry on to. */
  async function computeEpochs(
    network: string,
    wanted: readonly number[],
    signal?: AbortSignal,
  ): Promise<number[]> {
    const [first, last] = [wanted[0], wanted.at(-1)];
    if (first === undefined || last === undefined) return [];
    const rows = await loadEpochRows(store, network, first, last + 1);
    for (const row of [...rows.values()]) {
      const announced = await unlessContradictory(network, row.epoch, () => networks.announce(network, row));
      if (announced === undefined) rows.delete(row.epoch);
    }
    const complete = await completeEpochs(store, network, rows, knownRegistries);
    const computed: number[] = [];
    for (const epoch of wanted) {
      signal?.throwIfAborted();
      const [row, nextRow] = [rows.get(epoch), rows.get(epoch + 1)];
      if (row === undefined || nextRow === undefined || !complete.has(epoch) || !complete.has(epoch + 1))
        continue;
      const result = await unlessContradictory(network, epoch, () => computeEpoch(network, row, nextRow));
      if (result === undefined) continue;
      const score = result.value;
      computed.push(epoch);
      const isNextStale =
        score !== undefined &&
        !wanted.includes(epoch + 1) &&
        (await isStale(store, network, epoch + 1, score));
      if (isNextStale) computed.push(...(await computeEpochs(network, [epoch + 1], signal)));
    }
    return computed;
  }

  return {
    chain,
    topics: Object.values(ethTopics),
    schema: ethMessage,
    schemaVersion: ethSchemaVersion,
    steadyTables: steadyTables("eth", ethTopics),
    write: (messages) => writeTables(store, rawTables(messages)),
    compute: async (messages, signal) => {
      for (const [network, epochs] of finalEpochs(messages)) {
        const known = kept.get(network);
        if (known !== undefined && epochs.has(known.epoch)) kept.delete(network);
        for (const message of messages) {
          if (message.type === "registry" && message.network === network)
            registries.invalidate(network, message.epoch);
        }
        const computed = await computeEpochs(network, withPredecessors(epochs), signal);
        if (computed.length > 0) await rollups.afterEpochs(networks.get(network), computed);
      }
    },
    recompute: async (network, { from, to }) => {
      const wanted = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      const computed = await computeEpochs(network, wanted);
      if (computed.length > 0) await rollups.afterEpochs(networks.get(network), computed);
    },
    recover: async () => {
      const newest = await store.rows<{ network: string; epoch: number }>(internalSql("eth/newest_epochs"));
      for (const { network, epoch } of newest) {
        const row = (await loadEpochRows(store, network, epoch, epoch)).get(epoch);
        if (row === undefined) continue;
        const known = await unlessContradictory(network, epoch, () => networks.announce(network, row));
        if (known !== undefined) await rollups.recover(networks.get(network));
      }
    },
    settle: (scope) => rollups.settle(scope),
  };
}
