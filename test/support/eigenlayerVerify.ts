/** Compares a warehouse that was read from a stub node with the views of the contracts there. */
import { expect } from "vitest";
import { dayEndsIn } from "../../chains/eigenlayerWritten.ts";
import { type EigenlayerHistory, firstBlock } from "../../fixtures/eigenlayer/history.ts";
import { type StubNode, startEigenlayerStub } from "../../fixtures/eigenlayer/stubNode.ts";
import * as truth from "../../fixtures/eigenlayer/truth.ts";
import { eigenlayerVerification } from "../../verify/eigenlayer/kinds.ts";
import { eigenlayerOptions, openEigenlayer } from "./eigenlayer.ts";
import type { ServeFixture } from "./serve.ts";
import { type Verified, verifyRange } from "./verify.ts";

type Fixture = { served: ServeFixture; history: EigenlayerHistory; network: string };

/** Compares the last day and the block after it. */
async function verifyEigenlayer(
  { served: { store }, history, network }: Fixture,
  node: StubNode,
): Promise<Verified> {
  const { info } = await openEigenlayer(eigenlayerOptions([node.url], { networkName: network }));
  const verification = eigenlayerVerification({ ...info, dayEnds: dayEndsIn(store, network) });
  const about = { chain: "eigenlayer", family: "eigenlayer", network, store };
  expect(await verification.software(new AbortController().signal)).toEqual(["Stub/v1.2.3-odd"]);
  const last = firstBlock + (truth.fullDays(history).at(-1)?.place ?? 0);
  return await verifyRange(verification, about, { from: last, to: last + 1 });
}

/** A contract that reports other figures: an operator, a claim and a magnitude of the first subjects, each one more. */
const changes: Partial<Record<string, (values: readonly unknown[]) => readonly unknown[]>> = {
  cumulativeClaimed: ([amount]) => [(amount as bigint) + 1n],
  getDistributionRootsLength: ([length]) => [length],
  currRewardsCalculationEndTimestamp: ([seconds]) => [(seconds as number) + 1],
  delegatedTo: () => [`0x${"77".repeat(20)}`],
  podOwnerDepositShares: ([shares]) => [(shares as bigint) - 1n],
  getMaxMagnitude: ([magnitude]) => [(magnitude as bigint) - 1n],
};

/** Every kind has figures, and none differs; figures that contracts change are the only differences. */
export async function expectEigenlayerVerified(
  fixture: Fixture,
  { hasAll }: { hasAll: boolean },
): Promise<void> {
  const { served, history, network } = fixture;
  const node = await startEigenlayerStub(history);
  try {
    const { differences, missing, compared } = await verifyEigenlayer(fixture, node);
    expect({ differences, missing }).toEqual({ differences: [], missing: [] });
    // A short history has no slashed operator.
    if (!hasAll) return;
    expect(Math.min(...Object.values(compared)), JSON.stringify(compared)).toBeGreaterThan(0);
    node.settings.changedViews = changes;
    const other = (await verifyEigenlayer(fixture, node)).differences;
    const differing = new Set(other.map(({ kind, item }) => `${kind} ${item.replace(/\/.*/, "")}`));
    expect([...differing].sort()).toEqual([
      "claimed_rewards claimed_base_units",
      "delegations operator",
      "distribution_roots last_calculation_end_s",
      "max_magnitudes max_magnitude",
      "pod_shares pod_shares_wei",
    ]);
    const [pod] = other.filter(({ kind }) => kind === "pod_shares");
    expect(pod?.node).toBe(String(BigInt(pod?.own ?? 0) - 1n));
    const { status } = await served.get(pod?.explain ?? "", { "X-Service-Network": network });
    expect([pod?.explain, status]).toEqual([expect.stringContaining(`/${pod?.subject}/explain?date=`), 200]);
    node.settings.statesFrom = Number.POSITIVE_INFINITY;
    const pruned = await verifyEigenlayer(fixture, node);
    expect(Object.values(pruned.compared).every((count) => count === 0)).toBe(true);
    for (const reason of pruned.missing) expect(reason).toContain("missing trie node");
  } finally {
    await node.close();
  }
}
