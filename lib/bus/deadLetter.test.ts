import { describe, expect, it } from "vitest";
import { z } from "zod";
import { fc } from "../../test/support/properties.ts";
import { keepSecret } from "../secrets.ts";
import type { BusMessage, DeliveredMessage } from "./bus.ts";
import {
  deadLetterDeclaration,
  deadLetterHeaders,
  deadLetterTopic,
  fromDeadLetter,
  isDeadLetterTopic,
  parseBatch,
  toDeadLetter,
  toRequeued,
} from "./deadLetter.ts";

const schema = z.object({ slot: z.int(), attestations: z.array(z.object({ slot: z.int() })) });
const reader = { schema, schemaVersion: 2 };

function delivered(value: string | Buffer, offset = "0"): DeliveredMessage {
  return { topic: "eth.block", key: "k", value: Buffer.from(value), headers: {}, partition: 3, offset };
}

describe("parseBatch", () => {
  it("splits a batch and names the field, in order", () => {
    const batch = [
      delivered('{"slot":1,"attestations":[{"slot":0}]}', "10"),
      delivered('{"slot":2,', "11"),
      delivered('{"slot":3,"attestations":[{"slot":2},{"slot":"x"}]}', "12"),
      delivered('{"slot":4,"attestations":[]}', "13"),
      delivered("7", "14"),
    ];
    const { parsed, dead } = parseBatch(batch, reader);
    expect(parsed.map(({ message, value }) => [message.offset, value.slot])).toEqual([
      ["10", 1],
      ["13", 4],
    ]);
    expect(dead.map(({ message }) => message.offset)).toEqual(["11", "12", "14"]);
    expect(dead[0]?.reason).toMatch(/^json: /);
    expect(dead[1]?.reason).toMatch(/^schema: attestations\[1\]\.slot: /);
    expect(dead[2]?.reason).toMatch(/^schema: message: /);
  });

  it("counts the issues that it does not list", () => {
    const value = JSON.stringify({ slot: 1, attestations: [{}, {}, {}, {}, {}] });
    const { dead } = parseBatch([delivered(value)], reader);
    expect(dead[0]?.reason).toContain("(and 2 more)");
  });

  it("does not read a message of a newer schema, and says what to do", () => {
    const versions = ["1", "2", "3", "18446744073709551616", "two", ""];
    const batch = versions.map((version) => ({
      ...delivered('{"slot":1,"attestations":[]}', version),
      headers: { "schema-version": version },
    }));
    const { parsed, dead } = parseBatch(batch, reader);
    expect(parsed.map(({ message }) => message.offset)).toEqual(["1", "2", "two", ""]);
    expect(dead.map(({ reason }) => reason)).toEqual([
      "schema version: 3 is newer than 2, which this worker knows: upgrade it, then requeue",
      "schema version: 18446744073709551616 is newer than 2, which this worker knows: upgrade it, then requeue",
    ]);
  });
});

describe("toDeadLetter", () => {
  it("keeps the original bytes and says where they stood and why they are here", () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const message = { ...delivered(bytes, "9007199254740993"), headers: { trace: "a" } };
    const letter = toDeadLetter(message, "schema: slot: bad", {
      schemaVersion: 2,
      now: new Date("2026-01-02T03:04:05.678Z"),
    });
    expect(letter).toEqual({
      topic: "eth.block.dead-letter",
      key: "k",
      value: bytes,
      headers: {
        trace: "a",
        "dead-letter-reason": "schema: slot: bad",
        "dead-letter-topic": "eth.block",
        "dead-letter-partition": "3",
        "dead-letter-offset": "9007199254740993",
        "dead-letter-schema-version": "2",
        "dead-letter-time": "2026-01-02T03:04:05.678Z",
      },
    });
  });

  it("cuts a reason that would not fit into a header", () => {
    const letter = toDeadLetter(delivered("x"), "r".repeat(100_000), { schemaVersion: 1 });
    expect(letter.headers?.["dead-letter-reason"]).toHaveLength(2_000);
  });
});

