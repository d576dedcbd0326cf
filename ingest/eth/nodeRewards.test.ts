/** The node's own attestation rewards, held against the bits in the blocks of a generated chain. */
import { expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createLogger } from "../../lib/logger.ts";
import { backfillChain } from "../listener/backfill.ts";
import { createMemoryCursorStore } from "../listener/cursor.ts";
import { metrics } from "../listener/metrics.ts";
import { openBeaconSession } from "./index.ts";

const log = createLogger("silent");
const bus: Bus = {
  kind: "memory",
  publish: async () => undefined,
  subscribe: () => Promise.reject(new Error("not used")),
  ensureTopics: async () => [],
  checkTopics: async () => [],
  ping: async () => undefined,
  close: async () => undefined,
};

/** Checks of a network so far, by outcome. */
async function outcomes(network: string): Promise<Record<string, number>> {
  const { values } = await metrics.checks.get();
  const own = values.filter(({ labels }) => labels.listener === `eth/${network}`);
  return Object.fromEntries(own.map(({ labels, value }) => [String(labels.outcome), value]));
}

it.each([
  ["phase-zero", {}],
  // Whoever requests indices in order gets each one's own rewards.
  ["misaligned", { areRewardsMisaligned: true }],
])(
  "an honest node passes in phase0, where a wrong head costs, and behind Altair: %s",
  async (networkName, faults) => {
    const chain = generateChain({
      seed: 9,
      networkName,
      preset: "minimal",
      validators: 64,
      startEpoch: 0,
      epochs: 6,
      forks: { phase0: 0, altair: 4 },
    });
    const isHeadPenalised = (epoch: number) =>
      chain.truth.dutyEpochs.some((duty) => duty.epoch === epoch && duty.headReward < 0n);
    expect([isHeadPenalised(1), isHeadPenalised(2), isHeadPenalised(3)]).toEqual([true, true, false]);
    const node = await startStubBeaconNode(chain, { faults });
    try {
      const session = await openBeaconSession(
        { urls: [node.url], requestsPerSecond: 10_000, maxHeadAgeS: 0, rewardCheckEpochs: 1 },
        { log },
      );
      await backfillChain(
        { id: "eth" },
        session,
        { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 5 },
        { from: 1, to: 5, signal: new AbortController().signal },
      );
      expect(await outcomes(networkName)).toEqual({ ok: 5 });
    } finally {
      await node.close();
    }
  },
);
