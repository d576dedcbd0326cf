/**
 * Sums over some hours of epochs, each written once and replaced whole: what the records of days are made from, so that
 * an epoch is read once and not again whenever a day that holds it is made.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion, versionFieldMax } from "../../lib/version.ts";
import { type Calendar, daysOf, epochSeconds } from "../../schemas/eth/calendar.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";
import { dayVersion, modelRevision } from "./version.ts";

/** Epochs, both included. */
export type Span = { from: number; to: number };

/** A computed epoch, and the sum of the inactivity scores that it started from: what is known of it only grows. */
export type KnownEpoch = { epoch: number; carriedScore: number };

const spanSeconds = 7_200;
const spanEpochsMin = 4;

/** The span of an epoch. It crosses neither a chain day's end nor a UTC day's. */
export function spanOf(calendar: Calendar, epoch: number): Span {
  const days = daysOf(calendar, epoch);
  const first = Math.max(...days.map(({ firstEpoch }) => firstEpoch));
  const last = Math.min(...days.map(({ lastEpoch }) => lastEpoch));
  const length = Math.max(spanEpochsMin, Math.round(spanSeconds / epochSeconds(calendar)));
  const from = first + Math.floor((epoch - first) / length) * length;
  return { from, to: Math.min(from + length - 1, last) };
}

/** The spans of epochs from..to, those at the edges whole. */
function spansOf(calendar: Calendar, { from, to }: Span): Span[] {
  const spans: Span[] = [];
  for (let epoch = from; epoch <= to; epoch = (spans.at(-1) as Span).to + 1)
    spans.push(spanOf(calendar, epoch));
  return spans;
}

/** Version of what is made of epochs: how many, then what is known of them. */
export function versionOfEpochs(epochs: number, knowledge: bigint): bigint {
  const limit = versionFieldMax(dayVersion, "knowledge");
  const epochsMax = versionFieldMax(dayVersion, "epochs");
  return packVersion(dayVersion, {
    revision: modelRevision,
    // Days of more epochs are told apart by what is known of them.
    epochs: BigInt(epochs) < epochsMax ? epochs : epochsMax,
    knowledge: knowledge < limit ? knowledge : limit,
  });
}

/** The computed epochs of a range, ascending. */
export async function loadKnownEpochs(store: Store, network: string, range: Span): Promise<KnownEpoch[]> {
  const rows = await store.rows<{ epoch: number; carried_score: string }>(
    internalSql("eth/computed_epochs"),
    { network, ...range },
  );
  return rows.map(({ epoch, carried_score }) => ({ epoch, carriedScore: Number(carried_score) }));
}

/** The version of a span's sums; undefined while it lacks an epoch. */
function versionOfSpan(span: Span, known: readonly KnownEpoch[]): bigint | undefined {
  const own = known.filter(({ epoch }) => epoch >= span.from && epoch <= span.to);
  const epochs = span.to - span.from + 1;
  if (own.length !== epochs) return undefined;
  return versionOfEpochs(epochs, BigInt(own.reduce((sum, { carriedScore }) => sum + carriedScore, 0)));
}

export type Spans = {
  /** Writes the spans that computed epochs have completed or changed. */
  write(info: NetworkInfo, computed: Span): Promise<void>;
  /**
   * The written spans within a range that are sums of what is known now.
   * @param known the computed epochs of the range
   */
  current(info: NetworkInfo, range: Span, known: readonly KnownEpoch[]): Promise<Span[]>;
};

export function createSpans(store: Store): Spans {
  const models = loadModels("eth").get("span") ?? [];

  return {
    write: async (info, computed) => {
      const { network, calendar } = info;
      const spans = spansOf(calendar, computed);
      const range = { from: spans[0]?.from ?? 0, to: spans.at(-1)?.to ?? 0 };
      const known = await loadKnownEpochs(store, network, range);
      const announced = createRows("int_eth_span");
      for (const span of spans) {
        const version = versionOfSpan(span, known);
        if (version === undefined) continue;
        await runModels(store, models, {
          ...modelConstants(info),
          from_epoch: span.from,
          to_epoch: span.to,
          version,
        });
        announced.push({ network, start_epoch: span.from, end_epoch: span.to, version });
      }
      await writeTables(store, [announced.toTable()]);
    },
    current: async ({ network, calendar }, range, known) => {
      if (range.to < range.from) return [];
      const rows = await store.rows<{ start_epoch: number; end_epoch: number; version: string }>(
        internalSql("eth/spans"),
        { network, ...range },
      );
      return rows
        .map(({ start_epoch, end_epoch, version }) => ({ from: start_epoch, to: end_epoch, version }))
        .filter(
          (span) =>
            span.to <= range.to &&
            spanOf(calendar, span.from).to === span.to &&
            versionOfSpan(span, known)?.toString() === span.version,
        )
        .map(({ from, to }) => ({ from, to }));
    },
  };
}

/** Epochs of a range that no span covers. */
export function looseEpochs({ from, to }: Span, spans: readonly Span[]): number[] {
  const loose: number[] = [];
  for (let epoch = from; epoch <= to; epoch++)
    if (!spans.some((span) => epoch >= span.from && epoch <= span.to)) loose.push(epoch);
  return loose;
}
