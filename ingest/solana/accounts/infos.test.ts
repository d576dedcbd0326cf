import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { decodeInfo, readInfos } from "./infos.ts";
import { accountOf, expectTotal } from "./testDecoder.ts";
import { accountJson, addressOf, answerJson, bytesOf, uint64, useTestNode } from "./testNode.ts";

const { serve, close } = useTestNode();

describe("validator infos", () => {
  const key = Buffer.from(base58.decode("Va1idator1nfo111111111111111111111111111111"));
  const infoData = (text: string, identity = 5, isSigned = 1, first = key) =>
    Buffer.concat([
      Buffer.of(2),
      first,
      Buffer.of(0),
      bytesOf(identity),
      Buffer.of(isSigned),
      uint64(Buffer.byteLength(text)),
      Buffer.from(text),
      Buffer.alloc(20),
    ]);
  const said = {
    name: "Ünïcode 🙂",
    website: "https://example.org",
    details: "",
    keybaseUsername: "x",
    iconUrl: 7,
  };

  it("are decoded, and left out when they are unsigned, of another kind or no JSON", () => {
    expect(decodeInfo(accountOf(infoData(JSON.stringify(said))))).toEqual({
      address: addressOf(200),
      identity: addressOf(5),
      info: { name: "Ünïcode 🙂", website: "https://example.org", details: null, icon_url: null },
    });
    for (const text of ["", "7", "null", "{", '"text"'])
      expect(decodeInfo(accountOf(infoData(text)))).toBeUndefined();
    expect(decodeInfo(accountOf(infoData("{}", 5, 0)))).toBeUndefined();
    expect(decodeInfo(accountOf(infoData("{}", 5, 1, bytesOf(4))))).toBeUndefined();
    expectTotal(decodeInfo, infoData("{}"), 1 + 33 + 33 + 8 + 2);
  });

  it("are cut to what messages allow, and have whole characters", () => {
    const long = { name: `${"a".repeat(999)}🙂`, details: "d".repeat(3_000), website: "\ud800x" };
    expect(decodeInfo(accountOf(infoData(JSON.stringify(long))))?.info).toEqual({
      name: `${"a".repeat(999)}\ufffd`,
      details: "d".repeat(2_000),
      website: "\ufffdx",
      icon_url: null,
    });
  });

  it("are read by identity, the same in any order", async () => {
    const accounts = [
      accountJson(addressOf(1), infoData('{"name":"one"}', 5)),
      accountJson(addressOf(2), infoData('{"name":"two"}', 5)),
      accountJson(addressOf(3), infoData('{"name":"three"}', 6)),
      accountJson(addressOf(4), Buffer.from("stake config")),
    ];
    for (const order of [accounts, accounts.toReversed()]) {
      const infos = await readInfos(await serve(() => answerJson(order)));
      close();
      expect([...infos].map(([identity, { name }]) => [identity, name]).sort()).toEqual(
        [
          [addressOf(5), "one"],
          [addressOf(6), "three"],
        ].sort(),
      );
    }
  });
});
