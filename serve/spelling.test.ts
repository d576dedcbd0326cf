/** Addresses in capitals are those in small letters, on every chain whose encoding says so. */
import { describe, expect, it } from "vitest";
import { cosmosChains } from "../schemas/cosmos/chains.ts";
import { evmAddress, lowerEvmAddress } from "./addresses.ts";
import { examplePool, pool } from "./cardano/endpoints.ts";
import { exampleAddress, subjectOf } from "./cosmos/endpoint.ts";

const mixed = (text: string) => `${text.slice(0, -4)}${text.slice(-4).toUpperCase()}`;

describe("bech32 (BIP-173)", () => {
  it.each(
    cosmosChains.flatMap((chain) => (["validator", "delegator"] as const).map((kind) => ({ chain, kind }))),
  )("of a $kind of $chain.id is taken in either case, and in no mixture", ({ chain, kind }) => {
    const { parameter, toStored } = subjectOf(chain, kind);
    const example = String(parameter.meta()?.example);
    for (const text of [example, example.toUpperCase()]) {
      expect(parameter.safeParse(text).success, text).toBe(true);
      expect(text).toMatch(new RegExp(String(parameter.meta()?.pattern)));
      expect(toStored?.(text)).toBe(example);
    }
    expect(parameter.safeParse(mixed(example)).success).toBe(false);
    expect(parameter.safeParse(exampleAddress("cosmos")).success).toBe(false);
  });

  it("of a pool is taken in either case, and so is its hash", () => {
    for (const text of [examplePool, examplePool.toUpperCase(), "01".repeat(28)]) {
      expect(pool.parameter.safeParse(text).success, text).toBe(true);
      expect(pool.toStored?.(text)).toBe(examplePool);
    }
    const hash = "ab".repeat(28);
    expect(pool.toStored?.(hash.toUpperCase())).toBe(pool.toStored?.(hash));
    expect(pool.parameter.safeParse(mixed(examplePool)).success).toBe(false);
  });
});

describe("hex of the EVM (EIP-55)", () => {
  const checksummed = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

  it("has letters of one case, or the checksum", () => {
    for (const text of [checksummed, checksummed.toLowerCase(), `0x${checksummed.slice(2).toUpperCase()}`])
      expect(lowerEvmAddress.parse(text)).toBe(checksummed.toLowerCase());
    expect(evmAddress.safeParse(checksummed.replace("5aA", "5Aa")).success).toBe(false);
    expect(evmAddress.safeParse(checksummed.replace("0x", "0X")).success).toBe(false);
  });
});
