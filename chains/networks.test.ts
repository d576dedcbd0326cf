import { describe, expect, it } from "vitest";
import { networkLabel } from "../lib/networkLabel.ts";
import { type Candidate, findNetwork } from "./networks.ts";

const candidates: Candidate[] = [
  { chain: "eth", network: "mainnet", isMain: true },
  { chain: "eth", network: "hoodi", isMain: false },
  { chain: "solana", network: "mainnet", isMain: true },
  { chain: "celestia", network: "celestia", isMain: true },
  { chain: "celestia", network: "mocha-4", isMain: false },
  { chain: "babylon", network: "bbn-test-6", isMain: false },
  { chain: "dev", network: "one", isMain: false },
  { chain: "dev", network: "two", isMain: false },
];

const match = (name: string) => {
  const one = findNetwork(name, candidates);
  return one && networkLabel(one);
};

describe("a network's name", () => {
  it.each([
    ["eth/mainnet", "eth/mainnet"],
    ["solana/mainnet", "solana/mainnet"],
    ["hoodi", "eth/hoodi"],
    ["eth", "eth/mainnet"],
    ["solana", "solana/mainnet"],
    ["celestia", "celestia/celestia"],
    ["babylon", "babylon/bbn-test-6"],
    ["sepolia", undefined],
    ["eth/sepolia", undefined],
    ["solana/hoodi", undefined],
    ["", undefined],
  ])("%s means %s", (name, expected) => {
    expect(match(name)).toBe(expected);
  });

  it("that may mean several is refused with what it may mean", () => {
    expect(() => match("mainnet")).toThrow(
      '"mainnet" may be eth/mainnet or solana/mainnet: name the chain, too',
    );
    expect(() => match("dev")).toThrow('"dev" may be dev/one or dev/two');
  });
});
