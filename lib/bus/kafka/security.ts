/** How the connection to the brokers is secured, from settings. */
import type { ConnectionOptions } from "node:tls";
import type { KafkaConfig } from "kafkajs";
import type { KafkaSettings } from "../../kafkaSettings.ts";
import type { Logger } from "../../logger.ts";
import { readPem } from "../../tls.ts";

export type KafkaSecurity = Pick<KafkaConfig, "ssl" | "sasl">;

const optionalPem = (setting: keyof KafkaSettings, path: string | undefined) =>
  path === undefined ? undefined : readPem(setting, path);

/** @throws ConfigError that names a file which can't be used */
export function kafkaSecurity(settings: Partial<KafkaSettings>, log: Logger): KafkaSecurity {
  const {
    KAFKA_CA_FILE,
    KAFKA_CERT_FILE,
    KAFKA_KEY_FILE,
    KAFKA_KEY_PASSWORD: passphrase,
    KAFKA_TLS = KAFKA_CA_FILE === undefined && KAFKA_CERT_FILE === undefined ? "off" : "on",
    KAFKA_SASL_MECHANISM: mechanism = "scram-sha-512",
    KAFKA_USERNAME: username,
    KAFKA_PASSWORD: password,
  } = settings;
  const security: KafkaSecurity = {};
  if (KAFKA_TLS === "on") {
    const files = {
      ca: optionalPem("KAFKA_CA_FILE", KAFKA_CA_FILE),
      cert: optionalPem("KAFKA_CERT_FILE", KAFKA_CERT_FILE),
      key: optionalPem("KAFKA_KEY_FILE", KAFKA_KEY_FILE),
      passphrase,
    };
    security.ssl = Object.fromEntries(
      Object.entries(files).filter(([, value]) => value !== undefined),
    ) as ConnectionOptions;
  }
  if (username !== undefined && password !== undefined) {
    if (KAFKA_TLS === "off" && mechanism === "plain")
      log.warn("KAFKA_PASSWORD is sent in plain text; set KAFKA_TLS=on");
    // The client's types want the mechanism as a constant.
    security.sasl = { mechanism, username, password } as NonNullable<KafkaConfig["sasl"]>;
  }
  return security;
}
