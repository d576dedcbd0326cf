import { afterAll, beforeAll, describe } from "vitest";
import { createKafkaBus } from "../../lib/bus/kafka/kafka.ts";
import { testDeadLetters, useDeadLetterWorkers } from "../../test/support/deadLetterWorkers.ts";
import { type KafkaBroker, kafkaMissing, startKafka } from "../../test/support/kafka.ts";
import { log } from "../../test/support/warehouse.ts";

describe.skipIf(kafkaMissing() !== undefined)("dead letters: kafka", () => {
  let broker: KafkaBroker;
  beforeAll(async () => {
    broker = await startKafka();
  });
  afterAll(() => broker?.close());

  testDeadLetters(
    useDeadLetterWorkers(() => createKafkaBus({ brokers: [broker.address], clientId: "test", log })),
  );
});
