import { describe, expect, it } from "vitest";
import type { ServedChain } from "../chain.ts";
import type { Services } from "../services.ts";
import { networkOf } from "./network.ts";

const chain: ServedChain = { id: "eth", mainNetwork: "mainnet", networksSql: "" };

function resolved(headers: Record<string, string>, ...names: string[]): Promise<string> {
  const services = { networksOf: async () => names } as unknown as Services;
  return networkOf(new Headers(headers), chain, services);
}

describe("networkOf", () => {
  it("is the main one without a header, or the only one there is", async () => {
    expect(await resolved({}, "hoodi", "mainnet")).toBe("mainnet");
    expect(await resolved({}, "devnet-1")).toBe("devnet-1");
    expect(await resolved({})).toBe("mainnet");
  });

  it("requires the header when there is no main network", async () => {
    await expect(resolved({}, "devnet-1", "hoodi")).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ["header", "X-Service-Network"], msg: expect.stringContaining("devnet-1, hoodi") }],
    });
  });

  it("is what the header names, the newer one first", async () => {
    expect(await resolved({ "x-service-network": " hoodi " }, "hoodi", "mainnet")).toBe("hoodi");
    expect(await resolved({ "x-rated-network": "hoodi" }, "hoodi", "mainnet")).toBe("hoodi");
    const both = { "x-rated-network": "hoodi", "x-service-network": "mainnet" };
    expect(await resolved(both, "hoodi", "mainnet")).toBe("mainnet");
  });

  it("refuses a network that is not served and lists those that are", async () => {
    const headers = { "x-rated-network": "goerli" };
    await expect(resolved(headers, "hoodi", "mainnet")).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ["header", "X-Rated-Network"], msg: expect.stringContaining("hoodi, mainnet") }],
    });
    await expect(resolved(headers)).rejects.toMatchObject({
      detail: [{ msg: expect.stringContaining("none yet") }],
    });
  });
});
