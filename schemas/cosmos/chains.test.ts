import { describe, expect, it } from "vitest";
import { cosmosChainOf, cosmosChains } from "./chains.ts";

describe.each(cosmosChains)("$id", (chain) => {
  const others = cosmosChains.filter((other) => other !== chain);

  it("is one row, by an id of its own", () => {
    expect(cosmosChainOf(chain.id)).toBe(chain);
  });

  it("shares neither chain ids nor prefixes with another", () => {
    for (const network of [chain.mainNetwork, chain.testNetwork]) {
      expect(network, `${network} by the pattern of ${chain.id}`).toMatch(chain.chainIds);
      for (const other of others)
        expect(network, `${network} by the pattern of ${other.id}`).not.toMatch(other.chainIds);
    }
    expect(others.map(({ prefix }) => prefix)).not.toContain(chain.prefix);
  });

  it("has records of states where delegations are read, and only there", () => {
    const states = Object.keys(chain.paths).filter((record) => record.endsWith("State"));
    expect(states.length > 0).toBe(chain.readsDelegations);
  });
});

it("knows no other chain", () => {
  expect(() => cosmosChainOf("mars")).toThrow(RangeError);
});
