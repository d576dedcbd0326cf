/** Certificates of servers: files named by settings, and the errors of connections for untrusted ones. */
import { readFileSync } from "node:fs";
import { ConfigError, errorMessage } from "./errors.ts";

/** Node's and OpenSSL's codes of a certificate that no waiting makes trusted. One that has expired may be renewed. */
const untrusted = new Set([
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** The peer's alert about our certificate, or a missing one. */
const refusedAlert =
  /^ERR_SSL_\w+_ALERT_(BAD_CERTIFICATE|CERTIFICATE_REQUIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA)$/;

/** Whether a connection failed because one side doesn't trust the other one's certificate. */
export function isUntrusted(code: string | undefined): boolean {
  return code !== undefined && (untrusted.has(code) || refusedAlert.test(code));
}

/** @throws ConfigError that names the setting and the file */
export function readPem(setting: string, path: string): Buffer {
  try {
    const text = readFileSync(path);
    if (!text.includes("-----BEGIN ")) throw new Error("it holds nothing in PEM");
    return text;
  } catch (error) {
    throw new ConfigError(`${setting}: ${path} can't be used: ${errorMessage(error)}`, { cause: error });
  }
}
