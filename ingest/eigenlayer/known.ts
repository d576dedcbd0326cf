/** What a listener knows of a network at a block: it decides the calls to contracts and to the sidecar. */
import { dayOfSeconds } from "../../lib/days.ts";
import { type DistributionRoot, shareKinds } from "../../schemas/eigenlayer/events.ts";
import type { Facts, QueuedM1 } from "./facts.ts";
import { nativeStrategy } from "./networks.ts";

/** Kinds after this one reveal no new staker. */
const ownKindMax = shareKinds.indexOf("beacon_factor");
/** Sampled stakers per last byte of the address. */
const samplesPerByte = 20;

export type KnownRoot = Pick<DistributionRoot, "root_index" | "block" | "calculation_end"> & {
  isDisabled: boolean;
  root: string;
};

/** A staker that may be sampled. */
export type KnownStaker = {
  staker: string;
  /** The first block with one of its logs. */
  block: number;
  /** Its strategies, with the first block with a log of each. */
  strategies: Map<string, number>;
};

export type Known = {
  /** Strategies with shares: the first block with a log of each, and whether its token was published. */
  strategies: Map<string, { block: number; isDescribed: boolean }>;
  /** Stakers by the last byte of their address, ascending. */
  stakers: Map<number, KnownStaker[]>;
  roots: Map<number, KnownRoot>;
  /** Reward tokens whose names were read. */
  tokens: Set<string>;
  /** Published `<snapshot>/<root index>`. */
  snapshots: Set<string>;
  /** Withdrawals that M1 queued, by root. */
  queuedM1: Map<string, QueuedM1>;
};

export const createKnown = (): Known => ({
  strategies: new Map(),
  stakers: new Map(),
  roots: new Map(),
  tokens: new Set(),
  snapshots: new Set(),
  queuedM1: new Map(),
});

export const snapshotKey = (snapshot: number, rootIndex: number) => `${snapshot}/${rootIndex}`;

export function noteStrategy({ strategies }: Known, strategy: string, block: number): void {
  if (strategy === nativeStrategy) return;
  const existing = strategies.get(strategy);
  if (existing === undefined) strategies.set(strategy, { block, isDescribed: false });
  else existing.block = Math.min(existing.block, block);
}

/** Keeps the lowest addresses of each last byte, so that the result does not depend on the order of logs. */
export function noteStaker({ stakers }: Known, staker: string, strategy: string, block: number): void {
  const byte = Number.parseInt(staker.slice(-2), 16);
  const list = stakers.get(byte) ?? [];
  const same = list.find((one) => one.staker === staker);
  if (same !== undefined) {
    same.block = Math.min(same.block, block);
    same.strategies.set(strategy, Math.min(same.strategies.get(strategy) ?? block, block));
    return;
  }
  const last = list.at(-1);
  if (list.length === samplesPerByte && last !== undefined && staker > last.staker) return;
  const sorted = [...list, { staker, block, strategies: new Map([[strategy, block]]) }].sort((one, other) =>
    one.staker < other.staker ? -1 : 1,
  );
  stakers.set(byte, sorted.slice(0, samplesPerByte));
}

export function noteQueuedM1({ queuedM1 }: Known, facts: Pick<Facts, "queuedM1">): void {
  for (const withdrawal of facts.queuedM1) queuedM1.set(withdrawal.root, withdrawal);
}

/** Adds the facts of a piece of the chain. */
export function note(knownFacts: Known, facts: Facts): void {
  noteQueuedM1(knownFacts, facts);
  const { shares } = facts;
  for (let row = 0; row < shares.length; row += 1) {
    if (shares.read("kind", row) > ownKindMax) continue;
    const block = shares.read("block", row);
    const strategy = shares.hex("strategy", row);
    noteStrategy(knownFacts, strategy, block);
    noteStaker(knownFacts, shares.hex("staker", row), strategy, block);
  }
  for (const { root_index, block, calculation_end, root } of facts.roots) {
    const isDisabled = knownFacts.roots.get(root_index)?.isDisabled ?? false;
    knownFacts.roots.set(root_index, { root_index, block, calculation_end, root, isDisabled });
  }
  for (const { root_index } of facts.disabled_roots) {
    const root = knownFacts.roots.get(root_index);
    if (root !== undefined) root.isDisabled = true;
  }
}

/** The snapshots that each root adds, without disabled roots: days since 1970. */
export function snapshotsOfRoots(
  knownFacts: Known,
): { root: KnownRoot; from: number | undefined; to: number }[] {
  const valid = [...knownFacts.roots.values()]
    .filter(({ isDisabled }) => !isDisabled)
    .sort((one, other) => one.root_index - other.root_index);
  const spans: { root: KnownRoot; from: number | undefined; to: number }[] = [];
  let covered: number | undefined;
  for (const root of valid) {
    const to = dayOfSeconds(root.calculation_end);
    if (covered !== undefined && to <= covered) continue;
    spans.push({ root, from: covered === undefined ? undefined : covered + 1, to });
    covered = to;
  }
  return spans;
}
