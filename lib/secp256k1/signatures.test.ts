/** Recovery and batch verification against published vectors and @noble/curves. */
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Affine, generator, n } from "./curve.ts";
import { p } from "./field.ts";
import { addressOf, createSignatureReader } from "./signatures.ts";

const bytesOf = (hex: string) => Uint8Array.from(Buffer.from(hex, "hex"));
const hash = (text: string) => sha256(new TextEncoder().encode(text));
const reader = createSignatureReader();

function sign(key: Uint8Array, digest: Uint8Array) {
  const bytes = secp256k1.sign(digest, key, { prehash: false, format: "recovered" });
  return { rs: bytes.subarray(1), parity: bytes[0] ?? 0 };
}
const keyOf = (secret: Uint8Array): Affine =>
  secp256k1.Point.fromBytes(secp256k1.getPublicKey(secret)).toAffine();
const secretOf = (number: bigint) => bytesOf(number.toString(16).padStart(64, "0"));
const secrets = fc.bigInt({ min: 1n, max: n - 1n }).map(secretOf);
const digests = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe("signatures of secp256k1", () => {
  // Deterministic signatures by RFC 6979, as published by Trezor and the bitcoin-core tests: the keys 1 and n - 1.
  it.each([
    [
      "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8",
      "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
      "Satoshi Nakamoto",
      generator,
    ],
    [
      "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b",
      "547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
      "All those moments will be lost in time, like tears in rain. Time to die...",
      generator,
    ],
    [
      "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0",
      "6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
      "Satoshi Nakamoto",
      { x: generator.x, y: p - generator.y },
    ],
  ])("recovers the key of the vector %s", (r, s, message, key) => {
    const recovered = [0, 1].map((parity) => reader.recover(hash(message), { rs: bytesOf(r + s), parity }));
    expect(recovered).toContainEqual(key);
  });

  it("recovers the address of the vector of Ethereum's ecRecover", () => {
    const digest = bytesOf("18c547e4f7b0f325ad1e56f57e26c745b09a3e503d86e00e5255ff7f715d3d1c");
    const r = "73b1693892219d736caba55bdb67216e485557ea6b6af75f37096c9aa6a5a75f";
    const s = "eeb940b1d03b21e36b0e47e79769f095fe2ab855bd91e3a38756b7d75a9c4549";
    const key = reader.recover(digest, { rs: bytesOf(r + s), parity: 1 });
    expect(addressOf(key as Affine)).toBe("0xa94f5374fce5edbc8e2a8697c15331677e6ebf0b");
  });

  it("recovers what @noble/curves signs, and verifies batches of it", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(secrets, digests), { minLength: 1, maxLength: 6 }), (pairs) => {
        const supposed = pairs.map(([secret, digest]) => {
          const signature = sign(secret, digest);
          expect(reader.recover(digest, signature)).toEqual(keyOf(secret));
          return { signed: { hash: digest, signatures: [signature] }, keys: [keyOf(secret)] };
        });
        expect(reader.areOf(supposed)).toBe(true);
        const [first, ...rest] = supposed;
        const other = { ...first, keys: [keyOf(secretOf(7n))] } as (typeof supposed)[number];
        expect(reader.areOf([other, ...rest])).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ["r is 0", 0n, 1n],
    ["s is 0", 1n, 0n],
    ["r is the order", n, 1n],
    ["s is the order", 1n, n],
    ["no point has the x of r", 5n, 1n],
  ])("returns undefined if %s", (_, r, s) => {
    const rs = Uint8Array.from([...secretOf(r), ...secretOf(s)]);
    expect(reader.recover(hash("x"), { rs, parity: 0 })).toBeUndefined();
  });
});