it("declares a topic that takes the largest original with its headers", () => {
  const topic = {
    name: "eth.block",
    partitions: 8,
    retentionMs: 1,
    compression: "gzip",
    messageBytesMax: 1_048_576,
  } as const;
  expect(deadLetterDeclaration(topic)).toEqual({
    name: "eth.block.dead-letter",
    partitions: 1,
    retentionMs: 30 * 86_400_000,
    compression: "gzip",
    messageBytesMax: 1_114_112,
  });
  expect(isDeadLetterTopic(deadLetterTopic("eth.block"))).toBe(true);
  expect(isDeadLetterTopic("eth.block")).toBe(false);
});

/** As the bus delivers what was published. */
function redelivered(message: BusMessage, offset = "5"): DeliveredMessage {
  return { headers: {}, ...message, partition: 0, offset };
}

describe("fromDeadLetter", () => {
  const anyHeaders = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
  const anyMessage = fc.record({
    topic: fc.constantFrom("eth.block", "celestia.state"),
    key: fc.string({ unit: "binary" }),
    value: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    headers: anyHeaders,
    partition: fc.nat(),
    offset: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }).map(String),
  });

  it("decodes what was written, and requeued it is the original with a count", () => {
    fc.assert(
      fc.property(anyMessage, fc.string(), (message, reason) => {
        const now = new Date("2026-01-02T03:04:05.678Z");
        const letter = fromDeadLetter(redelivered(toDeadLetter(message, reason, { schemaVersion: 2, now })));
        expect(letter).toMatchObject({
          ...message,
          reason,
          schemaVersion: "",
          expectedSchemaVersion: "2",
          time: now,
          requeueCount: 0,
        });
        const { topic, key, value, headers } = message;
        const again = toRequeued(letter);
        expect(again).toEqual({ topic, key, value, headers: { ...headers, "dead-letter-requeued": "1" } });
        const second = toDeadLetter(redelivered(again), "again", { schemaVersion: 2 });
        const diedAgain = fromDeadLetter(redelivered(second));
        expect(diedAgain).toMatchObject({ id: letter.id, headers, requeueCount: 1 });
      }),
    );
  });

  it("identifies messages by topic, key and value, not by position", () => {
    const idOf = (message: Partial<DeliveredMessage>) =>
      fromDeadLetter({ ...delivered("v"), topic: "a.dead-letter", ...message }).id;
    const id = idOf({});
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(idOf({ partition: 7, offset: "9", headers: { x: "y" } })).toBe(id);
    const others = [idOf({ topic: "b.dead-letter" }), idOf({ key: "k2" }), idOf({ value: Buffer.from("w") })];
    expect(new Set([id, ...others]).size).toBe(4);
  });

  it("reads a dead letter whose headers are missing or wrong", () => {
    const bare = redelivered({ topic: "eth.block.dead-letter", key: "", value: Buffer.alloc(0) });
    const expected = {
      topic: "eth.block",
      partition: null,
      offset: null,
      reason: "",
      time: null,
      requeueCount: 0,
    };
    expect(fromDeadLetter(bare)).toMatchObject({ ...expected, headers: {} });
    const headers = {
      "dead-letter-topic": "another",
      "dead-letter-partition": "-1",
      "dead-letter-offset": "99999999999999999999",
      "dead-letter-time": "yesterday",
      "dead-letter-requeued": "often",
    };
    expect(fromDeadLetter({ ...bare, headers })).toMatchObject({ ...expected, headers: {} });
  });
});

it("a reason holds no secret", () => {
  keepSecret("SECRETKEY");
  const letter = toDeadLetter(delivered("x"), "unknown: /v3/SECRETKEY", { schemaVersion: 1 });
  expect(letter.headers?.[deadLetterHeaders.reason]).toBe("unknown: /v3/***");
});
