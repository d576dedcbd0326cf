/** Which epochs a backfill needs, and which epochs a date means. */
import { ConfigError } from "../../lib/errors.ts";
import { type Calendar, firstEpochFrom } from "../../schemas/eth/calendar.ts";

export type EpochRange = { from: number; to: number };

/**
 * Epochs that must be published so that `from` to `to` can be computed: the one before, whose votes the first blocks
 * still include, and the one behind, in which the last votes are included and paid.
 */
export function epochsNeeded({ from, to }: EpochRange): { first: number; last: number } {
  return { first: Math.max(0, from - 1), last: to + 1 };
}

/** The last epoch that can be published: the state at the first slot of the next one must be final. */
export function lastPublishableEpoch(finalizedEpoch: number): number {
  return finalizedEpoch - 1;
}

/** The last epoch that a backfill may end with. */
export function lastBackfillEpoch(finalizedEpoch: number): number {
  return finalizedEpoch - 2;
}

/** @throws ConfigError that names the last possible epoch. */
export function checkBackfillRange({ from, to }: EpochRange, finalizedEpoch: number): void {
  const last = lastBackfillEpoch(finalizedEpoch);
  if (from > to) throw new ConfigError(`--from ${from} is behind --to ${to}`, { code: "bad_range" });
  if (to > last) {
    throw new ConfigError(
      last < 0
        ? `epoch ${to} is not final enough: the finalized epoch is ${finalizedEpoch}, nothing can be backfilled yet`
        : `epoch ${to} is not final enough: the finalized epoch is ${finalizedEpoch}, so the last epoch that can be backfilled is ${last}; use --to ${last}`,
      { code: "bad_range", meta: { from, to, last } },
    );
  }
}

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Seconds since 1970 at which a date (YYYY-MM-DD, UTC) starts. @throws ConfigError */
function dateSeconds(date: string): number {
  const milliseconds = datePattern.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== date) {
    throw new ConfigError(`"${date}" is neither an epoch nor a date such as 2026-01-31`, {
      code: "bad_range",
    });
  }
  return milliseconds / 1000;
}

/** The epochs that start in a UTC day. @throws ConfigError when the chain had none yet. */
export function epochsOfDay(chain: Calendar, date: string): EpochRange {
  const start = dateSeconds(date);
  const from = firstEpochFrom(chain, start);
  const to = firstEpochFrom(chain, start + 86_400) - 1;
  if (to < from) throw new ConfigError(`${chain.network} had no epoch on ${date}`, { code: "bad_range" });
  return { from, to };
}

/** A range in epochs from what an operator writes: epoch numbers or dates, both inclusive. @throws ConfigError */
export function parseRange(chain: Calendar, from: string, to: string): EpochRange {
  const isEpoch = (text: string) => /^\d{1,9}$/.test(text);
  return {
    from: isEpoch(from) ? Number(from) : epochsOfDay(chain, from).from,
    to: isEpoch(to) ? Number(to) : epochsOfDay(chain, to).to,
  };
}
