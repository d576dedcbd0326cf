/** The parts of P-chain transactions, read to find where they end. */
import { type Reader, unreadable } from "./reader.ts";
import { typeIds } from "./types.ts";

function expectType(reader: Reader, what: string, ...wanted: readonly number[]): number {
  const typeId = reader.u32();
  if (!wanted.includes(typeId)) throw unreadable(`${what} of type ${typeId}`);
  return typeId;
}

function skipOwnersBody(reader: Reader): void {
  reader.skip(12);
  reader.each(() => reader.skip(20));
}

export function skipOwners(reader: Reader): void {
  expectType(reader, "owners", typeIds.outputOwners);
  skipOwnersBody(reader);
}

/** Threshold and addresses, without a type. */
export function skipChainOwner(reader: Reader): void {
  reader.skip(4);
  reader.each(() => reader.skip(20));
}

/** Signature indices of an authorization. */
export function skipAuth(reader: Reader): void {
  expectType(reader, "an authorization", typeIds.input);
  reader.each(() => reader.skip(4));
}

/** The amount of a transferable output. */
function output(reader: Reader): bigint {
  reader.skip(32);
  if (expectType(reader, "an output", typeIds.transferOutput, typeIds.lockOut) === typeIds.lockOut) {
    reader.skip(8);
    expectType(reader, "a locked output", typeIds.transferOutput);
  }
  const amount = reader.u64();
  skipOwnersBody(reader);
  return amount;
}

/** The number of outputs, and their sum. */
export function outputs(reader: Reader): { count: number; sum: bigint } {
  let count = 0;
  let sum = 0n;
  reader.each(() => {
    sum += output(reader);
    count += 1;
  });
  return { count, sum };
}

function skipInput(reader: Reader): void {
  reader.skip(68);
  if (expectType(reader, "an input", typeIds.transferInput, typeIds.lockIn) === typeIds.lockIn) {
    reader.skip(8);
    expectType(reader, "a locked input", typeIds.transferInput);
  }
  reader.skip(8);
  reader.each(() => reader.skip(4));
}

export const skipInputs = (reader: Reader) => reader.each(() => skipInput(reader));

/** The beginning of every transaction with inputs. @returns the network's number, and the number of outputs */
export function base(reader: Reader): { networkId: number; outputCount: number } {
  const networkId = reader.u32();
  reader.skip(32);
  const { count } = outputs(reader);
  skipInputs(reader);
  reader.list();
  return { networkId, outputCount: count };
}

/** The BLS key as hex; null without one. */
export function signer(reader: Reader): string | null {
  if (expectType(reader, "a signer", typeIds.emptySigner, typeIds.proofOfPossession) === typeIds.emptySigner)
    return null;
  const key = reader.hex(48);
  reader.skip(96);
  return key;
}

export const skipCredentials = (reader: Reader) =>
  reader.each(() => {
    expectType(reader, "a credential", typeIds.credential);
    reader.each(() => reader.skip(65));
  });

/**
 * The amount and index of a reward UTXO in the nodes' form: codec version, id, index, asset, output.
 * @throws SourceError `bad_answer`
 */
export function rewardUtxo(reader: Reader): { index: number; amount: bigint } {
  reader.skip(34);
  const index = reader.u32();
  return { index, amount: output(reader) };
}
