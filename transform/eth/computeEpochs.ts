/**
 * Epochs whose facts are all in the tables → their rows. Consecutive epochs are computed in chunks, so that they share
 * the cost of statements; a chunk of a large network is a single epoch.
 */
import { elementAt } from "../../lib/elementAt.ts";
import { isErrorOfKind } from "../../lib/errors.ts";
import { consecutiveRanges } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { epochTime } from "../../schemas/eth/calendar.ts";
import { markComputed, metrics } from "../frame/metrics.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";
import { type EpochRow, loadEpochRows } from "./announcements.ts";
import { completeEpochs, type KnownRegistries } from "./completeness.ts";
import { epochTables, type Scores, sumOfScores, supportTables } from "./epoch.ts";
import { loadFacts } from "./load.ts";
import type { Networks } from "./networks.ts";
import { createRegistryLoader } from "./registryLoader.ts";
import type { EpochFacts } from "./rewards/facts.ts";

const chain = "eth";

/** Maximum validators of a chunk, counted for each epoch; about 60 bytes each are in memory at once. */
const chunkValidatorsMax = 262_144;
const chunkEpochsMax = 64;

/** One epoch with written rows; for a full one, the sums of its initial and its carried scores. */
type Computed = { epoch: number; scores?: { carried: number; handed: number } };

export type EpochComputer = {
  /**
   * Computes the complete epochs in `wanted`, in ascending order, and later epochs that depend on their scores.
   * @param wanted ascending
   * @returns the epochs whose rows were written
   */
  compute(network: string, wanted: readonly number[], signal?: AbortSignal): Promise<number[]>;
  /** Registers a network by the listener's announcement of an epoch. @returns false if it is contradictory */
  announce(network: string, row: EpochRow): Promise<boolean>;
  /** Drops cached facts of an epoch that have changed, and registries of later epochs. */
  forget(network: string, change: { epoch: number; isRegistry: boolean }): void;
};

/** Leaves out epochs whose facts are contradictory, and logs each reason once. */
function createRefusals(log: Logger) {
  /** The last reason by epoch. */
  const refused = new Map<string, string>();

  /**
   * Contradictory facts stay contradictory: the epoch is not computed until other facts replace them, and the worker
   * continues with the others.
   * @returns undefined if the epoch was left out
   */
  return async function unlessContradictory<Value>(
    network: string,
    epoch: number,
    compute: () => Value | Promise<Value>,
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
          "epoch not computed: its facts contradict each other",
        );
      }
      return undefined;
    }
  };
}

/** Inactivity scores in the tables, and whether computed epochs agree with them. */
function createScoreReader(store: Store) {
  /** Scores after the rewards of the previous epoch; none if that isn't computed. */
  async function loadScores(network: string, epoch: number): Promise<Scores> {
    const rows = await store.rows<{ validator_index: number; score: string }>(
      internalSql("eth/inactivity_scores"),
      { network, epoch },
    );
    return new Map(rows.map((row) => [row.validator_index, Number(row.score)]));
  }

  /** True when each epoch was computed from the scores that are known now. */
  async function isSettled(network: string, computed: readonly Computed[]): Promise<boolean> {
    const [from, to] = [computed[0]?.epoch, computed.at(-1)?.epoch];
    if (from === undefined || to === undefined) return true;
    type Row = { carried_into: string; carried_score: string };
    const rows = await store.rows<Row>(internalSql("eth/carried_scores"), { network, from, to });
    const carriedSums = new Map(rows.map((row) => [Number(row.carried_into), Number(row.carried_score)]));
    return computed.every(
      ({ epoch, scores }) => scores === undefined || (carriedSums.get(epoch) ?? 0) === scores.carried,
    );
  }

  /** True when the epoch is computed from other scores than are known now. */
  async function isStale(network: string, epoch: number, carriedScore: number): Promise<boolean> {
    const rows = await store.rows(internalSql("eth/stale_epoch"), {
      network,
      epoch,
      carried_score: carriedScore,
    });
    return rows.length > 0;
  }

  return { loadScores, isSettled, isStale };
}

