import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { kafkaSecurity } from "./bus/kafka/security.ts";
import { createSettings } from "./config.ts";
import { createLogger } from "./logger.ts";

const folder = mkdtempSync(join(tmpdir(), "kafka-settings-"));
const pem = join(folder, "some.pem");
writeFileSync(pem, "-----BEGIN CERTIFICATE-----\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { load } = createSettings([]);
const securityOf = (environment: Record<string, string>) =>
  kafkaSecurity(load(environment), createLogger("silent"));

it("makes no secret of a connection that needs none", () => {
  expect(securityOf({ KAFKA_BROKERS: "localhost:9092" })).toEqual({});
});

it("takes TLS with an authority, a certificate of ours, or neither", () => {
  const text = Buffer.from("-----BEGIN CERTIFICATE-----\n");
  expect(securityOf({ KAFKA_TLS: "on" })).toEqual({ ssl: {} });
  expect(securityOf({ KAFKA_CA_FILE: pem })).toEqual({ ssl: { ca: text } });
  const own = { KAFKA_CERT_FILE: pem, KAFKA_KEY_FILE: pem, KAFKA_KEY_PASSWORD: "x" };
  expect(securityOf(own)).toEqual({ ssl: { cert: text, key: text, passphrase: "x" } });
});

it("takes a user, by the safest way that there is if none is named", () => {
  const user = { KAFKA_USERNAME: "u", KAFKA_PASSWORD: "p" };
  const sasl = (mechanism: string) => ({ sasl: { mechanism, username: "u", password: "p" } });
  expect(securityOf(user)).toEqual(sasl("scram-sha-512"));
  expect(securityOf({ ...user, KAFKA_SASL_MECHANISM: "plain" })).toEqual(sasl("plain"));
});

it.each([
  [{ KAFKA_CERT_FILE: pem }, "KAFKA_CERT_FILE: KAFKA_KEY_FILE is missing"],
  [{ KAFKA_KEY_FILE: pem }, "KAFKA_KEY_FILE: KAFKA_CERT_FILE is missing"],
  [{ KAFKA_USERNAME: "u" }, "KAFKA_USERNAME: KAFKA_PASSWORD is missing"],
  [{ KAFKA_PASSWORD: "p" }, "KAFKA_PASSWORD: KAFKA_USERNAME is missing"],
  [{ KAFKA_SASL_MECHANISM: "plain" }, "KAFKA_SASL_MECHANISM: KAFKA_USERNAME is missing"],
  [{ KAFKA_TLS: "off", KAFKA_CA_FILE: pem }, "KAFKA_CA_FILE: it is of no use while KAFKA_TLS is off"],
  [{ KAFKA_TOPIC_PREFIX: "a b" }, "KAFKA_TOPIC_PREFIX: letters, digits"],
])("refuses %j", (environment, text) => {
  expect(() => load(environment)).toThrow(text);
});

it.each([join(folder, "none.pem"), import.meta.filename.replace("Settings.test", "Settings")])(
  "names a file that is none of certificates: %s",
  (path) => {
    expect(() => securityOf({ KAFKA_CA_FILE: path })).toThrow(`KAFKA_CA_FILE: ${path} can't be used: `);
  },
);
