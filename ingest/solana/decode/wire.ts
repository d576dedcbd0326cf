/**
 * Transactions in wire format: legacy and version 0 (signatures first, compact-u16 counts), version 1 (SIMD-0385: message
 * first, one-byte counts, signatures at the end). Reads only what votes need.
 */
import { base58 } from "@scure/base";
import { readVote, type Vote, voteProgram } from "./vote.ts";

/** `accountStart` is the position of the vote account's key. */
export type WireVote = Vote & { accountStart: number };

export type WireTransaction = {
  signatureCount: number;
  /** Whether it has instructions, all of them the vote program's. */
  isVote: boolean;
  /** Position of the fee payer's key. */
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

/** Adds an instruction's vote, unless its transaction failed. @returns whether it is the vote program's */
function readInstruction(
  { bytes, start, count }: Keys,
  { program, accounts, data }: { program: number; accounts: number; data: Uint8Array },
  votes: WireVote[] | undefined,
): boolean {
  // The vote program can't come from a lookup table: programs are never looked up.
  if (program >= count || !isVoteProgram(bytes, start + keyBytes * program)) return false;
  if (votes === undefined) return true;
  const vote = readVote(data);
  const account = bytes[accounts];
  // An account from a lookup table has no address in these bytes: such a vote is unattributed.
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
 * @param isFailed its votes are not read: they had no effect, and any account may send instructions that the program refuses
 * @throws RangeError if the bytes are not a transaction
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
