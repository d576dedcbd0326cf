/**
 * Reads block results from bytes: a Celestia block has 300 KB, of which rewards are a sixth, and JSON.parse creates objects
 * for all of it. Input in a form that nodes don't write is left to JSON.parse, so both always agree.
 */
import { isErrorOfKind } from "../../lib/errors.ts";
import { fieldNames, isAt } from "../json/read.ts";
import { backslash, closeBracket, comma, needMore, quote, skipEscape, skipSpace } from "../json/skip.ts";
import {
  encoded,
  leave,
  nameAt,
  nameTexts,
  pass,
  passValue,
  readFields,
  readList,
  textEnd,
} from "../json/whole.ts";
import { endOfPlainWords, literal, skipLiteral, uncommon } from "../json/words.ts";
import {
  base64Keys,
  isLookedAt,
  kinds,
  type RawAttribute,
  type RawBlockResults,
  type RawEvent,
  type RawTransaction,
} from "./decode.ts";

const envelopeFields = fieldNames(["result", "error"]);
const resultFields = fieldNames([
  "height",
  "txs_results",
  "finalize_block_events",
  "begin_block_events",
  "end_block_events",
]);
const transactionFields = fieldNames(["code", "events"]);

/** Separators between values. */
const between = {
  type: encoded('{"type":"'),
  attributes: encoded('","attributes":'),
  key: encoded('{"key":"'),
  value: encoded('","value":'),
  index: encoded(',"index":'),
  objectEnd: encoded("}"),
  null: encoded("null"),
};

/** Of events of these types only the fields that decode.ts uses are read. */
const rewardTypes = nameTexts([...kinds]);
const rewardKeys = nameTexts(["amount", "validator"].flatMap((key) => [key, base64Keys.get(key) ?? ""]));
/** Other events qualify these: whose they are, or, among those of a block, whether they happened. */
const leaning = {
  transaction: new Set(["withdraw_commission"]),
  block: new Set(["withdraw_commission", "withdraw_rewards"]),
};
/** An event that only counts by its place in the list. */
const otherEvent: RawEvent = { type: "" };

type Text = { bytes: Buffer; view: DataView };
/** The events of a field, and the start of their list. */
type List = { field: string; events: RawEvent[]; start: number };

/** Adds an attribute that is used. @returns the position after it */
function readAttribute(bytes: Buffer, start: number, into: RawAttribute[]): number {
  const keyStart = pass(bytes, start, between.key);
  const keyEnd = textEnd(bytes, keyStart);
  const key = nameAt(bytes, keyStart, keyEnd, rewardKeys);
  const valueStart = pass(bytes, keyEnd, between.value);
  let position = passValue(bytes, valueStart);
  if (key !== undefined) {
    const isText = bytes[valueStart] === quote && textEnd(bytes, valueStart + 1) === position - 1;
    if (!isText && !isAt(bytes, valueStart, between.null)) leave();
    into.push({ key, value: isText ? bytes.toString("utf8", valueStart + 1, position - 1) : null });
  }
  if (bytes[position] === comma) position = passValue(bytes, pass(bytes, position, between.index));
  return pass(bytes, position, between.objectEnd);
}

/** An event's attributes, from the quote before them on. @returns the position after their list */
function readAttributes(bytes: Buffer, start: number, into: RawAttribute[] | undefined): number {
  const listStart = pass(bytes, start, between.attributes);
  if (into === undefined) return passValue(bytes, listStart);
  into.splice(0);
  return readList(bytes, listStart, (position) => readAttribute(bytes, position, into));
}

/** The usual form of attributes. */
const common = {
  attributes: literal('","attributes":[{"key":"'),
  nextAttribute: literal(',{"key":"'),
  value: literal('","value":"'),
  isIndexed: literal('","index":true}'),
  isNotIndexed: literal('","index":false}'),
};
/** Longer than any of them. */
const commonBytesMax = 32;

/** The quote that ends a text with escapes, from the first of them on, or `uncommon`. */
function escapedEnd({ bytes, view }: Text, start: number, limit: number): number {
  let end = start;
  while (end !== uncommon && bytes[end] === backslash) {
    const position = skipEscape(bytes, end, bytes.length);
    end = position === needMore ? uncommon : endOfPlainWords(view, position, limit);
  }
  return end;
}

/** Like `readAttributes` for the usual form; otherwise `uncommon`, with some of them added. */
function readCommonAttributes(text: Text, start: number, into: RawAttribute[] | undefined): number {
  const { bytes, view } = text;
  const limit = bytes.length - commonBytesMax;
  if (start > limit) return uncommon;
  let keyStart = skipLiteral(view, start, common.attributes);
  for (;;) {
    // Unless a quote precedes it, the literal isn't matched.
    const keyEnd = endOfPlainWords(view, keyStart, limit);
    const valueStart = skipLiteral(view, keyEnd, common.value);
    const plainEnd = endOfPlainWords(view, valueStart, limit);
    if (plainEnd === uncommon) return uncommon;
    const valueEnd = bytes[plainEnd] === backslash ? escapedEnd(text, plainEnd, limit) : plainEnd;
    let position = skipLiteral(view, valueEnd, common.isIndexed);
    if (position === uncommon) position = skipLiteral(view, valueEnd, common.isNotIndexed);
    if (position === uncommon || position > limit) return uncommon;
    const key = into && nameAt(bytes, keyStart, keyEnd, rewardKeys);
    if (key !== undefined) {
      if (plainEnd !== valueEnd) return uncommon;
      into?.push({ key, value: bytes.toString("utf8", valueStart, valueEnd) });
    }
    if (bytes[position] === closeBracket) return position + 1;
    keyStart = skipLiteral(view, position, common.nextAttribute);
  }
}

