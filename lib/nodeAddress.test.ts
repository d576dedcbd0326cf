import { describe, expect, it } from "vitest";
import { addressName, givenName, readAddress, urlOf } from "./nodeAddress.ts";
import { withoutSecrets } from "./secrets.ts";

describe("what an address is called", () => {
  it.each([
    ["http://localhost:5052", "localhost:5052"],
    ["https://node.example/", "node.example"],
    ["wss://user:pass@node.example/v3/KEY?token=T", /^node\.example#[0-9a-f]{8}$/],
    ["https://node.example/v3/KEY", /^node\.example#[0-9a-f]{8}$/],
    ["https://node.example?key=KEY", /^node\.example#[0-9a-f]{8}$/],
    ["infura-1=https://node.example/v3/KEY", "infura-1"],
    ["not an address", "(unreadable address)"],
  ])("%s: %s", (text, name) => {
    if (typeof name === "string") expect(addressName(text)).toBe(name);
    else expect(addressName(text)).toMatch(name);
  });

  it("distinguishes keys of one host, and contains nothing of a password", () => {
    const [one, two] = ["A", "B"].map((key) => addressName(`https://node.example/v3/${key}`));
    expect(one).not.toBe(two);
    const [first, second] = ["first", "second"].map((word) =>
      addressName(`https://user:${word}@node.example`),
    );
    expect(first).toBe(second);
  });
});

it("a name stands before an address, and nowhere in it", () => {
  expect([givenName("a.b=wss://node"), urlOf("a.b=wss://node")]).toEqual(["a.b", "wss://node"]);
  for (const text of ["https://node/a=https://b", "=https://node", "a b=https://node", "a=node"])
    expect([givenName(text), urlOf(text)]).toEqual([undefined, text]);
});

describe("reading an address", () => {
  it("requests paths under its own path, with its query", () => {
    expect(readAddress("a=https://node/v3/KEY").at("/eth?x=1")).toBe("https://node/v3/KEY/eth?x=1");
    const { at } = readAddress("https://node/v3/?apikey=KEY");
    expect([at(""), at("/eth"), at("/eth?x=1")]).toEqual([
      "https://node/v3?apikey=KEY",
      "https://node/v3/eth?apikey=KEY",
      "https://node/v3/eth?x=1&apikey=KEY",
    ]);
  });

  it("keeps its keys out of texts from then on, and leaves words in them", () => {
    readAddress(
      "https://0123abcd:pa%20ss@node/ethereum/v3/mainnet-beta/Key01234?token=Token01234&network=polygon",
    );
    const said =
      "0123abcd pa%20ss 'pa ss' /ethereum/v3/mainnet-beta/Key01234?token=Token01234&network=polygon";
    expect(withoutSecrets(said)).toBe(
      "*** *** '***' /ethereum/v3/mainnet-beta/***?token=***&network=polygon",
    );
    const basic = Buffer.from("0123abcd:pa ss").toString("base64");
    expect(withoutSecrets(`Authorization: Basic ${basic}`)).toBe("Authorization: Basic ***");
  });
});
