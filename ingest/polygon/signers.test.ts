/** Signers by supposition and batch verification, compared with ethers' recovery of each. */
import { concat, keccak256, recoverAddress, Signature, type SigningKey } from "ethers";
import { describe, expect, it } from "vitest";
import { keyOf, signerOf } from "../../fixtures/polygon/validators.ts";
import { createSignatureReader } from "../../lib/secp256k1/signatures.ts";
import type { Vote } from "./calldata.ts";
import { countedSigners, createNamer } from "./signers.ts";

const keys = Array.from({ length: 12 }, (_, i) => keyOf("signers", i)).sort((a, b) =>
  signerOf(a) < signerOf(b) ? -1 : 1,
);

function voteOf(number: number, signers: readonly SigningKey[]): Vote {
  const hash = keccak256(concat(["0x01", `0x${number.toString(16).padStart(8, "0")}`]));
  return {
    voteHash: Buffer.from(hash.slice(2), "hex"),
    signatures: signers.map((key) => {
      const { r, s, yParity } = key.sign(hash);
      return { rs: Buffer.from(r.slice(2) + s.slice(2), "hex"), parity: yParity };
    }),
  };
}

const byEthers = ({ voteHash, signatures }: Vote) =>
  signatures.map(({ rs, parity }) => {
    const hex = Buffer.from(rs).toString("hex");
    const signature = { r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, yParity: parity as 0 | 1 };
    return recoverAddress(voteHash, Signature.from(signature)).toLowerCase();
  });

describe("signers", () => {
  const reader = createSignatureReader();
  const without = (...places: number[]) => keys.filter((_, i) => !places.includes(i));
  const cases: [string, SigningKey[][]][] = [
    ["all", [keys, keys, keys]],
    ["one missing, then another", [keys, without(3), without(7), keys]],
    ["as many as before, but others", [without(2), without(9), without(2)]],
    ["few of many", [keys, keys.slice(0, 1), keys.slice(5, 8), []]],
    ["a new signer", [without(6), keys, keys]],
    [
      "out of order, and twice",
      [keys, [...keys.slice(6), ...keys.slice(0, 6)], [...keys.slice(0, 2), ...keys.slice(1, 4)]],
    ],
  ];

  it.each(cases)("%s", (_, signed) => {
    const votes = signed.map((signers, i) => voteOf(i, signers));
    expect(createNamer(reader)(votes)).toEqual(votes.map(byEthers));
  });

  it("are not those of another vote's signatures", () => {
    const [one, other] = [voteOf(1, keys), voteOf(2, keys)];
    const mixed = { ...one, signatures: [...one.signatures.slice(0, 5), ...other.signatures.slice(5)] };
    const named = createNamer(reader)([one, mixed]);
    expect(named).toEqual([byEthers(one), byEthers(mixed)]);
    expect(named[1]?.slice(5)).not.toEqual(named[0]?.slice(5));
  });

  it("are refused where there is no signature", () => {
    const vote = voteOf(1, keys.slice(0, 1));
    const broken = { ...vote, signatures: [{ rs: Buffer.alloc(64), parity: 0 }] };
    expect(() => createNamer(reader)([broken])).toThrow(/invalid signature/);
  });

  it("count until one is out of order, and once", () => {
    expect(countedSigners(["0x1", "0x1", "0x3", "0x2", "0x4"])).toEqual(["0x1", "0x3"]);
  });
});
