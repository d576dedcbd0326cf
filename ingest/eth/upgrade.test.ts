/** A node that is upgraded while a session is open: its spec schedules a fork that it didn't before. */
import { expect, it } from "vitest";
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import { createLogger } from "../../lib/logger.ts";
import type { EpochMessage } from "../../schemas/eth/events.ts";
import { backfillChain } from "../listener/backfill.ts";
import { createMemoryCursorStore } from "../listener/cursor.ts";
import { openBeaconSession } from "./index.ts";

const log = createLogger("silent");

it("no epoch is published by the rules of the fork before, whenever the spec was last read", async () => {
  const chain = generateChain({
    seed: 44,
    networkName: "upgraded",
    preset: "minimal",
    validators: 64,
    startEpoch: 0,
    epochs: 6,
    forks: { phase0: 0, altair: 4 },
  });
  const epochs: EpochMessage[] = [];
  const bus: Bus = {
    kind: "memory",
    publish: async (messages) => {
      for (const { value, headers } of messages)
        if (headers?.type === "epoch") epochs.push(JSON.parse(String(value)) as EpochMessage);
    },
    subscribe: () => Promise.reject(new Error("not used")),
    ensureTopics: async () => [],
    checkTopics: async () => [],
    ping: async () => undefined,
    close: async () => undefined,
  };
  const served: EthFixture = { ...chain, spec: { ...chain.spec, ALTAIR_FORK_EPOCH: "18446744073709551615" } };
  const node = await startStubBeaconNode(served);
  try {
    const session = await openBeaconSession(
      {
        urls: [node.url],
        requestsPerSecond: 10_000,
        maxHeadAgeS: 0,
        rewardCheckEpochs: 0,
        nodeOptions: { restBaseMs: 4, restMaxMs: 8 },
      },
      { log },
    );
    served.spec = chain.spec;
    await backfillChain(
      { id: "eth" },
      session,
      { bus, cursors: createMemoryCursorStore(), log, retryBaseMs: 5 },
      { from: 1, to: 5, signal: new AbortController().signal },
    );
  } finally {
    await node.close();
  }
  const byEpoch = new Map(epochs.map(({ epoch, fork, spec }) => [epoch, [fork, spec.ALTAIR_FORK_EPOCH]]));
  expect([3, 4, 5].map((epoch) => byEpoch.get(epoch)?.[0])).toEqual(["phase0", "altair", "altair"]);
  expect(byEpoch.get(5)?.[1]).toBe("4");
});
