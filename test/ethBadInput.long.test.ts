/**
 * Bad messages and contradictory facts are rejected, and don't stop other messages.
 * Fast counterpart: transform/frame/deadLetters.test.ts, test/deadLetters.test.ts
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { BusMessage, DeliveredMessage } from "../lib/bus/bus.ts";
import { deadLetterHeaders, deadLetterTopic } from "../lib/bus/deadLetter.ts";
import { decodeValue } from "../lib/bus/value.ts";
import { registry as metrics } from "../lib/metrics.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import {
  chain,
  closeAll,
  closers,
  computedEpochs,
  emptyStore,
  from,
  listeningLog,
  openBus,
  openWorker,
  to,
} from "./support/ethBadInput.ts";
import { recordMessages } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";

const epochs = Array.from({ length: to - from + 1 }, (_, i) => from + i);

afterEach(closeAll);

/** All messages of the listener about the chain, in order, and the resulting tables. */
let messages: BusMessage[];
let expected: Record<string, string>;

beforeAll(async () => {
  ({ messages, expected } = await recordMessages(chain, { from, to }));
});

const parsed = (message: BusMessage) => decodeValue(message.value) as Record<string, unknown>;
const withValue = (message: BusMessage, value: unknown): BusMessage => ({
  ...message,
  value: Buffer.from(JSON.stringify(value)),
});

async function metric(name: string): Promise<number> {
  const current = await metrics.getSingleMetric(name)?.get();
  return (current?.values ?? []).reduce((sum, { value }) => sum + value, 0);
}

describe("messages that don't parse", () => {
  it("are moved to the dead-letter topic whole and with a reason; the worker goes on", async () => {
    const store = await emptyStore();
    const bus = await openBus();
    const worker = await openWorker(bus, store);
    const dead: DeliveredMessage[] = [];
    const reader = await bus.subscribe({
      group: "reader",
      topics: Object.values(ethTopics).map((topic) => deadLetterTopic(topic.name)),
      onBatch: async (batch) => {
        dead.push(...batch);
      },
    });
    closers.push(() => reader.stop());
    const sample = messages.find((message) => parsed(message).type === "block") as BusMessage;
    const bad: [BusMessage, RegExp][] = [
      [{ ...sample, value: Buffer.from('{"type":"block",') }, /^json: /],
      [{ ...sample, value: Buffer.alloc(0) }, /^json: /],
      [withValue(sample, { ...parsed(sample), slot: -1 }), /^schema: slot: /],
      [withValue(sample, { ...parsed(sample), type: "blocks" }), /^schema: /],
      [withValue(sample, null), /^schema: message: /],
    ];
    const before = await metric("validator_analytics_transform_messages_total");
    const third = Math.floor(messages.length / 3);
    await bus.publish([...messages.slice(0, third), ...bad.slice(0, 2).map(([message]) => message)]);
    await bus.publish([...bad.slice(2).map(([message]) => message), ...messages.slice(third)]);
    await worker.settle();
    expect(await fingerprint(store)).toEqual(expected);
    expect(dead.length).toBe(bad.length);
    for (const [i, [message, reason]] of bad.entries()) {
      expect(dead[i]?.value.equals(message.value)).toBe(true);
      expect(dead[i]?.headers[deadLetterHeaders.reason]).toMatch(reason);
      expect(dead[i]?.headers[deadLetterHeaders.topic]).toBe(sample.topic);
    }
    const after = await metric("validator_analytics_transform_messages_total");
    expect(after - before).toBe(messages.length + bad.length);
  });
});

