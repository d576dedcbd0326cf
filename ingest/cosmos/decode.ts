/**
 * Block results → reward events. Pure. Reads the answer as the node wrote it, because Comet38Client drops
 * `begin_block_events` of older nodes. Newer nodes answer old blocks with begin and end block events concatenated,
 * so both forms number them alike.
 */
import { withPrefix } from "../../lib/bech32.ts";
import { elementAt } from "../../lib/elementAt.ts";
import { SourceError } from "../../lib/errors.ts";
import { type CosmosChain, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import type { EventKind, EventSection } from "../../schemas/cosmos/events.ts";
import { commissionOperators } from "./transactions.ts";

/** A block's reward events, and the hashes of its transactions by place, if these were read. */
export type BlockRewards = {
  events: readonly RewardEvent[];
  transactionHashes?: readonly string[] | undefined;
};

export type RawAttribute = { key: string; value?: string | null };
export type RawEvent = { type: string; attributes?: RawAttribute[] | null };
export type RawTransaction = { code?: number; events?: RawEvent[] | null };
export type RawBlockResults = {
  height?: string;
  txs_results?: RawTransaction[] | null;
  finalize_block_events?: RawEvent[] | null;
  begin_block_events?: RawEvent[] | null;
  end_block_events?: RawEvent[] | null;
};

export type RewardEvent = {
  section: EventSection;
  transactionIndex: number;
  eventIndex: number;
  kind: EventKind;
  validator: string;
  /** Base units, decimal text. */
  amount: string;
  /** Coins of other denominations, as written. */
  otherAmounts: string;
};

/** Keys as older nodes write them. */
export const base64Keys = new Map(
  ["amount", "validator", "sender", "module", "action", "msg_index", "authz_msg_index", "error"].map(
    (key) => [key, Buffer.from(key).toString("base64")],
  ),
);

/** An attribute's value, whether the node writes attributes plain or in base64. */
export function attributeOf(event: RawEvent, key: string): string | undefined {
  const attributes = event.attributes ?? [];
  for (const attribute of attributes) if (attribute.key === key) return attribute.value ?? "";
  const encoded = base64Keys.get(key);
  for (const attribute of attributes) {
    if (attribute.key === encoded) return Buffer.from(attribute.value ?? "", "base64").toString("utf8");
  }
  return undefined;
}

const amountPattern = /^\d{1,57}(?:\.\d{1,18})?$/;
const coinPattern = /^(\d+(?:\.\d+)?)([a-zA-Z][a-zA-Z0-9/:._-]{2,127})$/;

/** Decimal text a + b, exact. */
function addDecimals(a: string, b: string): string {
  const parts = (text: string) => {
    const [whole = "0", fraction = ""] = text.split(".");
    return BigInt(whole + fraction.padEnd(18, "0"));
  };
  const sum = (parts(a) + parts(b)).toString().padStart(19, "0");
  return `${sum.slice(0, -18)}.${sum.slice(-18)}`;
}

/**
 * Splits coins (`1.5utia,2ibc/AB…`) into the chain's own and the rest. Empty is zero.
 * @throws SourceError for anything that isn't a list of coins
 */
export function splitCoins(text: string, denomination: string): { amount: string; others: string } {
  if (text === "") return { amount: "0", others: "" };
  // The common case: a single coin of the chain's own.
  if (text.endsWith(denomination)) {
    const amount = text.slice(0, -denomination.length);
    if (amountPattern.test(amount)) return { amount, others: "" };
  }
  let amount = "0";
  const others: string[] = [];
  for (const coin of text.split(",")) {
    const match = coinPattern.exec(coin.trim());
    if (match === null || match[1] === undefined || !amountPattern.test(match[1]))
      throw new SourceError(`"${text.slice(0, 200)}" is no list of coins`, { code: "bad_answer" });
    if (match[2] === denomination) amount = amount === "0" ? match[1] : addDecimals(amount, match[1]);
    else others.push(coin.trim());
  }
  return { amount, others: others.join(",") };
}

/**
 * `withdraw_commission` names no validator; the sender of its message identifies it. Messages of one transaction are
 * distinguished by `msg_index`; if an older node omits that, the nearest `message` event counts. The distribution
 * module's own `message` event has priority over others, because transfers emit one that names the paying module.
 */
function senderOf(events: readonly RawEvent[], at: number): string | undefined {
  const own = events[at];
  const messageIndex = own === undefined ? undefined : attributeOf(own, "msg_index");
  let best: { sender: string; rank: number } | undefined;
  events.forEach((event, place) => {
    if (event.type !== "message" || attributeOf(event, "msg_index") !== messageIndex) return;
    const sender = attributeOf(event, "sender");
    if (sender === undefined || sender === "") return;
    const isOwnModule =
      attributeOf(event, "module") === "distribution" ||
      (attributeOf(event, "action")?.includes("WithdrawValidatorCommission") ?? false);
    // With an index, the message's first event is its own; without, its own is near, and preferably before.
    const distance = messageIndex !== undefined ? place : 2 * Math.abs(place - at) - (place > at ? 1 : 0);
    const rank = (isOwnModule ? 0 : 4 * events.length) + distance;
    if (best === undefined || rank < best.rank) best = { sender, rank };
  });
  return best?.sender;
}

/** Whether an event belongs to a message run on another account's behalf: its sender is the one who runs it. */
const isRunForAnother = (event: RawEvent) => attributeOf(event, "authz_msg_index") !== undefined;

const isFailed = ({ code }: RawTransaction) => code !== undefined && code !== 0;

/** Whether only the transactions themselves identify the withdrawn commission's operator. */
export function needsTransactions({ txs_results }: RawBlockResults): boolean {
  return (txs_results ?? []).some(
    (transaction) =>
      !isFailed(transaction) &&
      (transaction.events ?? []).some(
        (event) => event.type === "withdraw_commission" && isRunForAnother(event),
      ),
  );
}

/**
 * The operators whose commission a transaction's events withdrew, by place; undefined if events and messages disagree,
 * because an unknown module runs messages of its own.
 */
function operatorsByPlace(
  events: readonly RawEvent[],
  transaction: Uint8Array | undefined,
): ReadonlyMap<number, string> | undefined {
  const places = events.flatMap(({ type }, place) => (type === "withdraw_commission" ? [place] : []));
  if (transaction === undefined || places.length === 0) return undefined;
  const operators = commissionOperators(transaction);
  return operators.length === places.length
    ? new Map(places.map((place, i) => [place, elementAt(operators, i)]))
    : undefined;
}

/** Operators appear as their account, and in older versions under their own address. */
function operatorOf(chain: CosmosChain, sender: string | undefined): string | undefined {
  if (sender === undefined) return undefined;
  const operator = operatorPrefix(chain);
  return sender.startsWith(`${operator}1`) ? sender : withPrefix(sender, chain.prefix, operator);
}

export const kinds: ReadonlySet<string> = new Set<EventKind>([
  "rewards",
  "commission",
  "withdraw_rewards",
  "withdraw_commission",
]);

/** Events that end a staking operation of the block itself: the events before them belong to it. */
const operationEnds = new Set([
  "delegate",
  "unbond",
  "redelegate",
  "cancel_unbonding_delegation",
  "create_validator",
  "edit_validator",
]);
const queuedFailure = /(?:^|\.)EventHandleQueuedMsg$/;

/** Whether decoding reads events of a type: rewards, or events that qualify them. */
export function isLookedAt(type: string): boolean {
  return kinds.has(type) || type === "message" || operationEnds.has(type) || queuedFailure.test(type);
}

/**
 * Places of withdrawals that never happened: a queued staking message that fails may leave the events that it emitted
 * before it failed, followed by the failure's own event.
 */
function strayWithdrawals(events: readonly RawEvent[]): ReadonlySet<number> {
  const stray = new Set<number>();
  let open: number[] = [];
  events.forEach((event, index) => {
    if (event.type === "withdraw_rewards" || event.type === "withdraw_commission") open.push(index);
    else if (operationEnds.has(event.type)) open = [];
    else if (queuedFailure.test(event.type)) {
      if (!isEmpty(attributeOf(event, "error"))) for (const place of open) stray.add(place);
      open = [];
    }
  });
  return stray;
}

/** Typed events write their values as JSON. */
function isEmpty(value: string | undefined): boolean {
  return value === undefined || value === "" || value === '""' || value === "null";
}

function decodeList(
  chain: CosmosChain,
  place: { section: EventSection; transactionIndex: number; transaction?: Uint8Array | undefined },
  events: readonly RawEvent[],
  into: RewardEvent[],
): void {
  const operator = `${operatorPrefix(chain)}1`;
  const { section, transactionIndex } = place;
  const operators = operatorsByPlace(events, place.transaction);
  let stray: ReadonlySet<number> | undefined;
  for (let index = 0; index < events.length; index += 1) {
    const event = events[index];
    if (event === undefined || !kinds.has(event.type)) continue;
    const kind = event.type as EventKind;
    let validator = attributeOf(event, "validator");
    if (kind === "withdraw_commission") {
      // If messages disagree, the sender of a message run on another's behalf is not the operator.
      const sender = isRunForAnother(event) ? undefined : senderOf(events, index);
      validator = operators?.get(index) ?? operatorOf(chain, sender);
    }
    // Other modules use the same event names for their own purposes.
    if (validator === undefined || !validator.startsWith(operator)) continue;
    if (kind === "withdraw_rewards" || kind === "withdraw_commission") {
      stray ??= place.section === "finalize" ? strayWithdrawals(events) : new Set();
      if (stray.has(index)) continue;
    }
    const { amount, others } = splitCoins(attributeOf(event, "amount") ?? "", chain.denomination);
    into.push({
      section,
      transactionIndex,
      eventIndex: index,
      kind,
      validator,
      amount,
      otherAmounts: others,
    });
  }
}

/**
 * The reward events of a block, in order.
 * @param transactions of the block, if `needsTransactions` requires them
 * @throws SourceError for unreadable amounts
 */
export function decodeBlockResults(
  chain: CosmosChain,
  raw: RawBlockResults,
  transactions?: readonly Uint8Array[],
): RewardEvent[] {
  const events: RewardEvent[] = [];
  const own = raw.finalize_block_events ?? [
    ...(raw.begin_block_events ?? []),
    ...(raw.end_block_events ?? []),
  ];
  decodeList(chain, { section: "finalize", transactionIndex: 0 }, own, events);
  raw.txs_results?.forEach((result, transactionIndex) => {
    if (isFailed(result)) return;
    const transaction = transactions?.[transactionIndex];
    decodeList(chain, { section: "transaction", transactionIndex, transaction }, result.events ?? [], events);
  });
  return events;
}
