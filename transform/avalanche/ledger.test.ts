import { describe, expect, it } from "vitest";
import { cycleOfStake } from "./cycle.ts";
import type { Stake } from "./facts.ts";
import { type Opening, type RunEvent, runLedger } from "./ledger.ts";

const avax = 1_000_000_000n;
const supply = 400_000_000n * avax;
const day = 86_400;
const start = 1_650_000_000;

const opening: Opening = {
  cycles: [],
  reported: new Map(),
  ended: new Map(),
  lost: new Set(),
  helicon: null,
  cortina: 0,
};

function stakeOf(name: string, more: Partial<Stake>): Stake {
  return {
    txId: name.padEnd(64, "0"),
    nodeId: "NodeID-1",
    isValidator: false,
    pubkey: null,
    weight: 2_000n * avax,
    shares: 0,
    period: 0,
    restakeShares: 0,
    height: 5,
    position: 0,
    start,
    end: start + 14 * day,
    pendingUntil: 7,
    pendingPriority: 0,
    ...more,
  };
}

const begun = (stake: Stake): RunEvent => ({ kind: "start", stake });
const ended = ({ txId, end }: Stake, height: number): RunEvent => ({
  kind: "end",
  outcome: { height, txId, isRenewal: false, proposedAt: end, isCommitted: true, decidedAt: end },
});

const validator = stakeOf("a", { isValidator: true, shares: 20_000, end: start + 30 * day });
const delegation = stakeOf("b", {});

describe("a delegation that begins in the second of its validator, and before it", () => {
  const events = [begun(delegation), begun(validator), ended(delegation, 9), ended(validator, 12)];
  const { cycles } = runLedger(events, opening, supply);
  const [own, its] = cycles;

  it("pays the validator's fee, and what is left is its own", () => {
    const reward = own?.reward ?? 0n;
    expect(reward).toBeGreaterThan(0n);
    expect(own?.fee).toBe(reward - (reward * 980_000n) / 1_000_000n);
    expect(own?.outcome?.paidOwn).toBe((reward * 980_000n) / 1_000_000n);
  });

  it("is counted among the validator's fees", () => {
    expect(its?.accruedFee).toBe(own?.fee);
    expect(its?.isFeeKnown).toBe(true);
  });
});

describe("a delegation to a validator that started before Cortina", () => {
  const before = { ...opening, cortina: start + 1 };

  it("pays its fee at its own end", () => {
    const events = [begun(validator), begun(delegation), ended(delegation, 9), ended(validator, 12)];
    const [its, own] = runLedger(events, before, supply).cycles;
    expect(own?.outcome?.paidFee).toBe(own?.fee);
    expect(its?.accruedFee).toBe(0n);
    const later = runLedger(events, { ...before, cortina: start }, supply).cycles;
    expect(later.map(({ outcome }) => outcome?.paidFee)).toEqual([undefined, 0n]);
    expect(later[0]?.accruedFee).toBe(own?.fee);
  });

  it("has of UTXOs both parts, where it began before the blocks that are read", () => {
    const cycles = [validator, delegation].map(cycleOfStake);
    const paid = new Map([[delegation.txId, { ...delegation, saidStart: start, paid: [98n, 3n] }]]);
    const [, own] = runLedger([ended(delegation, 9)], { ...before, cycles, ended: paid }, supply).cycles;
    expect(own).toMatchObject({ reward: 101n, fee: 3n, outcome: { paidOwn: 98n, paidFee: 3n } });
  });
});

it("a delegation of an earlier validator of the node stays without one that begins later", () => {
  const later = stakeOf("c", { isValidator: true, shares: 20_000, start: start + 1, end: start + 30 * day });
  const { cycles } = runLedger([begun(delegation), begun(later)], opening, supply);
  expect(cycles.map(({ fee }) => fee)).toEqual([undefined, undefined]);
});
