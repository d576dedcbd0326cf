/** Node records against the example of EIP-778 and against records of another implementation. */
import { SignableENR } from "@chainsafe/enr";
import { describe, expect, it } from "vitest";
import { decodeRecord } from "./record.ts";

/** EIP-778, test vectors: 127.0.0.1, UDP port 30303. */
const example =
  "enr:-IS4QHCYrYZbAKWCBRlAy5zzaDZXJBGkcnh4MHcBFZntXNFrdvJjX04jRzjzCBOonrkTfj499SZuOh8R33Ls8RRcy5wBgmlkgnY0gmlwhH8AAAGJc2VjcDI1NmsxoQPKY0yuDUmstAHYpMa2_oxVtw0RW_QAdpzBQA8yWM0xOIN1ZHCCdl8";

const keyOf = (number: number) => Buffer.alloc(32, number);

describe("node records", () => {
  it("decodes the example of the EIP", () => {
    expect(decodeRecord(example)).toEqual({ ip: "127.0.0.1", ip6: undefined });
  });

  it.each([
    ["IPv4", { ip: "88.198.4.7" }],
    ["IPv6", { ip6: "2a01:4f8:1::2" }],
    ["both", { ip: "8.8.8.8", ip6: "2a01:4f8::1" }],
    ["none", {}],
  ] as [string, { ip?: string; ip6?: string }][])("reads what others sign: %s", (_, addresses) => {
    for (let number = 1; number <= 20; number += 1) {
      const record = SignableENR.createV4(keyOf(number));
      Object.assign(record, addresses, { tcp: 9_000 });
      record.set("eth2", new Uint8Array(16));
      expect(decodeRecord(record.encodeTxt())).toEqual({ ip: undefined, ip6: undefined, ...addresses });
    }
  });

  it.each([
    ["a wrong signature", `${example.slice(0, -3)}AAA`],
    ["another prefix", example.replace("enr:", "enode:")],
    ["a truncated record", example.slice(0, -20)],
    ["an empty record", "enr:"],
    ["characters of another alphabet", `${example}+/`],
    ["a list of nothing", "enr:wA"],
    ["a record over 300 bytes", `enr:${"A".repeat(404)}`],
  ])("returns undefined for %s", (_, text) => {
    expect(decodeRecord(text)).toBeUndefined();
  });
});
