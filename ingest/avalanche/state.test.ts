import { describe, expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import type { ReportedStake } from "../../schemas/avalanche/events.ts";
import { createCurrentState } from "./state.ts";

const stakeOf = (node_id: string, is_validator: boolean): ReportedStake => ({
  tx_id: `${node_id} ${is_validator ? "validator" : "delegation"}`,
  node_id,
  is_validator,
  pubkey: null,
  weight: "1",
  shares: 0,
  start: 1,
  end: 2,
  potential_reward: "0",
  accrued_fee: "0",
  period: 0,
  restake_shares: 0,
  restaked: "0",
});

/** A node whose next block ends the stakes of a validator, as soon as a validator's delegations are requested. */
function createSource({ leaving, hasNextBlock }: { leaving: string; hasNextBlock: boolean }) {
  const validators = new Set(["staying", leaving]);
  let height = 7;
  return {
    height: async () => height,
    supply: async () => ({ supply: String(height), height }),
    stakes: async ([nodeId]: readonly string[]) => {
      if (nodeId === undefined)
        return {
          stakes: [...validators].map((one) => stakeOf(one, true)),
          withoutDelegators: [...validators],
          problems: [],
        };
      if (hasNextBlock) height = 8;
      validators.delete(leaving);
      if (!validators.has(nodeId)) throw new SourceError("no validator is listed", { code: "bad_answer" });
      return {
        stakes: [stakeOf(nodeId, true), stakeOf(nodeId, false)],
        withoutDelegators: [],
        problems: [],
      };
    },
  };
}

async function stateOf(source: Parameters<typeof createCurrentState>[0]) {
  const current = createCurrentState(source, { network: "mainnet", log: createLogger("silent") });
  await current.refresh(new AbortController().signal);
  return current.get();
}

describe("a validator that is listed, but not answered for alone", () => {
  it("has left: the state is that of a later block, without it", async () => {
    const state = await stateOf(createSource({ leaving: "leaving", hasNextBlock: true }));
    expect(state).toMatchObject({ height: 8, supply: "8" });
    expect(state?.stakes.map(({ tx_id }) => tx_id)).toEqual(["staying validator", "staying delegation"]);
  });

  it("leaves the state unknown if no block has come since", async () => {
    expect(await stateOf(createSource({ leaving: "leaving", hasNextBlock: false }))).toBeUndefined();
  });
});
