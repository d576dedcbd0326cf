/**
 * Reads a full block from bytes: some two megabytes, of which votes are a fifth. JSON.parse creates objects for all of it;
 * here the engine's own search goes from transaction to transaction. Bytes between them are not examined: a quote within a
 * JSON string is escaped, so a quoted key is found only where it is a key. The frame around the list of transactions goes
 * to the parser. An answer that JSON.parse would refuse for the bytes in between may thus be read, but any value equals
 * that of JSON.parse. An answer in a form that nodes don't write is left to JSON.parse.
 */
import { parseJsonWithBigInts } from "@solana/rpc-spec-types";
import { isAt } from "../../json/read.ts";
import { closeBrace, closeBracket, comma, openBrace } from "../../json/skip.ts";
import { encoded, leave, passValue } from "../../json/whole.ts";
import { type DecodedBlock, decodeHeader } from "./block.ts";
import { type ContentCollector, createContentCollector, readWireTransaction } from "./content.ts";

const text = (value: string): Buffer => Buffer.from(encoded(value));
const listStart = text('"transactions":[');
const base64End = text('","base64"]');
const errorKey = text('"err":');
const feeKey = text('"fee":');
const nullText = text("null");

/** Agave writes the transaction first; its documentation, and nodes that sort keys, write `meta` first. */
const transactionFirst = {
  start: text('{"transaction":["'),
  next: text(',{"transaction":["'),
  meta: text('","base64"],"meta":'),
};
const metaFirst = { start: text('{"meta":{'), transaction: text('},"transaction":["') };
const versions = [',"version":"legacy"}', ',"version":0}', ',"version":1}', "}"].map(text);

const zero = 0x30;
const feeDigitsMax = 15;
/** Bytes of the current transaction: the largest has 4 KB. */
const scratch = Buffer.alloc(65_536);

function find(bytes: Buffer, wanted: Buffer, start: number): number {
  const position = bytes.indexOf(wanted, start);
  return position === -1 ? leave() : position;
}

function readFee(bytes: Buffer, start: number): number {
  let fee = 0;
  let position = start;
  for (; position < start + feeDigitsMax; position += 1) {
    const digit = (bytes[position] as number) - zero;
    if (digit < 0 || digit > 9) break;
    fee = fee * 10 + digit;
  }
  const isEnd = bytes[position] === comma || bytes[position] === closeBrace;
  return position > start && isEnd ? fee : leave();
}

/** Positions of the last result's keys: an unexpected one between two results is found from here, too. */
type Place = { error: number; fee: number };

/** Reads `err` and `fee` of a `meta`. @returns the position after both */
function readResult(bytes: Buffer, metaStart: number, last: Place) {
  last.error = find(bytes, errorKey, last.error) + errorKey.length;
  last.fee = find(bytes, feeKey, last.fee) + feeKey.length;
  if (Math.min(last.error, last.fee) < metaStart) leave();
  const isFailed = !isAt(bytes, last.error, nullText);
  const result = { isFailed, feeLamports: readFee(bytes, last.fee) };
  return { result, end: Math.max(last.error, last.fee) };
}

/** There must be no more results than transactions. */
function checkNoMore(bytes: Buffer, last: Place): void {
  if (bytes.indexOf(errorKey, last.error) !== -1 || bytes.indexOf(feeKey, last.fee) !== -1) leave();
}

/** The transaction whose base64 spans `start` to `end`. */
function readBytes(bytes: Buffer, start: number, end: number, isFailed: boolean) {
  if (end - start > scratch.length) leave();
  const written = bytes.toString("latin1", start, end);
  const size = scratch.write(written, "base64");
  if (written.includes("\\")) leave();
  return readWireTransaction(scratch.subarray(0, size), isFailed);
}

/** `[{"transaction":[…],"meta":{…},"version":…},…` @returns the position of the list's end */
function readTransactionsFirst(bytes: Buffer, start: number, into: ContentCollector): number {
  const last = { error: start, fee: start };
  for (let element = start; ; ) {
    const from = element + transactionFirst.start.length;
    const to = find(bytes, transactionFirst.meta, from);
    const metaStart = to + transactionFirst.meta.length;
    if (bytes[metaStart] !== openBrace) leave();
    const { result, end } = readResult(bytes, metaStart, last);
    into.add(readBytes(bytes, from, to, result.isFailed), result.feeLamports);
    const next = bytes.indexOf(transactionFirst.next, end);
    if (next === -1) {
      checkNoMore(bytes, last);
      return passValue(bytes, element);
    }
    element = next + 1;
  }
}

/** `[{"meta":{…},"transaction":[…],"version":…},…` @returns the position of the list's end */
function readMetaFirst(bytes: Buffer, start: number, into: ContentCollector): number {
  const last = { error: start, fee: start };
  for (let element = start; ; ) {
    const transaction = find(bytes, metaFirst.transaction, element);
    const { result, end: resultEnd } = readResult(bytes, element, last);
    if (resultEnd > transaction) leave();
    const from = transaction + metaFirst.transaction.length;
    const to = find(bytes, base64End, from);
    into.add(readBytes(bytes, from, to, result.isFailed), result.feeLamports);
    const rest = to + base64End.length;
    const end = versions.find((version) => isAt(bytes, rest, version)) ?? leave();
    element = rest + end.length;
    if (bytes[element] !== comma) {
      checkNoMore(bytes, last);
      return element;
    }
    element += 1;
    if (!isAt(bytes, element, metaFirst.start)) leave();
  }
}

/** @returns the position of the list's end */
function readTransactions(bytes: Buffer, start: number, into: ContentCollector): number {
  if (bytes[start] === closeBracket) return start;
  if (isAt(bytes, start, transactionFirst.start)) return readTransactionsFirst(bytes, start, into);
  return isAt(bytes, start, metaFirst.start) ? readMetaFirst(bytes, start, into) : leave();
}

/** @returns undefined for JSON.parse to decide */
export function scanBlock(slot: number, bytes: Buffer): DecodedBlock | undefined {
  try {
    const start = find(bytes, listStart, 0) + listStart.length;
    const collector = createContentCollector();
    const end = readTransactions(bytes, start, collector);
    if (bytes[end] !== closeBracket || bytes.indexOf(listStart, end) !== -1) leave();
    const frame = bytes.toString("utf8", 0, start) + bytes.toString("utf8", end);
    const { result, error } = parseJsonWithBigInts(frame) as { result?: unknown; error?: unknown };
    if (error !== undefined) leave();
    const block = decodeHeader(slot, result);
    return { ...block, content: collector.content(), votes: collector.votes };
  } catch {
    return undefined;
  }
}
