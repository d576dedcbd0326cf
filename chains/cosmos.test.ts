/** A network of one's own: a devnet of a known chain, by its chain id. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { type StubNode, startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import type { NodeSetting } from "../lib/config.ts";
import { celestiaChain } from "../schemas/cosmos/chains.ts";
import { log } from "../test/support/warehouse.ts";
import { loadConfig } from "./config.ts";
import { cosmosChain } from "./cosmos.ts";

describe("a devnet", () => {
  const made = { chain: celestiaChain, seed: 1, blocks: 5, validators: 3, secondsPerBlock: 6 };
  let stub: StubNode;
  beforeAll(async () => {
    stub = await startCosmosStub(createCosmosHistory({ ...made, chainId: "devnet_1" }));
  });
  afterAll(() => stub.close());

  async function open(environment: Record<string, string>): Promise<string> {
    const config = loadConfig({
      CELESTIA_COMET_URLS: stub.url,
      COMET_MAX_HEAD_AGE_S: "0",
      ...environment,
    });
    const [node] = config.nodes as [NodeSetting];
    const { session } = await cosmosChain(celestiaChain).listener.open(config, node, undefined, {
      log,
      signal: new AbortController().signal,
    });
    return session.network;
  }

  it("is followed when a setting names it, and refused otherwise", async () => {
    expect(await open({ CELESTIA_NETWORK_NAME: "devnet_1" })).toBe("devnet_1");
    for (const environment of [{}, { CELESTIA_NETWORK_NAME: "mocha-4" }])
      await expect(open(environment as Record<string, string>)).rejects.toMatchObject({
        code: "other_chain",
      });
  });

  it("can't have the name of another chain's network", () => {
    expect(() => loadConfig({ CELESTIA_NETWORK_NAME: "bbn-1" })).toThrow("a network of another chain");
  });
});
