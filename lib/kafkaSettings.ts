/** Settings of the connection to Kafka: brokers, credentials, and the prefixes of topic and group names. */
import { z } from "zod";

const file = z.string().min(1).optional();
const prefix = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,100}$/, "letters, digits, dot, underscore and dash are needed, 100 at most")
  .optional();

export const kafkaSettings = z.object({
  KAFKA_TLS: z
    .enum(["on", "off"])
    .optional()
    .describe("TLS to the brokers; default: on if KAFKA_CA_FILE or KAFKA_CERT_FILE is set, else off"),
  KAFKA_CA_FILE: file.describe(
    "PEM file of the certificate authorities of the brokers; default: the system's",
  ),
  KAFKA_CERT_FILE: file.describe("PEM file of the client certificate (mTLS)"),
  KAFKA_KEY_FILE: file.describe("PEM file of the key of KAFKA_CERT_FILE"),
  KAFKA_KEY_PASSWORD: file.describe("Password of KAFKA_KEY_FILE, if it has one"),
  KAFKA_SASL_MECHANISM: z
    .enum(["plain", "scram-sha-256", "scram-sha-512"])
    .optional()
    .describe("SASL mechanism; default: scram-sha-512 if KAFKA_USERNAME and KAFKA_PASSWORD are set"),
  KAFKA_USERNAME: file.describe("SASL username"),
  KAFKA_PASSWORD: file.describe("Password of KAFKA_USERNAME"),
  KAFKA_TOPIC_PREFIX: prefix.describe("Prefix of all topics, such as staging."),
  KAFKA_GROUP_PREFIX: prefix.describe("Prefix of all consumer groups, such as staging."),
});

export type KafkaSettings = z.output<typeof kafkaSettings>;

/** Settings that make no sense without one another. */
export function kafkaProblems(settings: KafkaSettings): string[] {
  const problems: string[] = [];
  const together = (one: keyof KafkaSettings, other: keyof KafkaSettings) => {
    if (settings[one] !== undefined && settings[other] === undefined)
      problems.push(`${one}: ${other} is missing`);
  };
  together("KAFKA_CERT_FILE", "KAFKA_KEY_FILE");
  together("KAFKA_KEY_FILE", "KAFKA_CERT_FILE");
  together("KAFKA_KEY_PASSWORD", "KAFKA_KEY_FILE");
  together("KAFKA_USERNAME", "KAFKA_PASSWORD");
  together("KAFKA_PASSWORD", "KAFKA_USERNAME");
  together("KAFKA_SASL_MECHANISM", "KAFKA_USERNAME");
  for (const name of ["KAFKA_CA_FILE", "KAFKA_CERT_FILE"] as const)
    if (settings.KAFKA_TLS === "off" && settings[name] !== undefined)
      problems.push(`${name}: it is of no use while KAFKA_TLS is off`);
  return problems;
}
