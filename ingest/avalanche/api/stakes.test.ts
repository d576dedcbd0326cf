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
  it("keep every digit, and delegations where they are listed", () => {
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

  it("are refused in another form", () => {
    expect(() => readStakes({ validators: 5 }, [])).toThrow("validators can't be read");
  });
});

describe("an answer that can't be that of a network", () => {
  const delegated = (count: string, delegators: object[] | null) => [
    staker(1, { delegatorCount: count, delegators }),
  ];

  it.each<[string, unknown, readonly string[], string]>([
    ["lists no validator", { validators: [] }, [], "bad_answer"],
    ["leaves validators out", {}, [], "bad_answer"],
    ["has null for them", { validators: null }, [], "bad_answer"],
    ["has none that can be read", { validators: [staker(1, { weight: "many" })] }, [], "bad_answer"],
    ["lists one twice", { validators: [staker(1), staker(1)] }, [], "bad_answer"],
    ["lacks the requested node", { validators: null }, [node(1)], "bad_answer"],
    ["is of another node", { validators: [staker(2)] }, [node(1)], "lying"],
    ["lacks delegations", { validators: delegated("2", null) }, [node(1)], "bad_answer"],
    ["has one of two delegations", { validators: delegated("2", [staker(3)]) }, [node(1)], "bad_answer"],
  ])("%s: it is of no use", (_, answer, nodeIds, code) => {
    expect(() => readStakes(answer, nodeIds)).toThrow(expect.objectContaining({ code }));
  });
});
