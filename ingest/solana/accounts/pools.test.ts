import { describe, expect, it } from "vitest";
import { poolsMessage } from "../../../schemas/solana/events.ts";
import { decodePool, readPools, withdrawAuthority } from "./pools.ts";
import { accountOf, expectTotal } from "./testDecoder.ts";
import { accountJson, addressOf, answerJson, bytesOf, uint64, useTestNode } from "./testNode.ts";
import { decodeTokenName } from "./tokenNames.ts";

const { serve, requests } = useTestNode();
const state = { network: "mainnet", slot: 90, epoch: 1_100 };

describe("stake pools", () => {
  const poolData = (bump: number, tail = 329) =>
    Buffer.concat([
      Buffer.of(1),
      ...[1, 2, 3].map(bytesOf),
      Buffer.of(bump),
      ...[4, 5, 6, 7, 8].map(bytesOf),
      ...[2n ** 64n - 1n, 8n, 1_099n].map(uint64),
      Buffer.alloc(tail, 0xaa),
    ]);

  it("are decoded, and nothing else of the program is", () => {
    expect(decodePool(accountOf(poolData(254)))).toEqual({
      pool: addressOf(200),
      manager: addressOf(1),
      staker: addressOf(2),
      withdraw_bump_seed: 254,
      validator_list: addressOf(4),
      pool_mint: addressOf(6),
      total_lamports: "18446744073709551615",
      pool_token_supply: "8",
      last_update_epoch: "1099",
    });
    for (const type of [0, 2]) {
      const other = poolData(254);
      other[0] = type;
      expect(decodePool(accountOf(other))).toBeUndefined();
    }
    expectTotal(decodePool, poolData(254, 3), 282);
  });

  it("have the withdraw authority that is known of one", async () => {
    // Jito's pool; both addresses are public.
    expect(await withdrawAuthority("Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb", 253)).toBe(
      "6iQKfEyhr3bZMotVkW6beNZz5CPAkiwvgV2CTje9pVSS",
    );
    expect(await withdrawAuthority("Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb", 255)).toBeUndefined();
    expect(await withdrawAuthority("1".repeat(44), 253)).toBeUndefined();
  });

  /** A bump for which an address has an authority, and one for which it has none. */
  async function bumps(pool: string): Promise<{ good: number; bad: number }> {
    const authorities = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, back) => (await withdrawAuthority(pool, 255 - back)) !== undefined,
      ),
    );
    return { good: 255 - authorities.indexOf(true), bad: 255 - authorities.indexOf(false) };
  }

  const borshText = (text: string, size: number) => {
    const bytes = Buffer.alloc(4 + size);
    bytes.writeUInt32LE(size);
    bytes.write(text, 4);
    return bytes;
  };
  const metadata = (mint: number, name: string, symbol: string) =>
    Buffer.concat([Buffer.of(4), bytesOf(9), bytesOf(mint), borshText(name, 32), borshText(symbol, 10)]);

  it("are read with the names of their tokens, without those whose authority can't be", async () => {
    const [one, two] = [await bumps(addressOf(201)), await bumps(addressOf(200))];
    const pools = answerJson([
      accountJson(addressOf(201), poolData(one.good)),
      accountJson(addressOf(202), Buffer.alloc(300)),
      accountJson(addressOf(200), poolData(two.bad)),
    ]);
    const names = JSON.stringify({
      result: {
        context: { slot: 1 },
        value: [metadata(6, "Jito Staked SOL", "JitoSOL"), metadata(7, "of another", "X")].map((data) => ({
          data: [data.toString("base64"), "base64"],
        })),
      },
    });
    const nodes = await serve(({ method }) => (method === "getProgramAccounts" ? pools : names));
    const expected = {
      pool: addressOf(201),
      withdraw_authority: await withdrawAuthority(addressOf(201), one.good),
      manager: addressOf(1),
      staker: addressOf(2),
      validator_list: addressOf(4),
      pool_mint: addressOf(6),
      name: null,
      symbol: null,
      total_lamports: "18446744073709551615",
      pool_token_supply: "8",
      last_update_epoch: "1099",
    };
    const read = await readPools(nodes, undefined, { slot: 90 });
    expect(read).toEqual([expected]);
    expect(poolsMessage.parse({ type: "pools", ...state, pools: read }).pools).toEqual(read);
    expect(await readPools(nodes, undefined, { isNamed: true })).toEqual([
      { ...expected, name: "Jito Staked SOL", symbol: "JitoSOL" },
    ]);
    expect(requests().map(({ method }) => method)).toEqual([
      "getProgramAccounts",
      "getProgramAccounts",
      "getMultipleAccounts",
    ]);
  });

  it("have no name when the token's metadata is none", () => {
    const data = metadata(6, "ab", "");
    expect(decodeTokenName(data, addressOf(6))).toEqual({ name: "ab", symbol: null });
    expect(decodeTokenName(data, addressOf(5))).toBeUndefined();
    for (let length = 0; length < 65 + 36; length += 1)
      expect(decodeTokenName(data.subarray(0, length), addressOf(6))).toBeUndefined();
    expect(decodeTokenName(data.subarray(0, 103), addressOf(6))).toEqual({ name: "ab", symbol: null });
  });
});
