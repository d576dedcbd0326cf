import { describe, expect, it } from "vitest";
import { describeChain } from "../spec.ts";
import type { BeaconClient } from "./beacon.ts";
import { createSharedFacts } from "./shared.ts";

const gwei = 1_000_000_000;
const genesis = { genesis_time: "0", genesis_validators_root: `0x${"00".repeat(32)}` };
const constants = { CONFIG_NAME: "n", SLOTS_PER_EPOCH: "4", SECONDS_PER_SLOT: "12", ELECTRA_FORK_EPOCH: "0" };
const chain = describeChain(constants, genesis);

type Validator = { balance: number; effective: number; isSlashed?: boolean };
type Queue = readonly [source: number, target: number][];

/** A node with queues by slot, and validators with balances in ETH, one more in each state of a later slot. */
function shared(
  queues: Readonly<Record<number, Queue | null>>,
  validators: Record<number, Validator>,
  isFirst = false,
) {
  const client = {
    pendingConsolidations: async (slot: number) =>
      queues[slot]?.map(([source_index, target_index]) => ({ source_index, target_index })) ?? null,
    validatorsById: async (slot: number, ids: readonly string[]) => {
      const existing = ids.map(Number).filter((id) => validators[id] !== undefined);
      const of = (read: (one: Validator) => number) =>
        BigUint64Array.from(existing, (id) => BigInt(read(validators[id] as Validator) * gwei));
      return [
        {
          count: existing.length,
          validatorIndex: Uint32Array.from(existing),
          balanceGwei: of(({ balance }) => balance + (slot % 4 === 0 ? 1 : 0)),
          effectiveBalanceGwei: of(({ effective }) => effective),
          isSlashed: Uint8Array.from(existing, (id) => (validators[id]?.isSlashed === true ? 1 : 0)),
        },
      ];
    },
  };
  const facts = createSharedFacts(client as unknown as BeaconClient, chain);
  return facts.consolidations(5, isFirst, new AbortController().signal);
}

describe("consolidations of an epoch", () => {
  const consolidationsOf = (validators: Record<number, Validator>) =>
    shared(
      {
        16: [
          [1, 2],
          [2, 3],
          [4, 3],
          [6, 7],
        ],
        20: [[6, 7]],
      },
      validators,
    );
  const eth = (amount: number) => String(amount * gwei);

  it("are what has left the queue; what a transition brings may be handed on in it, a slashed source moves nothing", async () => {
    const consolidations = await consolidationsOf({
      1: { balance: 40, effective: 32 },
      2: { balance: 20, effective: 33 },
      3: { balance: 64, effective: 64 },
      4: { balance: 32, effective: 32, isSlashed: true },
    });
    expect(consolidations.consolidations).toEqual([
      { source_index: 1, target_index: 2, amount_gwei: eth(32) },
      { source_index: 2, target_index: 3, amount_gwei: eth(33) },
      { source_index: 4, target_index: 3, amount_gwei: "0" },
    ]);
    const ofThird = {
      target_index: 3,
      target_balance_before_gwei: eth(64),
      target_balance_after_gwei: eth(65),
      target_effective_balance_gwei: eth(64),
    };
    expect(consolidations.consolidation_balances).toEqual([
      {
        source_index: 1,
        target_index: 2,
        is_source_slashed: 0,
        target_balance_before_gwei: eth(20),
        target_balance_after_gwei: eth(21),
        target_effective_balance_gwei: eth(33),
      },
      { source_index: 2, is_source_slashed: 0, ...ofThird },
      { source_index: 4, is_source_slashed: 1, ...ofThird },
    ]);
  });

  it("are unknown where no node serves a queue, and none while it stays as it is", async () => {
    expect(await shared({ 16: [], 20: null }, {})).toEqual({ consolidations: null });
    expect(await shared({ 16: null, 20: [] }, {})).toEqual({
      consolidations: null,
      pending_consolidations: [],
    });
    expect(await shared({ 16: [[6, 7]], 20: [[6, 7]] }, {})).toEqual({
      consolidations: [],
      consolidation_balances: [],
      pending_consolidations: [],
    });
  });

  it("come with what has been queued since, and with the whole queue where a run begins", async () => {
    const old: Queue = [[6, 7]];
    const queues: Record<number, Queue> = { 16: old, 20: [...old, [8, 9]] };
    const sources = async (isFirst: boolean) =>
      (await shared(queues, {}, isFirst)).pending_consolidations?.map(({ source_index }) => source_index);
    expect([await sources(false), await sources(true)]).toEqual([[8], [6, 8]]);
  });

  it("of validators that a state doesn't know are a lie", async () => {
    await expect(consolidationsOf({ 1: { balance: 40, effective: 32 } })).rejects.toThrow(
      /validator \d is missing in the state/,
    );
  });
});
