import { afterAll, beforeAll, describe } from "vitest";
import { describeBus } from "../../../test/support/busSuite/suite.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../../test/support/kafka.ts";
import { createLogger } from "../../logger.ts";
import { createKafkaBus } from "./kafka.ts";

const log = createLogger(process.env.TEST_LOG_LEVEL ?? "silent");

describe.skipIf(kafkaMissing() !== undefined)("on a broker", () => {
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(async () => {
    await broker?.close();
  });

  describeBus({
    kind: "kafka",
    runs: 5,
    createBus: () => createKafkaBus({ brokers: [broker.address], clientId: "test", log }),
  });
});
