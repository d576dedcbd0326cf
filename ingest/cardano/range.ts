/** Epochs in time: which are final, and which a UTC day needs. */
import { badRange, dayStartMs, type HeightRange } from "../../lib/heightRange.ts";
import type { EpochInfo, Genesis, Tip } from "./api/answers.ts";

/** Epochs as the node's clock has them now. */
export type Calendar = {
  /** The running epoch. */
  current: number;
  /** Its first second, since 1970. */
  currentStart: number;
  epochSeconds: number;
  /** The last epoch that can no longer be rolled back: of which none of the last 2,160 blocks can be. */
  final: number;
};

/** @param start first second of the running epoch */
export function calendarOf(genesis: Genesis, tip: Tip, start: number): Calendar {
  const epochSeconds = genesis.epochlength * Number(genesis.slotlength);
  // How long as many blocks as can be rolled back may take: 12 hours on mainnet.
  const rollbackSeconds =
    (genesis.securityparam / Number(genesis.activeslotcoeff)) * Number(genesis.slotlength);
  const current = tip.epoch_no;
  const finalEpochs = Math.floor((tip.block_time - rollbackSeconds - start) / epochSeconds);
  return {
    current,
    currentStart: start,
    epochSeconds,
    final: current - 1 + Math.min(0, finalEpochs),
  };
}

/** First second after an epoch, from its summary. */
export function endOf(genesis: Genesis, { start_time, end_time }: EpochInfo): number {
  return end_time ?? start_time + genesis.epochlength * Number(genesis.slotlength);
}

/** First second of an epoch. */
export function startOf({ current, currentStart, epochSeconds }: Calendar, epoch: number): number {
  return currentStart + (epoch - current) * epochSeconds;
}

function epochAt({ current, currentStart, epochSeconds }: Calendar, second: number): number {
  return current + Math.floor((second - currentStart) / epochSeconds);
}

/**
 * The epochs that a UTC day touches.
 * @throws ConfigError for days before the chain, and for those that haven't come
 */
export function epochsOfDay(calendar: Calendar, day: string): HeightRange {
  const start = (dayStartMs(day) ?? Number.NaN) / 1000;
  const range = { from: epochAt(calendar, start), to: epochAt(calendar, start + 86_399) };
  if (!(range.from >= 0)) throw badRange(`the chain has no epoch on ${day}`);
  if (range.from > calendar.current) throw badRange(`the chain has no epoch on ${day} yet`);
  return range;
}
