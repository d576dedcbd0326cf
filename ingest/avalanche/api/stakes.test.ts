import { describe, expect, it } from "vitest";
import { toCb58, toNodeId } from "../../../lib/cb58.ts";
import { readStakes } from "./stakes.ts";

const id = (byte: number) => toCb58(Buffer.alloc(32, byte));
const node = (byte: number) => toNodeId(Buffer.alloc(20, byte));
const staker = (byte: number, more: object = {}) => ({
  txID: id(byte),
  startTime: "1700000000",
  endTime: "1710000000",
  weight: "18446744073709551615",
  nodeID: node(byte),
  potentialReward: "7",
  ...more,
});

describe("stakes of an answer", () => {
  it("keep every digit, and delegations where they are told", () => {
    const { stakes, withoutDelegators, problems } = readStakes(
      {
        validators: [
          staker(1, {
            delegationFee: "3.3333",
            accruedDelegateeReward: "12",
            signer: { publicKey: `0x${"AB".repeat(48)}` },
            nextPeriod: "0",
            autoCompoundRewardShares: "300000",
            delegators: [staker(2, { nodeID: node(1) })],
          }),
          staker(3, {
            exactDelegationFee: 20_001,
            delegationFee: "2.0000",
            delegatorCount: "1",
            signer: { publicKey: "0x12" },
          }),
          staker(4, { delegatorCount: "0", delegators: null }),
        ],
      },
      [],
    );
    expect(problems).toEqual([]);
    expect(withoutDelegators).toEqual([node(3)]);
    expect(stakes).toHaveLength(4);
    expect(stakes[0]).toMatchObject({
      tx_id: "01".repeat(32),
      is_validator: true,
      weight: "18446744073709551615",
      shares: 33_333,
      accrued_fee: "12",
      pubkey: "ab".repeat(48),
      period: 0,
      restake_shares: 300_000,
    });
    expect(stakes[1]).toMatchObject({ tx_id: "02".repeat(32), is_validator: false, node_id: node(1) });
    expect(stakes[2]).toMatchObject({ shares: 20_001, pubkey: null });
  });

  it("leave out validators of an L1, and say what can't be read", () => {
    const { stakes, problems } = readStakes(
      {
        validators: [
          staker(1, { validationID: id(9), balance: "5" }),
          staker(2, { nodeID: "NodeID-1" }),
          staker(3),
        ],
      },
      [],
    );
    expect(stakes.map(({ node_id }) => node_id)).toEqual([node(3)]);
    expect(problems).toHaveLength(1);
  });

  it("are none where there are none, and refused in another form", () => {
    expect(readStakes({ validators: null }, []).stakes).toEqual([]);
    expect(() => readStakes({ validators: 5 }, [])).toThrow("validators can't be read");
  });
});
