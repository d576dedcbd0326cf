/** Chain days and UTC days of a network. An epoch belongs to the day in which it starts. */
import { constant, type Spec } from "./rewards/rules.ts";

export type DayType = "chain" | "utc";
export type Day = { dayType: DayType; day: number; date: string; firstEpoch: number; lastEpoch: number };

/** Times of one network, all in seconds or counts. */
export type Calendar = { genesisTime: number; epochSeconds: number; epochsPerDay: number };

const daySeconds = 86_400;

export function calendarOf(genesisTime: number, spec: Spec): Calendar {
  const epochSeconds = constant(spec, "SECONDS_PER_SLOT") * constant(spec, "SLOTS_PER_EPOCH");
  return { genesisTime, epochSeconds, epochsPerDay: Math.max(1, Math.floor(daySeconds / epochSeconds)) };
}

function isoDate(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The chain day of an epoch: 24 hours from genesis, labelled with the date in which it ends. */
function chainDay(calendar: Calendar, epoch: number): Day {
  const { genesisTime, epochSeconds, epochsPerDay } = calendar;
  const day = Math.floor(epoch / epochsPerDay);
  const firstEpoch = day * epochsPerDay;
  const lastEpoch = firstEpoch + epochsPerDay - 1;
  return {
    dayType: "chain",
    day,
    date: isoDate(genesisTime + (lastEpoch + 1) * epochSeconds),
    firstEpoch,
    lastEpoch,
  };
}

/** The UTC day in which an epoch starts; day 0 is that of genesis. */
function utcDay(calendar: Calendar, epoch: number): Day {
  const { genesisTime, epochSeconds } = calendar;
  const genesisDay = Math.floor(genesisTime / daySeconds);
  const day = Math.floor((genesisTime + epoch * epochSeconds) / daySeconds) - genesisDay;
  const firstFrom = (number: number) =>
    Math.max(0, Math.ceil(((genesisDay + number) * daySeconds - genesisTime) / epochSeconds));
  return {
    dayType: "utc",
    day,
    date: isoDate((genesisDay + day) * daySeconds),
    firstEpoch: firstFrom(day),
    lastEpoch: firstFrom(day + 1) - 1,
  };
}

/** Both days of an epoch. */
export function daysOf(calendar: Calendar, epoch: number): Day[] {
  return [chainDay(calendar, epoch), utcDay(calendar, epoch)];
}
