/**
 * Times and forks of an Ethereum network, as every stage counts them. Chain days are 24 hours from genesis; an epoch
 * belongs to the day in which it starts.
 */
import { dateOfSeconds, secondsPerDay } from "../../lib/days.ts";
import { type Fork, forks } from "./events.ts";

/** What the times of a network follow from. */
export type Calendar = {
  network: string;
  /** Seconds since 1970 of slot 0. */
  genesisTime: number;
  slotsPerEpoch: number;
  secondsPerSlot: number;
};

export type DayType = "chain" | "utc";
export type Day = { dayType: DayType; day: number; date: string; firstEpoch: number; lastEpoch: number };

export function epochSeconds({ slotsPerEpoch, secondsPerSlot }: Calendar): number {
  return slotsPerEpoch * secondsPerSlot;
}

/** Epochs of a chain day: floor(86,400 s / epoch), at least one. */
export function epochsPerDay(calendar: Calendar): number {
  return Math.max(1, Math.floor(secondsPerDay / epochSeconds(calendar)));
}

/** Seconds since 1970 at which an epoch starts. */
export function epochTime(calendar: Calendar, epoch: number): number {
  return calendar.genesisTime + epoch * epochSeconds(calendar);
}

/** First epoch that starts at or after a time. */
export function firstEpochFrom(calendar: Calendar, seconds: number): number {
  return Math.max(0, Math.ceil((seconds - calendar.genesisTime) / epochSeconds(calendar)));
}

/** The chain day of an epoch, labelled with the UTC date in which its last slot starts. */
function chainDay(calendar: Calendar, epoch: number): Day {
  const epochs = epochsPerDay(calendar);
  const day = Math.floor(epoch / epochs);
  const firstEpoch = day * epochs;
  const lastEpoch = firstEpoch + epochs - 1;
  const lastSlotTime = epochTime(calendar, lastEpoch + 1) - calendar.secondsPerSlot;
  return { dayType: "chain", day, date: dateOfSeconds(lastSlotTime), firstEpoch, lastEpoch };
}

/** The UTC day in which an epoch starts; day 0 is that of genesis. */
function utcDay(calendar: Calendar, epoch: number): Day {
  const genesisDay = Math.floor(calendar.genesisTime / secondsPerDay);
  const day = Math.floor(epochTime(calendar, epoch) / secondsPerDay) - genesisDay;
  const start = (genesisDay + day) * secondsPerDay;
  return {
    dayType: "utc",
    day,
    date: dateOfSeconds(start),
    firstEpoch: firstEpochFrom(calendar, start),
    lastEpoch: firstEpochFrom(calendar, start + secondsPerDay) - 1,
  };
}

/** Both days of an epoch. */
export function daysOf(calendar: Calendar, epoch: number): Day[] {
  return [chainDay(calendar, epoch), utcDay(calendar, epoch)];
}

/** True for the first epoch of a chain day or of a UTC day. */
export function isDayStart(calendar: Calendar, epoch: number): boolean {
  return daysOf(calendar, epoch).some(({ firstEpoch }) => firstEpoch === epoch);
}

/** True for the last epoch of a chain day or of a UTC day. */
export function isDayEnd(calendar: Calendar, epoch: number): boolean {
  return isDayStart(calendar, epoch + 1);
}

/** Activation epochs, ascending; forks that are not scheduled are left out. */
export type ForkSchedule = readonly { fork: Fork; epoch: number }[];

/** First epoch of a fork; Infinity when it isn't scheduled or the node doesn't know it. */
export function forkEpoch(constants: Readonly<Record<string, string>>, fork: Fork): number {
  if (fork === "phase0") return 0;
  const text = constants[`${fork.toUpperCase()}_FORK_EPOCH`] ?? "";
  const epoch = /^\d+$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY;
  // 2^64 - 1 is far future, and no epoch of ours is above 32 bits.
  return epoch > 0xffff_ffff ? Number.POSITIVE_INFINITY : epoch;
}

export function forkSchedule(constants: Readonly<Record<string, string>>): ForkSchedule {
  return forks
    .map((fork) => ({ fork, epoch: forkEpoch(constants, fork) }))
    .filter(({ epoch }) => Number.isFinite(epoch));
}

/** The fork in force in an epoch. */
export function forkAt(schedule: ForkSchedule, epoch: number): Fork {
  return schedule.findLast((row) => row.epoch <= epoch)?.fork ?? "phase0";
}
