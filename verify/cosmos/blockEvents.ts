/**
 * Reward events of a block, counted and summed over all validators: also of those that states do not have, and of events that
 * got lost on their way to the warehouse. The answer is read as JSON, without the scanner and decoder of the listener.
 * Cosmos SDK 0.53.5, x/distribution/types/events.go; withdrawals outside of transactions are left out, because a queued message
 * of Babylon that fails may leave the events that it emitted before.
 */
import { z } from "zod";
import type { CosmosInfo } from "../../ingest/cosmos/session.ts";
import { SourceError } from "../../lib/errors.ts";
import { operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { eventKinds } from "../../schemas/cosmos/events.ts";
import type { Figure, Kind } from "../figure.ts";
import { fromAtto, toAtto } from "./amounts.ts";
import { orMissing } from "./source.ts";

const event = z.object({
  type: z.string(),
  attributes: z.array(z.object({ key: z.string(), value: z.string().nullish() })).nullish(),
});
type Event = z.infer<typeof event>;
const events = z.array(event).nullish();
const resultsAnswer = z.object({
  height: z.union([z.string(), z.int()]).transform(String),
  txs_results: z.array(z.object({ code: z.int().nullish(), events })).nullish(),
  finalize_block_events: events,
  begin_block_events: events,
  end_block_events: events,
});

const paid: ReadonlySet<string> = new Set(["rewards", "commission"]);
const all: ReadonlySet<string> = new Set(eventKinds);

/** CometBFT before 0.38 writes keys and values in base64. */
function attribute({ attributes }: Event, key: string): string | undefined {
  const encoded = Buffer.from(key).toString("base64");
  const found = attributes?.find((one) => one.key === key || one.key === encoded);
  if (found === undefined) return undefined;
  const value = found.value ?? "";
  return found.key === key ? value : Buffer.from(value, "base64").toString("utf8");
}

/** The chain's own coins in an amount such as `1.5utia,2ibc/AB`. */
function ownCoins(amount: string, denomination: string): bigint {
  return amount
    .split(",")
    .filter((coin) => /^[\d.]+(.*)$/.exec(coin.trim())?.[1] === denomination)
    .reduce((sum, coin) => sum + toAtto(/^[\d.]+/.exec(coin.trim())?.[0] ?? "0"), 0n);
}

/** Other modules use the same types for their own purposes: without an operator, or without a withdrawal of the message. */
function isOfValidator(one: Event, operator: string): boolean {
  return one.type === "withdraw_commission" || (attribute(one, "validator") ?? "").startsWith(operator);
}

function figuresOf(denomination: string, list: readonly Event[]): Figure[] {
  return eventKinds.flatMap((kind) => {
    const own = list.filter(({ type }) => type === kind);
    const sum = own.reduce(
      (total, one) => total + ownCoins(attribute(one, "amount") ?? "", denomination),
      0n,
    );
    return [
      { subject: "", item: `${kind}_count`, value: String(own.length) },
      { subject: "", item: `${kind}_${denomination}`, value: fromAtto(sum) },
    ];
  });
}

export function blockEvents({ chain, client }: CosmosInfo): Kind {
  return {
    name: "block_events",
    title: "reward events of blocks",
    source: "block_results of CometBFT's RPC",
    read: async (height, { signal }) =>
      await orMissing(async () => {
        const answer = await client.call("block_results", { height: String(height) }, resultsAnswer, signal);
        if (answer.height !== String(height))
          throw new SourceError(`requested the results of ${height}, received those of ${answer.height}`, {
            code: "lying",
          });
        const ofBlock = answer.finalize_block_events ?? [
          ...(answer.begin_block_events ?? []),
          ...(answer.end_block_events ?? []),
        ];
        const ofTransactions = (answer.txs_results ?? [])
          .filter(({ code }) => !code)
          .flatMap(({ events: own }) => own ?? []);
        const operator = `${operatorPrefix(chain)}1`;
        const counted = [
          ...ofBlock.filter(({ type }) => paid.has(type)),
          ...ofTransactions.filter(({ type }) => all.has(type)),
        ].filter((one) => isOfValidator(one, operator));
        return figuresOf(chain.denomination, counted);
      }),
    own: {
      sql: "cosmos/verify_block_events",
      values: () => ({ denomination: chain.denomination }),
    },
  };
}
