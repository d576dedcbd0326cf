import { describe, expect, it } from "vitest";
import { createClients } from "./clients.ts";

describe("the client's address", () => {
  const clientOf = createClients(["10.0.0.0/8", "2001:db8::1", "127.0.0.1"]);

  it.each([
    ["the connection's", "203.0.113.7", null, "203.0.113.7"],
    ["the connection's, not the one in its own header", "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    ["what a trusted proxy says", "10.0.0.1", "198.51.100.1", "198.51.100.1"],
    [
      "what the last of them says, not what the client says",
      "10.0.0.1",
      "1.1.1.1, 198.51.100.1",
      "198.51.100.1",
    ],
    [
      "the last one before several proxies",
      "10.0.0.1",
      "1.1.1.1,198.51.100.1, 10.9.9.9,127.0.0.1",
      "198.51.100.1",
    ],
    ["the proxy's own where it says nothing", "10.0.0.1", null, "10.0.0.1"],
    ["the proxy's own where it says nonsense", "10.0.0.1", "unknown", "10.0.0.1"],
    ["the first where all are trusted", "10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["IPv4 over a socket of both kinds", "::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
    ["a /64", "2001:db8:1:2:3:4:5:6", null, "2001:db8:1:2::/64"],
    ["the same /64", "2001:db8:1:2::9", null, "2001:db8:1:2::/64"],
    ["a /64 behind a proxy", "2001:db8::1", "2001:db8:7:8::1", "2001:db8:7:8::/64"],
    ["unknown without a connection", undefined, "1.1.1.1", undefined],
  ])("is %s", (_, peer, forwardedFor, address) => {
    expect(clientOf(peer, forwardedFor).address).toBe(address);
  });

  it("is the end of a header that is long", () => {
    const long = `${"1.1.1.1,".repeat(100_000)}198.51.100.1`;
    expect(clientOf("10.0.0.1", long).address).toBe("198.51.100.1");
  });

  it("is behind a proxy only where one is trusted", () => {
    expect(clientOf("10.0.0.1", null).isBehindProxy).toBe(true);
    expect(clientOf("203.0.113.7", "10.0.0.1").isBehindProxy).toBe(false);
    expect(createClients([])("127.0.0.1", "1.1.1.1")).toEqual({ address: "127.0.0.1", isBehindProxy: false });
  });

  it("refuses ranges that are none", () => {
    expect(() => createClients(["10.0.0.0/33"])).toThrow("10.0.0.0/33 is no address and no range");
  });
});
