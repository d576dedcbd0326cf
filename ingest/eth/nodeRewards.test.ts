/** The node's own attestation rewards, compared with the bits in the blocks of a generated chain. */
import { expect, it } from "vitest";
import { generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { decodeValue } from "../../lib/bus/value.ts";
import { createLogger } from "../../lib/logger.ts";
import { ethMessage } from "../../schemas/eth/events.ts";
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
  // A caller that requests indices in order gets each one's own rewards.
  ["misaligned", { areRewardsMisaligned: true }],
])(
  "an honest node passes in phase0, where a wrong head costs, and after Altair: %s",
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

it("are compared although the next epoch is fetched again after a failure", async () => {
  const chain = generateChain({ seed: 9, preset: "minimal", validators: 64, startEpoch: 4, epochs: 6 });
  const [first, slots] = [chain.options.startEpoch + 1, chain.constants.number("SLOTS_PER_EPOCH")];
  const path = new RegExp(`states/${(first + 1) * slots}/pending_deposits`);
  const node = await startStubBeaconNode(chain, {
    // Requested when all else of the epoch has been prepared.
    faults: { rules: [{ path, kind: "status", status: 503, count: 2 }] },
  });
  const compared: number[] = [];
  const listBus: Bus = {
    ...bus,
    publish: async (messages) => {
      for (const { value } of messages) {
        const message = ethMessage.parse(decodeValue(value));
        if (message.type === "node_rewards") compared.push(message.epoch);
      }
    },
  };
  const nodeOptions = { rounds: 1, restBaseMs: 1, restMaxMs: 2 };
  try {
    const session = await openBeaconSession(
      { urls: [node.url], requestsPerSecond: 10_000, maxHeadAgeS: 0, rewardCheckEpochs: 1, nodeOptions },
      { log },
    );
    await backfillChain(
      { id: "eth" },
      session,
      { bus: listBus, cursors: createMemoryCursorStore(), log, retryBaseMs: 5 },
      { from: first, to: first + 1, signal: new AbortController().signal },
    );
    expect(new Set(compared)).toEqual(new Set([first, first + 1]));
  } finally {
    await node.close();
  }
});
