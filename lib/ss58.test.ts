import { describe, expect, it } from "vitest";
import { ss58Account, toSs58 } from "./ss58.ts";

/** Alice of every development chain. */
const alice = Buffer.from("d43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d", "hex");
const general = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
const polkadot = "15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5";

describe("SS58", () => {
  it("is written with the prefix of a network", () => {
    expect(toSs58(42, alice)).toBe(general);
    expect(toSs58(0, alice)).toBe(polkadot);
  });

  it("is read with the prefixes that are allowed", () => {
    for (const text of [general, polkadot])
      expect(Buffer.from(ss58Account(text, [0, 42]) ?? [])).toEqual(alice);
    expect(ss58Account(general, [0])).toBeUndefined();
  });

  it.each([
    ["a wrong checksum", `${polkadot.slice(0, -1)}6`],
    ["another alphabet", polkadot.replace("o", "0")],
    ["a short one", polkadot.slice(0, -2)],
    ["hex", `0x${alice.toString("hex")}`],
    ["an account index", "F7Hs"],
    ["nothing", ""],
  ])("%s is none", (_what, text) => {
    expect(ss58Account(text, [0, 42])).toBeUndefined();
  });

  it("keeps any account", () => {
    for (const fill of [0, 1, 255]) {
      const account = new Uint8Array(32).fill(fill);
      expect(ss58Account(toSs58(0, account), [0])).toEqual(account);
    }
  });
});