export function createEpochComputer(deps: { store: Store; log: Logger; networks: Networks }): EpochComputer {
  const { store, log, networks } = deps;
  const registries = createRegistryLoader(store);
  const knownRegistries: KnownRegistries = new Map();
  /** The facts last used, because those of the next epoch are the first ones of the following computation. */
  const kept = new Map<string, EpochFacts>();
  const unlessContradictory = createRefusals(log);
  const { loadScores, isSettled, isStale } = createScoreReader(store);

  const announce = async (network: string, row: EpochRow) =>
    (await unlessContradictory(network, row.epoch, () => networks.announce(network, row))) !== undefined;

  /**
   * Writes the rows of consecutive epochs.
   * @param facts those of the epochs, and of the following one
   */
  async function computeChunk(
    network: string,
    rows: readonly EpochRow[],
    facts: readonly EpochFacts[],
  ): Promise<Computed[]> {
    const started = performance.now();
    const tables: TableColumns[] = [];
    const computed: Computed[] = [];
    let handed: Scores | undefined;
    for (const [place, { epoch, role }] of rows.entries()) {
      const [own, next] = [elementAt(facts, place), elementAt(facts, place + 1)];
      const scores = role === "support" ? undefined : (handed ?? (await loadScores(network, epoch)));
      handed = undefined;
      const result = await unlessContradictory(network, epoch, () =>
        scores === undefined
          ? { tables: supportTables(network, own, next), rewards: undefined }
          : epochTables(network, own, next, scores),
      );
      if (result === undefined) continue;
      tables.push(...result.value.tables);
      handed = result.value.rewards?.scores;
      computed.push(
        scores === undefined || handed === undefined
          ? { epoch }
          : { epoch, scores: { carried: sumOfScores(scores), handed: sumOfScores(handed) } },
      );
    }
    await writeTables(store, tables);
    // Another worker may have computed the previous epoch meanwhile, without rows of these.
    if (!(await isSettled(network, computed))) {
      if (rows.length === 1) return await computeChunk(network, rows, facts);
      const again: Computed[] = [];
      for (let i = 0; i < rows.length; i++)
        again.push(...(await computeChunk(network, rows.slice(i, i + 1), facts.slice(i, i + 2))));
      return again;
    }
    const last = computed.findLast(({ scores }) => scores !== undefined);
    if (last !== undefined)
      markComputed(chain, network, last.epoch, epochTime(networks.get(network).calendar, last.epoch + 1));
    log.info(
      {
        network,
        unit: "epoch",
        height: rows.at(-1)?.epoch,
        epochs: computed.length,
        seconds: (performance.now() - started) / 1000,
      },
      "epoch computed",
    );
    return computed;
  }

  /** Consecutive epochs, chunk by chunk. @param rows theirs, and that of the following epoch */
  async function computeRange(
    network: string,
    rows: readonly EpochRow[],
    signal?: AbortSignal,
  ): Promise<Computed[]> {
    const computed: Computed[] = [];
    for (let start = 0; start < rows.length - 1; ) {
      signal?.throwIfAborted();
      const size = registries.size(network);
      // The first epoch shows the size of the network.
      const epochs =
        size === 0 ? 1 : Math.max(1, Math.min(chunkEpochsMax, Math.floor(chunkValidatorsMax / size)));
      const chunk = rows.slice(start, Math.min(start + epochs, rows.length - 1));
      const needed = rows.slice(start, start + chunk.length + 1);
      const previous = kept.get(network);
      const reused = previous?.epoch === needed[0]?.epoch ? [previous as EpochFacts] : [];
      const facts = [
        ...reused,
        ...(await loadFacts(store, network, needed.slice(reused.length), registries)),
      ];
      kept.set(network, facts.at(-1) as EpochFacts);
      computed.push(...(await computeChunk(network, chunk, facts)));
      start += chunk.length;
    }
    return computed;
  }

  /** Consecutive wanted epochs; incomplete ones are left out. */
  async function computeComplete(
    network: string,
    from: number,
    to: number,
    signal?: AbortSignal,
  ): Promise<Computed[]> {
    const rows = await loadEpochRows(store, network, from, to + 1);
    for (const row of [...rows.values()]) if (!(await announce(network, row))) rows.delete(row.epoch);
    const complete = await completeEpochs(store, network, rows, knownRegistries);
    const ready: number[] = [];
    for (let epoch = from; epoch <= to; epoch++)
      if (complete.has(epoch) && complete.has(epoch + 1)) ready.push(epoch);
    const computed: Computed[] = [];
    for (const range of consecutiveRanges(ready)) {
      const own: EpochRow[] = [];
      for (let epoch = range.from; epoch <= range.to + 1; epoch++) own.push(rows.get(epoch) as EpochRow);
      computed.push(...(await computeRange(network, own, signal)));
    }
    return computed;
  }

  async function compute(
    network: string,
    wanted: readonly number[],
    signal?: AbortSignal,
  ): Promise<number[]> {
    const written: number[] = [];
    for (const { from, to } of consecutiveRanges(wanted)) {
      const computed = await computeComplete(network, from, to, signal);
      written.push(...computed.map(({ epoch }) => epoch));
      // Epochs before the known ones may carry over scores that these lack.
      const last = computed.at(-1);
      if (last?.epoch !== to || last.scores === undefined) continue;
      if (await isStale(network, to + 1, last.scores.handed))
        written.push(...(await compute(network, [to + 1], signal)));
    }
    return written;
  }

  return {
    compute,
    announce,
    forget: (network, { epoch, isRegistry }) => {
      if (kept.get(network)?.epoch === epoch) kept.delete(network);
      if (isRegistry) registries.invalidate(network, epoch);
    },
  };
}
