/** Call data of checkpoints: the vote and its signatures. Pure. Decoded by hand: an ABI coder creates 300 integers for each. */
import { keccak_256 } from "@noble/hashes/sha3.js";
import { SourceError } from "../../lib/errors.ts";

/** submitCheckpoint(bytes,uint256[3][]), the current one, and submitHeaderBlock(bytes,bytes), of the first year. */
const selectors = { checkpoint: "4e43e495", headerBlock: "6a791f11" } as const;
const wordBytes = 32;

export type Signature = {
  /** r and s, 32 bytes each. */
  rs: Uint8Array;
  /** Parity of the point of r: 0 or 1. */
  parity: number;
};

export type Submission = {
  proposer: string;
  startBlock: bigint;
  endBlock: bigint;
  /** keccak256(0x01 · data): the hash that validators sign. */
  voteHash: Uint8Array;
  signatures: Signature[];
};

/** The signed hash, and the signatures. */
export type Vote = Pick<Submission, "voteHash" | "signatures">;

const bad = (problem: string) =>
  new SourceError(`a checkpoint's call data ${problem}`, { code: "bad_answer", retryable: false });

function createReader(bytes: Buffer) {
  const word = (at: number) => {
    if (at + wordBytes > bytes.length) throw bad("end too early");
    return bytes.subarray(at, at + wordBytes);
  };
  const integer = (at: number) => {
    const value = word(at);
    if (value.subarray(0, 28).some((byte) => byte !== 0)) throw bad("have an offset beyond their end");
    return value.readUInt32BE(28);
  };
  const slice = (at: number, length: number) => {
    if (at + length > bytes.length) throw bad("end too early");
    return bytes.subarray(at, at + length);
  };
  return { word, integer, slice };
}

/** v of a signature: 27 or 28, or 0 or 1. */
function parityOf(v: number): number {
  const parity = v >= 27 ? v - 27 : v;
  if (parity > 1) throw bad(`have a signature with v = ${v}`);
  return parity;
}

/** @param input the transaction's input, hex with 0x. @throws SourceError for another call */
export function decodeSubmission(input: string): Submission {
  const selector = input.slice(2, 10).toLowerCase();
  if (selector !== selectors.checkpoint && selector !== selectors.headerBlock)
    throw bad(`are of another function, 0x${selector}`);
  const bytes = Buffer.from(input.slice(10), "hex");
  const { word, integer, slice } = createReader(bytes);
  const dataAt = integer(0);
  const data = slice(dataAt + wordBytes, integer(dataAt));
  const votesAt = integer(wordBytes);
  const votes = integer(votesAt);
  const signatures: Signature[] = [];
  if (selector === selectors.checkpoint) {
    for (let i = 0; i < votes; i += 1) {
      const at = votesAt + wordBytes * (1 + 3 * i);
      signatures.push({ rs: slice(at, 64), parity: parityOf(word(at + 64)[31] ?? 0) });
    }
  } else {
    for (let at = votesAt + wordBytes; at + 65 <= votesAt + wordBytes + votes; at += 65)
      signatures.push({ rs: slice(at, 64), parity: parityOf(slice(at + 64, 1)[0] ?? 0) });
  }
  const dataReader = createReader(data);
  return {
    proposer: `0x${dataReader.word(0).subarray(12).toString("hex")}`,
    startBlock: BigInt(`0x${dataReader.word(wordBytes).toString("hex")}`),
    endBlock: BigInt(`0x${dataReader.word(2 * wordBytes).toString("hex")}`),
    voteHash: keccak_256(Buffer.concat([Buffer.from([1]), data])),
    signatures,
  };
}
