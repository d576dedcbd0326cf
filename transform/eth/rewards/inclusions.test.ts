import { describe, expect, it } from "vitest";
import type { Fork } from "../../../schemas/eth/events.ts";
import type { CanonicalBlock, EpochFacts, IncludedAttestation } from "./facts.ts";
import { accountInclusions, sourceDelayMax, voteBits } from "./inclusions.ts";
import type { Spec } from "./rules.ts";

const spec: Spec = {
  EFFECTIVE_BALANCE_INCREMENT: "1000000000",
  BASE_REWARD_FACTOR: "64",
  MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
};
const slotsPerEpoch = 4;
const rootOf = (slot: number) => `root ${slot}`;

/** Validators 0 to 7: slot s of the epoch has committees [2s] and [2s + 1], of one member each. */
function factsOf(epoch: number, blocks: (CanonicalBlock | undefined)[], fork: Fork): EpochFacts {
  return {
    epoch,
    spec,
    fork,
    slotsPerEpoch,
    blocks,
    committees: [0, 1, 2, 3].map((s) => ({
      offsets: Uint32Array.of(0, 1, 2),
      validators: Uint32Array.of(2 * s, 2 * s + 1),
    })),
    parentRoot: rootOf(epoch * slotsPerEpoch - 1),
    syncCommittee: new Uint32Array(),
    syncBalances: new Map(),
    finalizedEpochAfter: Math.max(0, epoch - 1),
    registry: {
      size: 8,
      increments: new Uint16Array(8).fill(32),
      isSlashed: new Uint8Array(8),
      exitEpoch: new Float64Array(8).fill(Number.POSITIVE_INFINITY),
      withdrawableEpoch: new Float64Array(8).fill(Number.POSITIVE_INFINITY),
      activationEpoch: new Float64Array(8),
    },
  };
}

const epoch = 10;
const first = epoch * slotsPerEpoch;

function vote(slot: number, change: Partial<IncludedAttestation> = {}): IncludedAttestation {
  return {
    slot,
    targetEpoch: epoch,
    committeeIndices: [0, 1],
    aggregationBits: "0x07",
    beaconBlockRoot: rootOf(slot),
    targetRoot: rootOf(first),
    payloadIndex: 0,
    ...change,
  };
}

type Attestations = Record<number, IncludedAttestation[]>;

/** Accounts for epoch 10 with a block in each of its slots and the next epoch's but `missed`. */
function account(attestations: Attestations, { fork = "electra" as Fork, missed = [] as number[] } = {}) {
  const block = (slot: number): CanonicalBlock | undefined =>
    missed.includes(slot)
      ? undefined
      : {
          slot,
          root: rootOf(slot),
          fork,
          proposerIndex: 0,
          syncBits: "",
          isPayloadPresent: true,
          attestations: attestations[slot] ?? [],
          slashings: [],
        };
  const blocksOf = (own: number) => [0, 1, 2, 3].map((offset) => block(own * slotsPerEpoch + offset));
  return accountInclusions(
    factsOf(epoch, blocksOf(epoch), fork),
    factsOf(epoch + 1, blocksOf(epoch + 1), fork),
  );
}

const { duty, targetCorrect, headCorrect, sourceTimely, targetTimely, headTimely } = voteBits;
const all = duty | targetCorrect | headCorrect | sourceTimely | targetTimely | headTimely;
/** sqrt(256 ETH in Gwei) = 505964; 64e9 / 505964 = 126491 an increment. */
const baseGwei = 32 * 126_491;

