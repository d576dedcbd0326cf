/**
 * Figures of nodes on chains with every fork, a leak, missed epochs and few snapshots of the registry: none differs from the
 * warehouse.
 * Fast counterpart: test/ethBlocks.test.ts
 */
import { describe, expect, it } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { ethVerification } from "../verify/eth/kinds.ts";
import { openEthSession, openFilledWarehouse } from "./support/ethPipeline.ts";
import { verifyRange } from "./support/verify.ts";

const minimal = { preset: "minimal", epochs: 12, startEpoch: 5 } as const;
const early = { phase0: 0, altair: 0, bellatrix: 0, capella: 0, deneb: 0, electra: 0, fulu: 0 };

describe.each<[string, Parameters<typeof generateChain>[0], number?]>([
  [
    "an upgrade an epoch, from genesis",
    {
      ...{ seed: 2, preset: "minimal", startEpoch: 0, epochs: 14, mergeEpoch: 6 },
      forks: { phase0: 0, altair: 3, bellatrix: 5, capella: 7, deneb: 8, electra: 10, fulu: 12 },
    },
  ],
  [
    "a leak of six epochs",
    {
      ...{ seed: 3, preset: "minimal", validators: 96, epochs: 18, startEpoch: 5, tailEpochs: 5 },
      knobs: { leak: { fromEpoch: 3, epochs: 9, offlineShare: 0.45 } },
    },
  ],
  ["the mainnet preset", { seed: 6, epochs: 5 }],
  [
    "an epoch without a block",
    { ...minimal, seed: 7, knobs: { leak: { fromEpoch: 5, epochs: 1, offlineShare: 1 } } },
  ],
  ["the upgrade to Gloas", { ...minimal, seed: 9, forks: { ...early, gloas: 9 } }],
  ["few snapshots of the registry", { ...minimal, seed: 11 }, 10],
])("on a chain with %s", (_name, specification, smallRegistry) => {
  it("no figure of a node differs", async () => {
    const chain = generateChain(specification);
    const range = {
      from: chain.options.startEpoch + 1,
      to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
    };
    const options = smallRegistry === undefined ? {} : { smallRegistry };
    const filled = await openFilledWarehouse(chain, range, { pace: "afterwards", options });
    const node = await startStubBeaconNode(chain);
    const { info } = await openEthSession(node.url);
    const about = { chain: "eth", family: "eth", network: filled.network, store: filled.store };
    const { compared, differences } = await verifyRange(ethVerification(info), about, range);
    await node.close();
    await filled.close();
    expect(differences).toEqual([]);
    const idle = Object.keys(compared).filter((kind) => compared[kind] === 0);
    expect(idle.filter((kind) => !kind.startsWith("pending_"))).toEqual([]);
  });
});
