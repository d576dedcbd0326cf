/** The bus on a real broker that requires TLS, user names and certificates. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { collect, declaration, text } from "../../../test/support/bus.ts";
import { createAuthority } from "../../../test/support/certificates.ts";
import { type SecureKafka, startSecureKafka } from "../../../test/support/kafka/secure.ts";
import { kafkaMissing } from "../../../test/support/kafka.ts";
import { createSettings } from "../../config.ts";
import { createLogger } from "../../logger.ts";
import type { Bus } from "../bus.ts";
import { createBus } from "../create.ts";

const log = createLogger("silent");
const { load } = createSettings([]);
const user = { KAFKA_USERNAME: "alice", KAFKA_PASSWORD: "alice-secret" };

describe.skipIf(kafkaMissing() !== undefined)("bus: kafka, secured", () => {
  const folder = mkdtempSync(join(tmpdir(), "secure-kafka-"));
  let kafka: SecureKafka;
  const buses: Bus[] = [];

  beforeAll(async () => {
    kafka = await startSecureKafka(folder, { [user.KAFKA_USERNAME]: user.KAFKA_PASSWORD });
  });
  afterEach(async () => {
    await Promise.all(buses.splice(0).map((bus) => bus.close()));
  });
  afterAll(async () => {
    await kafka?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(environment: Record<string, string>): Promise<Bus> {
    const bus = await createBus(load(environment), log);
    buses.push(bus);
    return bus;
  }

  /** What an operator sets. */
  const bySasl = () => ({ KAFKA_BROKERS: kafka.sasl, KAFKA_CA_FILE: kafka.authority.ca });
  const byCertificate = () => {
    const { cert, key } = kafka.authority.sign("client");
    const own = { KAFKA_CERT_FILE: cert, KAFKA_KEY_FILE: key };
    return { KAFKA_BROKERS: kafka.mutual, KAFKA_CA_FILE: kafka.authority.ca, ...own };
  };

  it.each<[string, () => Record<string, string>]>([
    ["plain", () => ({ ...bySasl(), ...user, KAFKA_SASL_MECHANISM: "plain" })],
    ["scram-sha-256", () => ({ ...bySasl(), ...user, KAFKA_SASL_MECHANISM: "scram-sha-256" })],
    ["scram-sha-512, the default", () => ({ ...bySasl(), ...user })],
    ["a certificate of ours", byCertificate],
  ])("carries messages: %s", async (_, settings) => {
    const bus = await open({ ...settings(), KAFKA_TOPIC_PREFIX: "staging.", KAFKA_GROUP_PREFIX: "staging-" });
    const topic = declaration();
    expect(await bus.ensureTopics([topic])).toEqual([]);
    const { messages, until } = await collect(bus, { group: topic.name, topics: [topic.name] });
    await bus.publish([text(topic.name, "k", "v")]);
    await until(1);
    expect(messages()).toMatchObject([{ topic: topic.name, value: Buffer.from("v") }]);
    const read: string[] = [];
    const { signal } = new AbortController();
    const onBatch = async (batch: readonly { topic: string }[]) =>
      void read.push(...batch.map((one) => one.topic));
    await bus.read?.({ topics: [topic.name], signal, onBatch });
    expect(read).toEqual([topic.name]);
    expect(await bus.acknowledgements?.reach(bus.acknowledgements.positions())).toBe(true);

    const outside = await open(settings());
    expect(await outside.checkTopics([topic, { ...topic, name: `staging.${topic.name}` }])).toEqual([
      expect.stringContaining(`topic ${topic.name} does not exist`),
    ]);
  });

  it.each<[string, () => Record<string, string>]>([
    ["a wrong password", () => ({ ...bySasl(), ...user, KAFKA_PASSWORD: "guess" })],
    ["an unknown user", () => ({ ...bySasl(), ...user, KAFKA_USERNAME: "mallory" })],
    [
      "an authority that the system doesn't know",
      () => ({ ...user, KAFKA_BROKERS: kafka.sasl, KAFKA_TLS: "on" }),
    ],
    [
      "another authority",
      () => ({ ...bySasl(), ...user, KAFKA_CA_FILE: createAuthority(folder, "other").ca }),
    ],
    ["no certificate of ours", () => ({ KAFKA_BROKERS: kafka.mutual, KAFKA_CA_FILE: kafka.authority.ca })],
    [
      "a certificate of a stranger",
      () => {
        const { cert, key } = createAuthority(folder, "stranger").sign("mallory");
        return { ...byCertificate(), KAFKA_CERT_FILE: cert, KAFKA_KEY_FILE: key };
      },
    ],
  ])("is refused for good, and says which settings to look at: %s", async (_, settings) => {
    const bus = await open(settings());
    await expect(bus.ensureTopics([declaration()])).rejects.toMatchObject({
      kind: "config",
      code: "bus_refused",
      message: expect.stringMatching(/Kafka at 127\.0\.0\.1:\d+ refuses: .*Check KAFKA_TLS/s),
    });
  });
});
