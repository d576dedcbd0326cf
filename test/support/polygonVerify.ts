/** Compares a warehouse that was read from stub nodes with the figures that contracts and Heimdall report. */
import { expect } from "vitest";
import type { PolygonHistory } from "../../fixtures/polygon/history.ts";
import type { PolygonStub } from "../../fixtures/polygon/stubNodes.ts";
import { polygonVerification } from "../../verify/polygon/kinds.ts";
import { openPolygon, polygonOptions } from "./polygon.ts";
import type { ServeFixture } from "./serve.ts";
import { type Verified, verifyRange } from "./verify.ts";

type Fixture = { served: ServeFixture; history: PolygonHistory; stub: PolygonStub };
type Range = { from: number; to: number };

async function verifyPolygon({ served, history, stub }: Fixture, range: Range): Promise<Verified> {
  const { info } = await openPolygon(polygonOptions(stub));
  const verification = polygonVerification(info);
  const software = await verification.software(new AbortController().signal);
  expect(software.slice(0, 2)).toEqual(["Stub/v1.2.3-odd", "heimdalld/0.9.1"]);
  const about = { chain: "polygon", family: "polygon", network: history.network, store: served.store };
  return await verifyRange(verification, about, range);
}

const one = (values: unknown[], place: number) =>
  values.map((value, at) => (at === place ? BigInt(String(value)) + 1n : value));

/** Contracts that report one more of some figures, and signatures without a signer. */
function changesOf({ snapshots }: PolygonHistory): PolygonStub["root"]["settings"]["changedViews"] {
  // One more from the odd blocks on: the growth from a block to the next is one more, or less.
  const perStake = (block: number) =>
    (snapshots.findLast((state) => state.block <= block)?.rewardPerStake ?? 0n) + BigInt(block % 2);
  return {
    validators: (values, block) => [...one(values, 0).slice(0, 12), perStake(block)],
    currentValidatorSetSize: (values) => one(values, 0),
    getTotalStake: (values) => one(values, 0),
    headerBlocks: (values) => one(values, 1),
    rewardPerStake: (_values, block) => [perStake(block)],
  };
}

/** Every kind has figures, and none differs; figures that contracts change are the only differences. */
export async function expectPolygonVerified(fixture: Fixture, range: Range): Promise<void> {
  const { history, served, stub } = fixture;
  const { settings } = stub.root;
  const { stateBlocks } = settings.faults;
  try {
    settings.faults.stateBlocks = 128;
    const pruned = await verifyPolygon(fixture, range);
    expect(pruned.missing.filter((reason) => reason.includes("missing trie node"))).not.toEqual([]);
    expect(pruned.differences).toEqual([]);
    settings.faults.stateBlocks = Number.POSITIVE_INFINITY;
    const { differences, missing, compared } = await verifyPolygon(fixture, range);
    expect(differences).toEqual([]);
    for (const reason of missing) expect(reason).toMatch(/^total_stake \d+: stakes change in the block/);
    expect(Math.min(...Object.values(compared)), JSON.stringify(compared)).toBeGreaterThan(0);
    settings.changedViews = changesOf(history);
    const other = (await verifyPolygon(fixture, { from: range.to - 1, to: range.to - 1 })).differences;
    const differing = new Set(other.map(({ kind, item }) => `${kind} ${item.replace(/\/.*/, "")}`));
    expect([...differing].sort()).toEqual([
      "checkpoints start_block",
      "delegations stake_wei",
      "reward_per_stake reward_per_stake_1e25",
      "signatures is_signed",
      "stakes self_stake_wei",
      "total_stake validator_count",
    ]);
    const stake = other.find(({ kind, against }) => kind === "stakes" && against === "warehouse");
    expect(stake?.node).toBe(String(BigInt(stake?.own ?? 0) + 1n));
    const { status } = await served.get(stake?.explain ?? "", { "x-service-network": history.network });
    expect([stake?.explain, status]).toEqual([expect.stringContaining("&kind=stake"), 200]);
  } finally {
    settings.faults.stateBlocks = stateBlocks;
    settings.changedViews = {};
  }
}
