/** A broker that authenticates: one listener for names and passwords, one for certificates, both with TLS. */
import { type Authority, createAuthority, type Signed } from "../certificates.ts";
import { ensureJars, quickJava } from "./jars.ts";
import { createKafkaNode, newClusterId } from "./node.ts";
import { freePorts } from "./ports.ts";

export type SecureKafka = {
  /** host:port for PLAIN, SCRAM-SHA-256 and SCRAM-SHA-512. */
  sasl: string;
  /** host:port for certificates of `authority`. */
  mutual: string;
  authority: Authority;
  close(): Promise<void>;
};

/** @param users passwords, by name, that every mechanism accepts */
export async function startSecureKafka(
  folder: string,
  users: Readonly<Record<string, string>>,
): Promise<SecureKafka> {
  const jars = await ensureJars();
  const [mutual = 0, sasl = 0, controllerPort = 0] = await freePorts(3);
  const authority = createAuthority(folder);
  const broker: Signed = authority.sign("broker");
  const plainUsers = Object.entries(users).map(([name, password]) => `user_${name}="${password}"`);
  const login = (module: string) => `org.apache.kafka.common.security.${module}LoginModule required`;
  const ofSasl = "listener.name.sasl_ssl";
  const mechanisms = ["SCRAM-SHA-256", "SCRAM-SHA-512"];
  const node = await createKafkaNode({
    jars,
    number: 1,
    port: sasl,
    controllerPorts: [controllerPort],
    clusterId: newClusterId(),
    listeners: [
      { protocol: "SSL", port: mutual },
      { protocol: "SASL_SSL", port: sasl },
    ],
    properties: [
      "default.replication.factor=1",
      "offsets.topic.replication.factor=1",
      "transaction.state.log.replication.factor=1",
      "transaction.state.log.min.isr=1",
      "ssl.keystore.type=PEM",
      `ssl.keystore.location=${broker.both}`,
      "ssl.truststore.type=PEM",
      `ssl.truststore.location=${authority.ca}`,
      "listener.name.ssl.ssl.client.auth=required",
      `sasl.enabled.mechanisms=${["PLAIN", ...mechanisms].join(",")}`,
      `${ofSasl}.plain.sasl.jaas.config=${login("plain.Plain")} ${plainUsers.join(" ")};`,
      ...mechanisms.map(
        (mechanism) => `${ofSasl}.${mechanism.toLowerCase()}.sasl.jaas.config=${login("scram.Scram")};`,
      ),
    ],
    formatArgs: mechanisms.flatMap((mechanism) =>
      Object.entries(users).flatMap(([name, password]) => [
        "--add-scram",
        `${mechanism}=[name=${name},password=${password}]`,
      ]),
    ),
    javaOptions: ["-Xmx512m", "-Xms256m", ...quickJava],
  });
  await node.start();
  return {
    sasl: `127.0.0.1:${sasl}`,
    mutual: `127.0.0.1:${mutual}`,
    authority,
    close: () => node.close(),
  };
}
