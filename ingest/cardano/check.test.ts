import { describe, expect, it } from "vitest";
import { checkActiveStake, checkMakers, checkRewards } from "./check.ts";

const block = (pool: string | null, block_height = 7) => ({
  hash: "aa",
  epoch_no: 300,
  abs_slot: 1,
  block_height,
  block_time: 1,
  pool,
});

describe("an epoch is held back", () => {
  it("when a block is by a pool that the registry does not have, or has retired", () => {
    const pools = [
      { pool: "pool1a", mayBeActive: true },
      { pool: "pool1b", mayBeActive: false },
    ];
    expect(() => checkMakers(300, [block("pool1a"), block(null)], pools)).not.toThrow();
    expect(() => checkMakers(300, [block("pool1a"), block("pool1b", 9)], pools)).toThrow(
      /block 9 is by pool1b/,
    );
    expect(() => checkMakers(300, [block("pool1c")], pools)).toThrow(/pool1c/);
  });

  it("when delegations do not add up to the stake, by a lovelace", () => {
    expect(() => checkActiveStake(300, "23000000000000001", 23_000_000_000_000_001n)).not.toThrow();
    expect(() => checkActiveStake(300, null, 1n)).not.toThrow();
    expect(() => checkActiveStake(300, "23000000000000001", 23_000_000_000_000_000n)).toThrow(/add up to/);
  });

  it("when rewards do not add up to the total, but for deposits of pools that retired", () => {
    const paid =
      (total: string | null, read: bigint, retired = 0) =>
      () =>
        checkRewards(300, { total, read, retired, poolDeposit: 500_000_000n });
    expect(paid(null, 5n)).not.toThrow();
    expect(paid("12345", 12_345n)).not.toThrow();
    expect(paid("12345", 12_344n)).toThrow(
      /earned 12345 lovelace, but the rewards of its pools add up to 12344/,
    );
    expect(paid("12345", 12_346n, 1)).toThrow();
    expect(paid("500012345", 12_345n, 1)).not.toThrow();
    expect(paid("500012345", 12_345n)).toThrow();
    expect(paid("1000012345", 12_345n, 1)).toThrow();
    expect(paid("5", 0n)).toThrow();
  });
});
