/** Compared with states that the reference library wrote, in every fork since Altair. */
import { ssz } from "@lodestar/types";
import { describe, expect, it } from "vitest";
import { createScoreScanner } from "./inactivityScores.ts";

/** Of the mainnet preset, which the library has. */
const constants = {
  SLOTS_PER_HISTORICAL_ROOT: "8192",
  EPOCHS_PER_HISTORICAL_VECTOR: "65536",
  EPOCHS_PER_SLASHINGS_VECTOR: "8192",
};
const forks = ["altair", "bellatrix", "capella", "deneb", "electra", "fulu"] as const;
const validators = 1000;

function stateOf(fork: (typeof forks)[number]): Buffer {
  const type = ssz[fork].BeaconState;
  const state = type.defaultValue();
  const validator = ssz.phase0.Validator.defaultValue();
  for (let index = 0; index < validators; index += 1) {
    state.validators.push(validator);
    state.balances.push(32_000_000_000);
    state.previousEpochParticipation.push(7);
    state.currentEpochParticipation.push(7);
    state.inactivityScores.push(index % 250 === 249 ? index * 4 : 0);
  }
  return Buffer.from(type.serialize(state as never));
}

const expected = { validatorIndex: [249, 499, 749, 999], score: [996n, 1996n, 2996n, 3996n] };

function read(state: Buffer, pieceBytes: number) {
  const scanner = createScoreScanner(constants);
  if (scanner === undefined) throw new Error("no scanner");
  let read = 0;
  for (let start = 0; start < state.length; start += pieceBytes) {
    read = Math.min(state.length, start + pieceBytes);
    if (scanner.push(state.subarray(start, read))) break;
  }
  const { validatorIndex, score } = scanner.result();
  return { read, found: { validatorIndex: [...validatorIndex], score: [...score] } };
}

describe("inactivity scores of a state in SSZ", () => {
  it.each(forks)("%s: are found, however the answer comes in pieces", (fork) => {
    const state = stateOf(fork);
    for (const pieceBytes of [state.length, 65_536, 100_003])
      expect(read(state, pieceBytes).found).toEqual(expected);
  });

  it("are read no further than they go", () => {
    const state = stateOf("electra");
    const longer = Buffer.concat([state, Buffer.alloc(1_000_000)]);
    expect(read(longer, 65_536).read).toBeLessThan(state.length + 65_536);
  });

  it("are refused from a state that ends before them, or whose offsets make no sense", () => {
    const state = stateOf("deneb");
    expect(() => read(state.subarray(0, 2_800_000), 65_536)).toThrow("it ends too early");
    expect(() => read(Buffer.alloc(3_000_000, 0xff), 65_536)).toThrow("contradict");
  });

  it("can't be looked for where the node doesn't list its constants", () => {
    expect(createScoreScanner({ SLOTS_PER_HISTORICAL_ROOT: "8192" })).toBeUndefined();
  });
});