/** Adds an event, if it counts. @returns the position after it */
function readEvent(text: Text, start: number, into: RawEvent[]): number {
  const { bytes } = text;
  const typeStart = pass(bytes, start, between.type);
  const typeEnd = textEnd(bytes, typeStart);
  const type = nameAt(bytes, typeStart, typeEnd, rewardTypes);
  const attributes: RawAttribute[] | undefined = type === undefined ? undefined : [];
  let end = readCommonAttributes(text, typeEnd, attributes);
  if (end === uncommon) end = readAttributes(bytes, typeEnd, attributes);
  into.push(type === undefined || attributes === undefined ? otherEvent : { type, attributes });
  return pass(bytes, end, between.objectEnd);
}

/** Reads the list once more, including the events that qualify others. */
function readWhole(bytes: Buffer, start: number): RawEvent[] {
  const events: RawEvent[] = [];
  readList(bytes, start, (position) => {
    const typeStart = pass(bytes, position, between.type);
    const type = bytes.toString("utf8", typeStart, textEnd(bytes, typeStart));
    const end = passValue(bytes, position);
    events.push(
      isLookedAt(type) ? (JSON.parse(bytes.toString("utf8", position, end)) as RawEvent) : otherEvent,
    );
    return end;
  });
  return events;
}

/** Adds a list of events, if there is one. @returns the position after it */
function readEvents(text: Text, start: number, field: string, into: List[]): number {
  if (isAt(text.bytes, start, between.null)) return start + between.null.length;
  const events: RawEvent[] = [];
  into.push({ field, events, start });
  return readList(text.bytes, start, (position) => readEvent(text, position, events));
}

/** The events of lists that are decoded together, by field. */
function eventsOf(bytes: Buffer, lists: readonly List[], leaningTypes: ReadonlySet<string>) {
  const isLeaning = lists.some(({ events }) => events.some(({ type }) => leaningTypes.has(type)));
  return Object.fromEntries(
    lists.map(({ field, events, start }) => [field, isLeaning ? readWhole(bytes, start) : events]),
  );
}

/** Adds a transaction. @returns the position after it */
function readTransaction(text: Text, start: number, into: RawTransaction[]): number {
  const { bytes } = text;
  const lists: List[] = [];
  const transaction: RawTransaction = {};
  const end = readFields(bytes, start, transactionFields, (name, position) => {
    if (name === "events") return readEvents(text, position, name, lists);
    const codeEnd = passValue(bytes, position);
    const code = bytes.toString("latin1", position, codeEnd);
    transaction.code = /^\d+$/.test(code) ? Number(code) : leave();
    return codeEnd;
  });
  into.push(Object.assign(transaction, eventsOf(bytes, lists, leaning.transaction)));
  return end;
}

function readResults(text: Text, start: number, into: RawBlockResults): number {
  const { bytes } = text;
  const lists: List[] = [];
  const end = readFields(bytes, start, resultFields, (name, position) => {
    if (name === "height") {
      const heightEnd = bytes[position] === quote ? textEnd(bytes, position + 1) : leave();
      into.height = bytes.toString("utf8", position + 1, heightEnd);
      return heightEnd + 1;
    }
    if (name !== "txs_results") return readEvents(text, position, name, lists);
    if (isAt(bytes, position, between.null)) return position + between.null.length;
    const transactions: RawTransaction[] = [];
    into.txs_results = transactions;
    return readList(bytes, position, (at) => readTransaction(text, at, transactions));
  });
  Object.assign(into, eventsOf(bytes, lists, leaning.block));
  return end;
}

/**
 * The results in an answer's body. An event that doesn't count has no type.
 * @returns undefined for JSON.parse to decide
 */
export function scanBlockResults(bytes: Buffer): RawBlockResults | undefined {
  // Older nodes indent: JSON.parse is as fast then.
  if (bytes[1] !== quote) return undefined;
  const text = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  let results: RawBlockResults | undefined;
  try {
    const end = readFields(bytes, 0, envelopeFields, (name, position) => {
      if (name === "error") leave();
      results = {};
      return readResults(text, position, results);
    });
    if (skipSpace(bytes, end, bytes.length) < bytes.length) leave();
    return results;
  } catch (error) {
    if (isErrorOfKind(error, "source")) return undefined;
    throw error;
  }
}