describe("duties and inclusions", () => {
  it("a vote in the next slot earns all flags; all others only have a duty", () => {
    const accounted = account({ [first + 1]: [vote(first)] });
    expect([...accounted.votes]).toEqual([all, all, duty, duty, duty, duty, duty, duty]);
    expect([...accounted.delay]).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    expect([...accounted.count]).toEqual([1, 1, 0, 0, 0, 0, 0, 0]);
    expect(accounted.dutyCount).toBe(8);
  });

  it("the proposer earns for new flags only, floored for each attestation", () => {
    const single = { committeeIndices: [1], aggregationBits: "0x03" };
    const accounted = account({
      [first + 1]: [vote(first, single)],
      [first + 2]: [vote(first)],
      [first + 4]: [vote(first, single)],
    });
    expect(accounted.proposerRewards).toEqual([
      { slot: first + 1, rewardGwei: Math.floor((baseGwei * 54) / 448), attestationCount: 1 },
      // Source (delay 2) and target of validator 0; validator 1 has them already.
      { slot: first + 2, rewardGwei: Math.floor((baseGwei * 40) / 448), attestationCount: 1 },
      { slot: first + 4, rewardGwei: 0, attestationCount: 1 },
    ]);
    expect([accounted.count[0], accounted.count[1]]).toEqual([1, 3]);
    expect([accounted.delay[0], accounted.delay[1]]).toEqual([2, 1]);
  });

  it("committees are concatenated by their real sizes", () => {
    const accounted = account({
      [first + 1]: [vote(first, { committeeIndices: [1], aggregationBits: "0x03" })],
    });
    expect([accounted.delay[0], accounted.delay[1]]).toEqual([0, 1]);
    const upper = account({ [first + 1]: [vote(first, { aggregationBits: "0x06" })] });
    expect([upper.delay[0], upper.delay[1]]).toEqual([0, 1]);
  });

  it("an empty slot's head is the last block before it", () => {
    const missed = [first + 1];
    const right = account({ [first + 2]: [vote(first + 1, { beaconBlockRoot: rootOf(first) })] }, { missed });
    expect(right.votes[2]).toBe(all);
    const wrong = account({ [first + 2]: [vote(first + 1)] }, { missed });
    expect(wrong.votes[2]).toBe(all & ~(headCorrect | headTimely));
  });

  it("an epoch that begins with an empty slot has the block before it as its target", () => {
    const before = rootOf(first - 1);
    const accounted = account(
      { [first + 1]: [vote(first, { targetRoot: before, beaconBlockRoot: before })] },
      { missed: [first] },
    );
    expect(accounted.votes[0]).toBe(all);
  });

  it("a right head with a wrong target is right but not rewarded", () => {
    const accounted = account({ [first + 1]: [vote(first, { targetRoot: rootOf(1) })] });
    expect(accounted.votes[0]).toBe(duty | headCorrect | sourceTimely);
  });

  it.each([
    ["bellatrix", 3, duty | targetCorrect | headCorrect | targetTimely],
    ["bellatrix", 5, duty | targetCorrect | headCorrect],
    ["deneb", 5, duty | targetCorrect | headCorrect | targetTimely],
    ["electra", 2, all & ~headTimely],
  ] as const)("%s: a vote %i slots late has the flags that are left", (fork, delay, flags) => {
    expect(sourceDelayMax(slotsPerEpoch)).toBe(2);
    const accounted = account({ [first + delay]: [vote(first)] }, { fork });
    expect([accounted.votes[0], accounted.delay[0]]).toEqual([flags, delay]);
  });

  it("flags of several inclusions add up; the delay is the first one's", () => {
    const accounted = account({
      [first + 1]: [vote(first, { targetRoot: rootOf(1) })],
      [first + 4]: [vote(first)],
    });
    expect([accounted.votes[0], accounted.delay[0], accounted.count[0]]).toEqual([all & ~headTimely, 1, 2]);
  });

  it("phase0: right votes earn at any delay, and the first includer is remembered", () => {
    const accounted = account({ [first + 3]: [vote(first)], [first + 4]: [vote(first)] }, { fork: "phase0" });
    expect(accounted.votes[0]).toBe(all);
    expect(accounted.includerSlot?.[0]).toBe(first + 3);
    expect(accounted.proposerRewards.map(({ rewardGwei }) => rewardGwei)).toEqual([0, 0]);
  });

  it("gloas: a timely head needs the right word about the payload", () => {
    const own = (payloadIndex: number) =>
      account({ [first + 1]: [vote(first, { payloadIndex })] }, { fork: "gloas" }).votes[0];
    // The payload of its own slot cannot be known yet.
    expect([own(0), own(1)]).toEqual([all, all & ~headTimely]);
    // In an empty slot the vote is about the payload of the block before, which is there.
    const earlier = (payloadIndex: number) =>
      account(
        { [first + 2]: [vote(first + 1, { payloadIndex, beaconBlockRoot: rootOf(first) })] },
        { fork: "gloas", missed: [first + 1] },
      ).votes[2];
    expect([earlier(0), earlier(1)]).toEqual([all & ~headTimely, all]);
  });

  it.each([
    [{ aggregationBits: "0x0f" }, "3 bits for 2 committee members"],
    [{ aggregationBits: "0x03" }, "1 bits for 2 committee members"],
    [{ committeeIndices: [2], aggregationBits: "0x03" }, "committee 2 doesn't exist"],
    [{ slot: first + 40 }, "its target is epoch 10"],
    [{ slot: first + 1 }, "it comes before its slot is over"],
  ])("refuses %o", (change, reason) => {
    expect(() => account({ [first + 1]: [vote(first, change)] })).toThrow(reason);
  });

  it("refuses committees that name who isn't there", () => {
    const facts = factsOf(epoch, [undefined, undefined, undefined, undefined], "electra");
    const next = factsOf(epoch + 1, [undefined, undefined, undefined, undefined], "electra");
    const unknown = { offsets: Uint32Array.of(0, 1), validators: Uint32Array.of(8) };
    const short = { offsets: Uint32Array.of(0, 2), validators: Uint32Array.of(1) };
    expect(() => accountInclusions({ ...facts, committees: [unknown] }, next)).toThrow(
      `The committees of slot ${first} can't be right: validator 8 is not in the registry`,
    );
    expect(() => accountInclusions(facts, { ...next, committees: [short] })).toThrow("2 seats for 1 members");
  });
});