describe("facts that contradict one another", () => {
  type Json = Record<string, unknown> & { attestations: Record<string, unknown>[]; slot: number };
  const poisoned = from + 2;

  /** A block's first attestation of the poisoned epoch, changed. */
  function changeAttestation(change: (attestation: Record<string, unknown>, block: Json) => void) {
    let isDone = false;
    return messages.map((message) => {
      const value = parsed(message) as Json;
      if (isDone || value.type !== "block" || value.status !== "canonical") return message;
      const attestation = value.attestations.find(
        ({ target }) => (target as { epoch: number }).epoch === poisoned,
      );
      if (attestation === undefined) return message;
      isDone = true;
      change(attestation, value);
      return withValue(message, value);
    });
  }

  function changeMessage(type: string, change: (value: Record<string, unknown>) => void, epoch = poisoned) {
    let isDone = false;
    return messages.map((message) => {
      const value = parsed(message);
      if (isDone || value.type !== type || value.epoch !== epoch) return message;
      isDone = true;
      change(value);
      return withValue(message, value);
    });
  }

  /** The members of an epoch's first committees, four bytes each, changed. */
  const changeMembers = (change: (members: Buffer) => Buffer, epoch = poisoned) =>
    changeMessage(
      "committee",
      (value) => {
        value.validators = change(Buffer.from(String(value.validators), "base64")).toString("base64");
      },
      epoch,
    );
  const withoutLast = (members: Buffer) => members.subarray(0, -4);

  const cases: { name: string; code: string; batch: () => BusMessage[]; lost: number[] }[] = [
    {
      name: "an unknown committee member",
      code: "bad_committees",
      batch: () =>
        changeMembers((members) => {
          members.writeUInt32LE(70_000, 0);
          return members;
        }),
      // The active balance in which the epoch before is paid counts it, too.
      lost: [poisoned - 1, poisoned],
    },
    {
      name: "more bits than members",
      code: "bad_aggregation_bits",
      batch: () =>
        changeAttestation((attestation) => {
          attestation.aggregation_bits = `${String(attestation.aggregation_bits).slice(0, -2)}ff01`;
        }),
      lost: [poisoned],
    },
    {
      name: "a committee that doesn't exist",
      code: "bad_aggregation_bits",
      batch: () =>
        changeAttestation((attestation) => {
          attestation.committee_indices = [63];
        }),
      lost: [poisoned],
    },
    {
      name: "a slot outside of its target's epoch",
      code: "bad_aggregation_bits",
      batch: () =>
        changeAttestation((attestation) => {
          attestation.slot = Number(attestation.slot) - 3 * 8;
        }),
      lost: [poisoned],
    },
    {
      name: "an attestation older than its block",
      code: "bad_aggregation_bits",
      batch: () =>
        changeAttestation((attestation, block) => {
          attestation.slot = block.slot;
        }),
      lost: [poisoned],
    },
    {
      name: "more seats than members",
      code: "bad_committees",
      batch: () => changeMembers(withoutLast),
      lost: [poisoned - 1, poisoned],
    },
    {
      name: "the same in the epoch before the first, whose votes the first one's blocks include",
      code: "bad_committees",
      batch: () => changeMembers(withoutLast, from - 1),
      lost: [from - 1],
    },
    {
      name: "an epoch without a constant that the maths needs",
      code: "spec_incomplete",
      batch: () =>
        changeMessage("epoch", (value) => {
          value.spec = { ...(value.spec as object), BASE_REWARD_FACTOR: "" };
        }),
      // Rewards of the epoch before are paid by the same epoch's rules.
      lost: [poisoned - 1, poisoned],
    },
  ];

  it.each(cases)(
    "$name: the epoch stays uncomputed and is named, the others are computed",
    async ({ code, batch, lost }) => {
      const store = await emptyStore();
      const bus = await openBus();
      const { log: listening, entries } = listeningLog();
      const worker = await openWorker(bus, store, listening);
      const before = await metric("validator_analytics_transform_refused_epochs_total");
      const changed = batch();
      expect(changed.filter((message, i) => message !== messages[i]).length).toBe(1);
      await bus.publish(changed);
      await worker.settle();
      expect(await computedEpochs(store)).toEqual(epochs.filter((epoch) => !lost.includes(epoch)));
      const refused = entries.error.filter(({ unit }) => unit === "epoch");
      expect(refused.map(({ network, height, code: own }) => ({ network, height, code: own }))).toEqual(
        refused.map(({ height }) => ({ network: "generated", height, code })),
      );
      expect(new Set(refused.map(({ height }) => height))).toEqual(new Set(lost));
      expect(refused[0]?.message).toBe("epoch not computed: its facts contradict each other");
      expect((await metric("validator_analytics_transform_refused_epochs_total")) - before).toBe(
        refused.length,
      );
      // The rewards of its votes are unknown, not zero.
      const [first] = await store.rows<{ known: number }>(
        "select countIf(attestation_reward_gwei is not null) as known from fct_eth_proposal_slot final where epoch = {epoch:UInt32}",
        { epoch: Math.max(...lost) + 1 },
      );
      expect(Number(first?.known)).toBe(0);
    },
  );

  it("right facts from any source heal an epoch that was left out", async () => {
    const store = await emptyStore();
    const bus = await openBus();
    const worker = await openWorker(bus, store);
    await bus.publish(cases[0]?.batch() ?? []);
    await worker.settle();
    expect(await computedEpochs(store)).not.toContain(poisoned);
    await bus.publish(messages);
    await worker.settle();
    expect(await fingerprint(store)).toEqual(expected);
  });
});
