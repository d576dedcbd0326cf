/** Certificates for a test: an authority, and certificates that it signs for loopback, by openssl in a separate folder. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type Signed = { cert: string; key: string; both: string };

export type Authority = {
  /** PEM file of its own certificate. */
  ca: string;
  /** PEM files of a certificate for 127.0.0.1 and localhost, its key, and one after the other. */
  sign(name: string): Signed;
};

function openssl(folder: string, args: readonly string[]): void {
  execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
}

const days = ["-days", "2"];
const newKey = ["-newkey", "rsa:2048", "-nodes"];

/** @param name distinguishes several authorities in one folder */
export function createAuthority(folder: string, name = "ca"): Authority {
  const path = (file: string) => join(folder, file);
  openssl(folder, [
    "req",
    "-x509",
    ...newKey,
    ...days,
    "-keyout",
    `${name}.key`,
    "-out",
    `${name}.pem`,
    "-subj",
    `/CN=${name}`,
  ]);
  return {
    ca: path(`${name}.pem`),
    sign: (subject) => {
      const files = {
        cert: path(`${subject}.pem`),
        key: path(`${subject}.key`),
        both: path(`${subject}.both.pem`),
      };
      writeFileSync(path("san.cnf"), "subjectAltName=IP:127.0.0.1,DNS:localhost\n");
      openssl(folder, [
        "req",
        ...newKey,
        "-keyout",
        files.key,
        "-out",
        "request.csr",
        "-subj",
        `/CN=${subject}`,
      ]);
      const authority = ["-CA", `${name}.pem`, "-CAkey", `${name}.key`, "-CAcreateserial"];
      openssl(folder, [
        "x509",
        "-req",
        "-in",
        "request.csr",
        ...authority,
        ...days,
        "-out",
        files.cert,
        "-extfile",
        "san.cnf",
      ]);
      writeFileSync(files.both, readFileSync(files.key, "utf8") + readFileSync(files.cert, "utf8"));
      return files;
    },
  };
}
