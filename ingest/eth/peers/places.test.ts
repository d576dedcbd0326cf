import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatePeers } from "../../../fixtures/eth/scenario/peers.ts";
import { peersAnswer } from "../api/api.ts";
import { addressOf } from "./address.ts";
import { openPlaces, type Places } from "./places.ts";

let places: Places;
beforeAll(async () => {
  places = await openPlaces();
});
afterAll(() => places.close());

describe("places of peers", () => {
  it("are those of the model, by record, connection or none", async () => {
    const { peers, truth } = generatePeers(7, 100);
    const answer = peersAnswer.parse({ data: peers, meta: { count: peers.length } });
    const located = [];
    for (const peer of answer.data) {
      const ip = await addressOf(peer);
      const { country_code: country, hosting_provider: host } = await places.of(ip);
      if (peer.state === "connected") located.push({ peer_id: peer.peer_id, ip, country, host });
    }
    expect(located).toEqual(truth);
    expect(new Set(located.map(({ country }) => country))).toEqual(new Set(["DE", "JP", "US", ""]));
  });

  it.each([
    ["10.0.0.1"],
    ["127.0.0.1"],
    ["169.254.1.1"],
    ["100.64.0.1"],
    ["192.0.2.1"],
    ["224.0.0.1"],
    ["255.255.255.255"],
    ["0.0.0.0"],
    ["::"],
    ["::1"],
    ["fe80::1"],
    ["fd12:3456::1"],
    ["2001:db8::1"],
    ["::ffff:192.168.0.1"],
    [""],
  ])("%s has none", async (ip) => {
    expect(await places.of(ip)).toEqual({ country_code: "", hosting_provider: "" });
  });

  it("are the same of an IPv4 address in IPv6", async () => {
    expect(await places.of("::ffff:8.8.8.8")).toEqual({ country_code: "US", hosting_provider: "Google LLC" });
    expect(
      await addressOf({
        peer_id: "a",
        enr: "",
        last_seen_p2p_address: "/ip6/::ffff:808:808/tcp/1",
        state: "",
      }),
    ).toBe("8.8.8.8");
  });
});
