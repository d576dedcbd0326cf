/**
 * Transactions as bytes, as they travel: legacy and version 0 (signatures first, compact-u16 counts), version 1 (SIMD-0385:
 * message first, one-byte counts, signatures at the end). Only what votes need is looked at.
 */
import { base58 } from "@scure/base";
import { readVote, type Vote, voteProgram } from "./vote.ts";

/** `account` is where the key of the vote account stands in the bytes. */
export type WireVote = Vote & { accountStart: number };

export type WireTransaction = {
  signatureCount: number;
  /** Whether it has instructions, and all are the vote program's. */
  isVote: boolean;
  /** Where the key of who pays stands. */
  payerStart: number;
  votes: WireVote[];
};

const keyBytes = 32;
const signatureBytes = 64;
const versionMark = 0x80;
const version1 = versionMark | 1;
/** Version 1: version, header, configuration mask, lifetime, counts. */
const lifetimeStart = 1 + 3 + 4;

type Cursor = { bytes: Uint8Array; position: number };

function next(cursor: Cursor): number {
  const byte = cursor.bytes[cursor.position];
  if (byte === undefined) throw new RangeError("a transaction is cut off");
  cursor.position += 1;
  return byte;
}

/** A count of one to three bytes, seven bits each. */
function compactCount(cursor: Cursor): number {
  const first = next(cursor);
  if (first < 0x80) return first;
  const second = next(cursor);
  if (second < 0x80) return (first & 0x7f) | (second << 7);
  return (first & 0x7f) | ((second & 0x7f) << 7) | (next(cursor) << 14);
}

const voteProgramKey = base58.decode(voteProgram);

function isVoteProgram(bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < keyBytes; i += 1) if (bytes[start + i] !== voteProgramKey[i]) return false;
  return true;
}

type Keys = { bytes: Uint8Array; start: number; count: number };

/** Adds what an instruction votes for, unless its transaction failed. @returns whether it is the vote program's */
function readInstruction(
  { bytes, start, count }: Keys,
  { program, accounts, data }: { program: number; accounts: number; data: Uint8Array },
  votes: WireVote[] | undefined,
): boolean {
  // A program that is looked up in a table can't be the vote program: that is no writable or read-only look-up.
  if (program >= count || !isVoteProgram(bytes, start + keyBytes * program)) return false;
  if (votes === undefined) return true;
  const vote = readVote(data);
  const account = bytes[accounts];
  // The address of an account that is looked up in a table is not in the bytes: such a vote is nobody's.
  if (vote === undefined || account === undefined || account >= count) return true;
  votes.push({ ...vote, accountStart: start + keyBytes * account });
  return true;
}

function readVersion1(bytes: Uint8Array, isFailed: boolean): WireTransaction {
  const cursor = { bytes, position: 1 };
  const signatureCount = next(cursor);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const mask = view.getUint32(4, true);
  cursor.position = lifetimeStart + keyBytes;
  const instructionCount = next(cursor);
  const keyCount = next(cursor);
  const keys = { bytes, start: cursor.position, count: keyCount };
  let configurationCount = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) configurationCount += 1;
  const headers = keys.start + keyBytes * keyCount + 4 * configurationCount;
  let payload = headers + 4 * instructionCount;
  const votes: WireVote[] = [];
  let isVote = instructionCount > 0;
  for (let header = headers; header < headers + 4 * instructionCount; header += 4) {
    const program = view.getUint8(header);
    const accounts = payload;
    const dataStart = payload + view.getUint8(header + 1);
    payload = dataStart + view.getUint16(header + 2, true);
    if (payload > bytes.length) throw new RangeError("a transaction is cut off");
    const data = bytes.subarray(dataStart, payload);
    isVote = readInstruction(keys, { program, accounts, data }, isFailed ? undefined : votes) && isVote;
  }
  return { signatureCount, isVote, payerStart: keys.start, votes };
}

/**
 * @param isFailed its votes are not read: they had no effect, and anyone may send instructions that the vote program refuses
 * @throws RangeError when the bytes are no transaction
 */
export function readTransaction(bytes: Uint8Array, isFailed: boolean): WireTransaction {
  if (bytes[0] === version1) return readVersion1(bytes, isFailed);
  const cursor = { bytes, position: 0 };
  const signatureCount = compactCount(cursor);
  cursor.position += signatureBytes * signatureCount;
  if ((bytes[cursor.position] ?? 0) >= versionMark) cursor.position += 1;
  cursor.position += 3;
  const keyCount = compactCount(cursor);
  const keys = { bytes, start: cursor.position, count: keyCount };
  cursor.position += keyBytes * keyCount + keyBytes;
  const instructionCount = compactCount(cursor);
  const votes: WireVote[] = [];
  let isVote = instructionCount > 0;
  for (let left = instructionCount; left > 0; left -= 1) {
    const program = next(cursor);
    const accountCount = compactCount(cursor);
    const accounts = cursor.position;
    cursor.position += accountCount;
    const dataLength = compactCount(cursor);
    const data = bytes.subarray(cursor.position, cursor.position + dataLength);
    if (data.length < dataLength) throw new RangeError("a transaction is cut off");
    cursor.position += dataLength;
    isVote = readInstruction(keys, { program, accounts, data }, isFailed ? undefined : votes) && isVote;
  }
  return { signatureCount, isVote, payerStart: keys.start, votes };
}
