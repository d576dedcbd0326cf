import { describe, expect, it } from "vitest";
import { pack } from "../../lib/packed.ts";
import {
  checkAttestationRewards,
  checkCommitteeCover,
  checkCommitteeShape,
  checkProposers,
  includedValidators,
} from "./check.ts";
import type { Committees } from "./scan/committees.ts";

function committees(entries: [slot: number, index: number, members: number[]][]): Committees {
  const starts = [0];
  for (const [, , members] of entries) starts.push((starts.at(-1) ?? 0) + members.length);
  return {
    slots: entries.map(([slot]) => slot),
    indices: entries.map(([, index]) => index),
    starts,
    validators: Uint32Array.from(entries.flatMap(([, , members]) => members)),
  };
}

describe("committees", () => {
  const right = committees([
    [8, 1, [4, 5]],
    [8, 0, [0, 1]],
    [9, 0, [2]],
    [9, 1, [3]],
  ]);

  it("cover each active validator exactly once", () => {
    expect(checkCommitteeShape(right, 8, 2)).toBeUndefined();
    expect(checkCommitteeCover(right, Uint8Array.of(1, 1, 1, 1, 1, 1, 0))).toBeUndefined();
    expect(checkCommitteeCover(right, Uint8Array.of(1, 1, 1, 1, 1, 1, 1))).toBe(
      "active validator 6 is in no committee",
    );
    expect(checkCommitteeCover(right, Uint8Array.of(1, 1, 1, 0, 1, 1))).toBe(
      "validator 3 is in a committee but not active",
    );
    const doubled = committees([[8, 0, [0, 1, 1]]]);
    expect(checkCommitteeCover(doubled, Uint8Array.of(1, 1))).toBe("validator 1 is in two committees");
    const unknown = committees([[8, 0, [0, 9]]]);
    expect(checkCommitteeCover(unknown, Uint8Array.of(1))).toBe(
      "validator 9 is in a committee but not active",
    );
  });

  it.each([
    [[[7, 0, [1]]], "outside"],
    [
      [
        [8, 0, [1]],
        [8, 0, [2]],
        [9, 0, [3]],
      ],
      "twice",
    ],
    [[[8, 0, [1]]], "same number"],
    [
      [
        [8, 0, [1]],
        [9, 1, [2]],
      ],
      "lacks a committee",
    ],
    [[], "same number"],
  ] as [[number, number, number[]][], string][])("%j is refused: %s", (entries, problem) => {
    expect(checkCommitteeShape(committees(entries), 8, 2)).toContain(problem);
  });
});

describe("proposers", () => {
  const duties = [
    { slot: 8, validator_index: 3 },
    { slot: 9, validator_index: 4 },
  ];
  const block = (slot: number, proposer: number) => ({
    slot,
    status: "canonical" as const,
    proposer_index: proposer,
  });

  it("must be those of the duties", () => {
    expect(checkProposers(duties, [block(8, 3), block(9, 4)], 8, 2)).toBeUndefined();
    expect(checkProposers(duties, [block(8, 4)], 8, 2)).toBe("block 8 is by 4, but the duty was 3's");
    expect(checkProposers(duties.slice(1), [], 8, 2)).toBe("no proposer duty for slot 8");
    expect(checkProposers([...duties, { slot: 10, validator_index: 1 }], [], 8, 2)).toContain("outside");
    expect(checkProposers([...duties, { slot: 9, validator_index: 1 }], [], 8, 2)).toContain("two proposer");
  });

  it("of slot 0 needn't be listed", () => {
    expect(
      checkProposers([{ slot: 1, validator_index: 4 }], [block(0, 0), block(1, 4)], 0, 2),
    ).toBeUndefined();
  });
});

describe("attestation rewards", () => {
  const reward = (validator_index: number, head: bigint, target: bigint, source: bigint) => ({
    validator_index,
    head,
    target,
    source,
  });
  const check = (
    rewards: readonly ReturnType<typeof reward>[],
    included: ReadonlySet<number>,
    rules: { isLeak?: boolean; isPhase0?: boolean } = {},
  ) => checkAttestationRewards(rewards, included, { isLeak: false, isPhase0: false, ...rules });

  it("of zero for everybody are a lie, except in a leak", () => {
    const zeros = [reward(1, 0n, 0n, 0n), reward(2, 0n, 0n, 0n)];
    expect(check(zeros, new Set([1]))).toBe("all attestation rewards are zero");
    expect(check(zeros, new Set([1]), { isLeak: true })).toBeUndefined();
    expect(check([], new Set())).toContain("no validator");
  });

  it("need a vote in a block", () => {
    const rewards = [reward(1, 5n, 9n, 4n), reward(2, 0n, -9n, -4n)];
    expect(check(rewards, new Set([1]))).toBeUndefined();
    expect(check(rewards, new Set([2]))).toContain("validator 1 is rewarded");
  });

  it("below zero for a head are a lie, except in phase0", () => {
    const rewards = [reward(1, -5n, 9n, 4n)];
    expect(check(rewards, new Set([1]))).toContain("validator 1 has a negative head reward");
    expect(check(rewards, new Set([1]), { isPhase0: true })).toBeUndefined();
  });

  it("read votes across committees of different sizes", () => {
    const committee = {
      type: "committee" as const,
      network: "tiny",
      epoch: 1,
      slot: 8,
      sizes: [3, 2, 4],
      validators: pack(Uint32Array.of(10, 11, 12, 20, 21, 30, 31, 32, 33)),
    };
    const attestation = {
      attestation_index: 0,
      slot: 8,
      committee_indices: [0, 2],
      // Bits 0 and 4 of seven, then the length bit.
      aggregation_bits: "0x91",
      beacon_block_root: "",
      source: { epoch: 0, root: "" },
      target: { epoch: 1, root: "" },
      payload_index: 0,
    };
    const block = { attestations: [attestation] };
    expect([...includedValidators([committee], [block as never])]).toEqual([10, 31]);
  });
});
