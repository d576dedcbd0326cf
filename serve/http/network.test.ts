import { describe, expect, it } from "vitest";
import type { Services } from "../services.ts";
import { networkOf } from "./network.ts";

function servicesWith(...names: string[]): Services {
  const facts = names.map((network) => [
    network,
    { network, genesisTime: 0, slotsPerEpoch: 32, secondsPerSlot: 12 },
  ]);
  return { networks: async () => new Map(facts as never) } as unknown as Services;
}

describe("networkOf", () => {
  it("is mainnet without a header, or the only network there is", async () => {
    expect(await networkOf(new Headers(), servicesWith("hoodi", "mainnet"))).toBe("mainnet");
    expect(await networkOf(new Headers(), servicesWith("devnet-1"))).toBe("devnet-1");
    expect(await networkOf(new Headers(), servicesWith("devnet-1", "hoodi"))).toBe("mainnet");
    expect(await networkOf(new Headers(), servicesWith())).toBe("mainnet");
  });

  it("refuses a network that is not served and lists those that are", async () => {
    const headers = new Headers({ "x-rated-network": "goerli" });
    await expect(networkOf(headers, servicesWith("hoodi", "mainnet"))).rejects.toMatchObject({
      status: 400,
      detail: [{ loc: ["header", "X-Rated-Network"], msg: expect.stringContaining("hoodi, mainnet") }],
    });
    await expect(networkOf(headers, servicesWith())).rejects.toMatchObject({
      detail: [{ msg: expect.stringContaining("none yet") }],
    });
  });
});
