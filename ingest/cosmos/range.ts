/** Which heights a backfill's `--from` and `--to` mean. */
import { ConfigError } from "../../lib/errors.ts";
import type { CometClient } from "./api/client.ts";
import { dayOf } from "./blocks.ts";

export type HeightRange = { from: number; to: number };

const badRange = (message: string, meta = {}) => new ConfigError(message, { code: "bad_range", meta });

/** @throws ConfigError that names the last possible height */
export function checkBackfillRange({ from, to }: HeightRange, final: number): void {
  if (from < 1) throw badRange("the first block is 1: use --from 1");
  if (from > to) throw badRange(`--from ${from} is behind --to ${to}`);
  if (to > final) {
    throw badRange(`block ${to} is not there yet: the node's last block is ${final}; use --to ${final}`, {
      from,
      to,
      last: final,
    });
  }
}

/** @throws ConfigError unless the text is a date that exists */
function checkDate(text: string): string {
  const milliseconds = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(milliseconds) || new Date(milliseconds).toISOString().slice(0, 10) !== text)
    throw badRange(`"${text}" is neither a height nor a date such as 2026-01-31`);
  return text;
}

/** The first height whose day is `date` or later, by halving; undefined when there is none yet. */
async function firstFrom(
  client: Pick<CometClient, "headers">,
  bounds: { earliest: number; head: number },
  date: string,
  signal?: AbortSignal,
): Promise<number | undefined> {
  const dayAt = async (height: number) => {
    const [header] = await client.headers(height, height, signal);
    return header === undefined ? "" : dayOf(header.time);
  };
  if ((await dayAt(bounds.head)) < date) return undefined;
  let [low, high] = [bounds.earliest, bounds.head];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await dayAt(middle)) < date) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/**
 * A range in heights from what an operator writes: heights or dates (UTC), both inclusive.
 * @throws ConfigError for anything else, and for days that the nodes don't keep or that haven't come
 */
export async function parseHeightRange(
  client: Pick<CometClient, "headers" | "status">,
  from: string,
  to: string,
  signal?: AbortSignal,
): Promise<HeightRange> {
  const isHeight = (text: string) => /^\d{1,9}$/.test(text);
  if (isHeight(from) && isHeight(to)) return { from: Number(from), to: Number(to) };
  const bounds = await client.status(signal);
  const ends = { from: 0, to: 0 };
  for (const [name, text] of Object.entries({ from, to }) as ["from" | "to", string][]) {
    if (isHeight(text)) {
      ends[name] = Number(text);
      continue;
    }
    const date = checkDate(text);
    const first = await firstFrom(client, bounds, date, signal);
    if (first === undefined) throw badRange(`the chain has no block of ${date} yet`);
    const behind = await firstFrom(client, bounds, dayAfter(date), signal);
    if (behind !== undefined && behind <= first) {
      throw badRange(
        first === bounds.earliest && bounds.earliest > 1
          ? `the node is pruned: it keeps blocks from height ${bounds.earliest}, none of ${date}. Use an archive node, or a later date.`
          : `the chain has no block of ${date}`,
      );
    }
    ends[name] = name === "from" ? first : (behind ?? bounds.head + 1) - 1;
  }
  return ends;
}
