import { describe, expect, it } from "vitest";
import { describeBus } from "../../test/support/busSuite/suite.ts";
import { createLogger } from "../logger.ts";
import { createBus } from "./create.ts";
import { createMemoryBus } from "./memory.ts";

const log = createLogger("silent");

describeBus({ kind: "memory", runs: 100, createBus: () => createMemoryBus({ log }) });

describe("createBus", () => {
  it("chooses Kafka when brokers are set", async () => {
    const memory = await createBus({}, log);
    const kafka = await createBus({ KAFKA_BROKERS: ["127.0.0.1:1"] }, log);
    expect([memory.kind, kafka.kind]).toEqual(["memory", "kafka"]);
    await Promise.all([memory.close(), kafka.close()]);
  });
});
