import { describe, expect, it } from "vitest";
import { type ActualTopic, compareTopic, settingsOf } from "./topicCheck.ts";

const declared = {
  name: "eth.block",
  partitions: 2,
  retentionMs: 86_400_000,
  compression: "gzip" as const,
  messageBytesMax: 2_000_000,
};

function actual(
  settings: Record<string, string> = {},
  partitions: ActualTopic["partitions"] = [
    { id: 0, replicas: 1, inSync: 1 },
    { id: 1, replicas: 1, inSync: 1 },
  ],
): ActualTopic {
  const all = { ...settingsOf(declared), "min.insync.replicas": "1", ...settings };
  return { partitions, settings: new Map(Object.entries(all)) };
}

const texts = (topic: ActualTopic | undefined, replication?: number) =>
  compareTopic(declared, topic, replication).map(({ text }) => text);

describe("compareTopic", () => {
  it("says nothing of a topic as declared", () => {
    expect(texts(actual())).toEqual([]);
    expect(texts(actual(), 1)).toEqual([]);
  });

  it("says what to do about a topic that is not there", () => {
    expect(texts(undefined)).toEqual(["topic eth.block does not exist; `migrate` creates it"]);
  });

  it("names every property that differs, with its command", () => {
    const other = actual(
      {
        "cleanup.policy": "compact",
        "retention.ms": "3600000",
        "max.message.bytes": "1048588",
        "compression.type": "producer",
      },
      [{ id: 0, replicas: 1, inSync: 1 }],
    );
    const change = "kafka-configs.sh --alter --topic eth.block --add-config";
    expect(texts(other)).toEqual([
      "topic eth.block: partitions is 1, declared 2; keys move when partitions are added, so let the workers finish what is there, then kafka-topics.sh --alter --topic eth.block --partitions 2",
      `topic eth.block: cleanup.policy is compact, declared delete; ${change} cleanup.policy=delete`,
      `topic eth.block: retention.ms is 3600000, declared 86400000; ${change} retention.ms=86400000`,
      `topic eth.block: max.message.bytes is 1048588, declared 2000000; ${change} max.message.bytes=2000000`,
      `topic eth.block: compression.type is producer, declared gzip; ${change} compression.type=gzip`,
    ]);
  });

  it("names a bound of bytes, which may delete what no worker has read", () => {
    expect(texts(actual({ "retention.bytes": "-1" }))).toEqual([]);
    expect(texts(actual({ "retention.bytes": "1073741824" }))).toEqual([
      "topic eth.block: retention.bytes is 1073741824, wanted -1: messages may be deleted before retention.ms; kafka-configs.sh --alter --topic eth.block --add-config retention.bytes=-1",
    ]);
  });

  it("raises retention and maximum, and lowers nothing", () => {
    const raises = (settings: Record<string, string>) =>
      compareTopic(declared, actual(settings), undefined).map(({ raise }) => raise);
    expect(raises({ "retention.ms": "3600000", "max.message.bytes": "10" })).toEqual([
      { name: "retention.ms", value: "86400000" },
      { name: "max.message.bytes", value: "2000000" },
    ]);
    expect(raises({ "retention.ms": "-1", "max.message.bytes": "3000000" })).toEqual([undefined, undefined]);
    expect(raises({ "cleanup.policy": "compact", "compression.type": "zstd" })).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("compares replicas with the setting, and counts those that are missing or lagging", () => {
    const partitions = [
      { id: 0, replicas: 2, inSync: 2 },
      { id: 1, replicas: 3, inSync: 1 },
    ];
    expect(texts(actual({}, partitions), 3)).toEqual([
      "topic eth.block: replicas is 2, KAFKA_REPLICATION 3; kafka-reassign-partitions.sh adds replicas",
      "topic eth.block: replicas are missing or lagging in partition 1 (1 of 3); start the missing brokers",
    ]);
    expect(texts(actual({}, partitions))).toHaveLength(1);
  });

  it("wants two acknowledging replicas where there are three", () => {
    const three = [
      { id: 0, replicas: 3, inSync: 3 },
      { id: 1, replicas: 3, inSync: 3 },
    ];
    expect(compareTopic(declared, actual({}, three), 3)).toMatchObject([
      { raise: { name: "min.insync.replicas", value: "2" } },
    ]);
    expect(texts(actual({ "min.insync.replicas": "2" }, three), 3)).toEqual([]);
    expect(texts(actual({ "min.insync.replicas": "3" }, three), 3)).toEqual([]);
  });
});
