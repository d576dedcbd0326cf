/**
 * Whether a deposit's signature is its key's (consensus-specs, specs/electra/beacon-chain.md, `is_valid_deposit_signature`).
 * The library is loaded on first use: most processes never verify one.
 */
import { createHash } from "node:crypto";

export type SignedDeposit = {
  pubkey: string;
  withdrawal_credentials: string;
  amount_gwei: string;
  signature: string;
};

const domainDeposit = Buffer.from("03000000", "hex");
/** The specification's ciphersuite, with a proof of possession; the library's own default is another one. */
const ciphersuite = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const zeroChunk = Buffer.alloc(32);

const bytesOf = (hex: string) => Buffer.from(hex.slice(2), "hex");
const hashOf = (left: Uint8Array, right: Uint8Array) =>
  createHash("sha256").update(left).update(right).digest();
const padded = (bytes: Buffer) => Buffer.concat([bytes, zeroChunk]).subarray(0, 32);

function littleEndian(amount: string): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(amount));
  return bytes;
}

/** Domain of deposits: of the genesis fork, for all forks and before any validator. */
function depositDomain(genesisForkVersion: string): Buffer {
  const forkDataRoot = hashOf(padded(bytesOf(genesisForkVersion)), zeroChunk);
  return Buffer.concat([domainDeposit, forkDataRoot.subarray(0, 28)]);
}

/** What the key signed: the root of the DepositMessage with the domain. */
function signingRoot(deposit: SignedDeposit, genesisForkVersion: string): Buffer {
  const pubkey = bytesOf(deposit.pubkey);
  const keyRoot = hashOf(pubkey.subarray(0, 32), padded(pubkey.subarray(32)));
  const messageRoot = hashOf(
    hashOf(keyRoot, bytesOf(deposit.withdrawal_credentials)),
    hashOf(padded(littleEndian(deposit.amount_gwei)), zeroChunk),
  );
  return hashOf(messageRoot, depositDomain(genesisForkVersion));
}

/** @returns undefined for bytes that are no point of the curve, outside of the subgroup, or the point at infinity */
function pointOf<Point>(
  { fromBytes }: { fromBytes: (bytes: Uint8Array) => Point & { assertValidity(): void } },
  hex: string,
): Point | undefined {
  try {
    const point = fromBytes(bytesOf(hex));
    point.assertValidity();
    return point;
  } catch {
    return undefined;
  }
}

/** @param genesisForkVersion GENESIS_FORK_VERSION of the network, 0x and hex */
export async function isValidDepositSignature(
  deposit: SignedDeposit,
  genesisForkVersion: string,
): Promise<boolean> {
  const { bls12_381 } = await import("@noble/curves/bls12-381.js");
  const pubkey = pointOf(bls12_381.G1.Point, deposit.pubkey);
  const signature = pointOf(bls12_381.G2.Point, deposit.signature);
  if (pubkey === undefined || signature === undefined) return false;
  const { hash, verify } = bls12_381.longSignatures;
  return verify(signature, hash(signingRoot(deposit, genesisForkVersion), ciphersuite), pubkey);
}
