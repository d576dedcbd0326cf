import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { DeliveredMessage } from "./bus.ts";
import {
  deadLetterDeclaration,
  deadLetterTopic,
  isDeadLetterTopic,
  parseBatch,
  toDeadLetter,
} from "./deadLetter.ts";

const schema = z.object({ slot: z.int(), attestations: z.array(z.object({ slot: z.int() })) });

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
    const { parsed, dead } = parseBatch(batch, schema);
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
    const { dead } = parseBatch([delivered(value)], schema);
    expect(dead[0]?.reason).toContain("(and 2 more)");
  });
});

describe("toDeadLetter", () => {
  it("keeps the original bytes and says where they stood and why they are here", () => {
    const bytes = Buffer.from([0, 255, 128, 10]);
    const message = { ...delivered(bytes, "9007199254740993"), headers: { trace: "a" } };
    const letter = toDeadLetter(message, "schema: slot: bad", {
      schemaVersion: "2",
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
    const letter = toDeadLetter(delivered("x"), "r".repeat(100_000));
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
    retentionMs: -1,
    compression: "gzip",
    messageBytesMax: 1_114_112,
  });
  expect(isDeadLetterTopic(deadLetterTopic("eth.block"))).toBe(true);
  expect(isDeadLetterTopic("eth.block")).toBe(false);
});
