import { describe, expect, it } from "vitest";
import { syncRewards } from "./block.ts";
import type { CanonicalBlock, EpochFacts, SyncBalance } from "./facts.ts";

const slotsPerEpoch = 8;
/** isqrt(32e9) = 178,885; floor(64e9 / 178,885) = 357,771, times 32 · 2 / 64 / 8, of one seat. */
const seatGwei = 44_721;

/** Epochs 10 and 11; the only seat is validator 0's, whose bit in each block of epoch 10 is given. */
function factsOf(
  epoch: number,
  balance: SyncBalance | undefined,
  signed: readonly (boolean | undefined)[] = [],
): EpochFacts {
  const first = epoch * slotsPerEpoch;
  const block = (isSigned: boolean | undefined, i: number): CanonicalBlock | undefined =>
    isSigned === undefined
      ? undefined
      : {
          slot: first + i,
          root: `root ${first + i}`,
          fork: "electra",
          proposerIndex: 1,
          syncBits: isSigned ? "0x01" : "0x00",
          isPayloadPresent: true,
          attestations: [],
          slashings: [],
        };
  return {
    epoch,
    spec: {
      EFFECTIVE_BALANCE_INCREMENT: "1000000000",
      BASE_REWARD_FACTOR: "64",
      MAX_EFFECTIVE_BALANCE_ELECTRA: "2048000000000",
      SYNC_COMMITTEE_SIZE: "1",
    },
    fork: "electra",
    slotsPerEpoch,
    blocks: Array.from({ length: slotsPerEpoch }, (_, i) => block(signed[i], i)),
    committees: [{ offsets: Uint32Array.of(0, 1), validators: Uint32Array.of(1) }],
    parentRoot: "",
    syncCommittee: Uint32Array.of(0),
    syncBalances: new Map(balance === undefined ? [] : [[0, balance]]),
    finalizedEpochAfter: epoch - 1,
    registry: {
      size: 2,
      increments: Uint16Array.of(0, 32),
      isSlashed: new Uint8Array(2),
      exitEpoch: Float64Array.of(0, Number.POSITIVE_INFINITY),
      withdrawableEpoch: Float64Array.of(0, Number.POSITIVE_INFINITY),
      activationEpoch: new Float64Array(2),
    },
  };
}

/** Net reward, penalty and the first slot's part of a member over the blocks of an epoch. */
function payOf(
  start: Pick<SyncBalance, "slot" | "gwei"> & Partial<SyncBalance>,
  signed: readonly (boolean | undefined)[],
  end?: number,
) {
  const own = factsOf(10, { withdrawals: [], movedGwei: 0, ...start }, signed);
  const next = factsOf(
    11,
    end === undefined ? undefined : { slot: 87, gwei: end, movedGwei: 0, withdrawals: [] },
  );
  const duty = syncRewards(own, next).duties.get(0);
  return {
    reward: duty?.rewardGwei,
    penalty: duty?.penaltyGwei,
    first: duty?.firstSlotGwei,
    missed: duty?.missed,
  };
}

describe("sync penalties of a member that is withdrawable", () => {
  const before = { slot: 79, gwei: 0 };

  it("take nothing from a balance of zero, and a part of one that is too small", () => {
    expect(payOf(before, [false, false])).toEqual({ reward: 0, penalty: 0, first: 0, missed: 2 });
    const some = { slot: 79, gwei: seatGwei + 7 };
    expect(payOf(some, [false, undefined, false, false])).toMatchObject({
      penalty: -seatGwei - 7,
      first: -seatGwei,
    });
  });

  it("take what a consolidation of the transition has left of its source", () => {
    const source = { slot: 79, gwei: 32_000_000_007, movedGwei: -32_000_000_000 };
    expect(payOf(source, [false, false])).toMatchObject({ penalty: -7, first: -7 });
    expect(payOf({ ...source, movedGwei: 0 }, [false, false])).toMatchObject({ penalty: -2 * seatGwei });
  });

  it("take what was earned before, unless it was withdrawn meanwhile", () => {
    expect(payOf(before, [true, false, false])).toMatchObject({ reward: seatGwei, penalty: -seatGwei });
    const withdrawals = [{ slot: 81, gwei: seatGwei }];
    expect(payOf({ ...before, withdrawals }, [true, false, false])).toMatchObject({ penalty: 0 });
  });

  it("are applied in full if a deposit was credited in the epoch, as the balance at its end shows", () => {
    const deposit = 1_000_000_000;
    expect(payOf(before, [false, false], deposit - 2 * seatGwei)).toMatchObject({ penalty: -2 * seatGwei });
    expect(payOf(before, [false, true, false], 0)).toMatchObject({ penalty: -seatGwei });
  });

  it("of a first block without a known balance before it are applied in full if anything is left after it", () => {
    expect(payOf({ slot: 80, gwei: 5 }, [false, false])).toMatchObject({
      penalty: -seatGwei - 5,
      first: -seatGwei,
    });
    expect(payOf({ slot: 80, gwei: 0 }, [false, true, false])).toMatchObject({
      penalty: -seatGwei,
      first: 0,
    });
  });

  it("are applied in full if the balance is unknown", () => {
    const next = factsOf(11, undefined);
    expect(syncRewards(factsOf(10, undefined, [false]), next).duties.get(0)?.penaltyGwei).toBe(-seatGwei);
  });
});
