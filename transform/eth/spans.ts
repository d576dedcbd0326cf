/**
 * Sums over some hours of epochs, each written once and replaced as a whole. The records of days are computed from
 * them, so that an epoch is read once and not each time a day with it is computed.
 */
import type { HeightRange } from "../../lib/heightRange.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion, versionFieldMax } from "../../lib/version.ts";
import { type Calendar, daysOf, epochSeconds } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { runByValidators } from "./validatorRanges.ts";
import { dayVersion, modelRevision } from "./version.ts";

/** A computed epoch: the sum of the inactivity scores that it started from, and the checksum of its duty rows. */
export type KnownEpoch = { epoch: number; carriedScore: number; dutyChecksum: bigint };

/** The inputs of a span's sums: known facts of its epochs only grow, and the checksum detects any other change. */
type SpanState = { version: bigint; dutyChecksum: bigint };

const spanSeconds = 7_200;
const spanEpochsMin = 4;

/** The span of an epoch. It crosses neither a chain day's end nor a UTC day's. */
export function spanOf(calendar: Calendar, epoch: number): HeightRange {
  const days = daysOf(calendar, epoch);
  const first = Math.max(...days.map(({ firstEpoch }) => firstEpoch));
  const last = Math.min(...days.map(({ lastEpoch }) => lastEpoch));
  const length = Math.max(spanEpochsMin, Math.round(spanSeconds / epochSeconds(calendar)));
  const from = first + Math.floor((epoch - first) / length) * length;
  return { from, to: Math.min(from + length - 1, last) };
}

/** The spans of epochs from..to, including whole spans at the edges. */
function spansOf(calendar: Calendar, { from, to }: HeightRange): HeightRange[] {
  const spans: HeightRange[] = [];
  for (let epoch = from; epoch <= to; epoch = (spans.at(-1) as HeightRange).to + 1)
    spans.push(spanOf(calendar, epoch));
  return spans;
}

/** Version of records computed from epochs: the number of epochs, then their known facts. */
export function versionOfEpochs(epochs: number, knowledge: bigint): bigint {
  const limit = versionFieldMax(dayVersion, "knowledge");
  const epochsMax = versionFieldMax(dayVersion, "epochs");
  return packVersion(dayVersion, {
    revision: modelRevision,
    // Days of more epochs are distinguished by their known facts.
    epochs: BigInt(epochs) < epochsMax ? epochs : epochsMax,
    knowledge: knowledge < limit ? knowledge : limit,
  });
}

/** The computed epochs of a range, ascending. */
export async function loadKnownEpochs(
  store: Store,
  network: string,
  range: HeightRange,
): Promise<KnownEpoch[]> {
  type Row = { epoch: number; carried_score: string; duty_checksum: string };
  const rows = await store.rows<Row>(internalSql("eth/computed_epochs"), { network, ...range });
  return rows.map(({ epoch, carried_score, duty_checksum }) => ({
    epoch,
    carriedScore: Number(carried_score),
    dutyChecksum: BigInt(duty_checksum),
  }));
}

/** The required inputs of a span's sums; undefined while it lacks an epoch. */
function stateOf(span: HeightRange, knownEpochs: readonly KnownEpoch[]): SpanState | undefined {
  const own = knownEpochs.filter(({ epoch }) => epoch >= span.from && epoch <= span.to);
  const epochs = span.to - span.from + 1;
  if (own.length !== epochs) return undefined;
  const score = own.reduce((sum, { carriedScore }) => sum + carriedScore, 0);
  // Odd factors, so that swapped epochs change the checksum, too.
  const dutyChecksum = own.reduce((sum, epoch, i) => sum + epoch.dutyChecksum * BigInt(2 * i + 1), 0n);
  return {
    version: versionOfEpochs(epochs, BigInt(score)),
    dutyChecksum: BigInt.asUintN(64, dutyChecksum),
  };
}

export type Spans = {
  /** Writes the spans completed or changed by computed epochs. */
  write(info: NetworkInfo, computed: HeightRange): Promise<void>;
  /**
   * The written spans within a range that are sums of the current facts.
   * @param knownEpochs the computed epochs of the range
   */
  current(info: NetworkInfo, range: HeightRange, knownEpochs: readonly KnownEpoch[]): Promise<HeightRange[]>;
};

/** @param validatorsAtOnce number of validators summed up by one statement */
export function createSpans(store: Store, validatorsAtOnce?: number): Spans {
  const models = loadModels("eth").get("span") ?? [];

  /** Spans that start in a range and are sums of the current facts. */
  async function current(
    { network, calendar }: NetworkInfo,
    range: HeightRange,
    knownEpochs: readonly KnownEpoch[],
  ): Promise<HeightRange[]> {
    if (range.to < range.from) return [];
    type Row = { start_epoch: number; end_epoch: number; duty_checksum: string; version: string };
    const rows = await store.rows<Row>(internalSql("eth/spans"), { network, ...range });
    return rows
      .filter(({ start_epoch, end_epoch, duty_checksum, version }) => {
        const span = spanOf(calendar, start_epoch);
        const state = stateOf(span, knownEpochs);
        if (span.from !== start_epoch || span.to !== end_epoch || state === undefined) return false;
        return state.version === BigInt(version) && state.dutyChecksum === BigInt(duty_checksum);
      })
      .map(({ start_epoch, end_epoch }) => ({ from: start_epoch, to: end_epoch }));
  }

  return {
    write: async (info, computed) => {
      const { network, calendar } = info;
      const spans = spansOf(calendar, computed);
      const range = { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
      const knownEpochs = await loadKnownEpochs(store, network, range);
      const written = new Set((await current(info, range, knownEpochs)).map(({ from }) => from));
      const announced = createRows("int_eth_span");
      for (const span of spans) {
        const state = stateOf(span, knownEpochs);
        if (state === undefined || written.has(span.from)) continue;
        const { version, dutyChecksum } = state;
        const values = { ...modelConstants(info), from_epoch: span.from, to_epoch: span.to, version };
        await runByValidators(store, models, values, validatorsAtOnce);
        announced.push({
          network,
          start_epoch: span.from,
          end_epoch: span.to,
          duty_checksum: dutyChecksum,
          version,
        });
      }
      await writeTables(store, [announced.toTable()]);
    },
    current: async (info, range, knownEpochs) =>
      (await current(info, range, knownEpochs)).filter(({ to }) => to <= range.to),
  };
}

/** Epochs of a range that no span covers. */
export function looseEpochs({ from, to }: HeightRange, spans: readonly HeightRange[]): number[] {
  const loose: number[] = [];
  for (let epoch = from; epoch <= to; epoch++)
    if (!spans.some((span) => epoch >= span.from && epoch <= span.to)) loose.push(epoch);
  return loose;
}
