/** From a generated node to SQL: every number that the reference model knows, through the real stages. */
import { describe } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type EthTruthCase, ethTruthSuite } from "./support/ethTruthSuite.ts";
import { thinned } from "./support/nightCases.ts";

const cases: EthTruthCase[] = [
  {
    name: "from phase0 to fulu, an upgrade an epoch and the merge, from genesis",
    pace: "afterwards",
    chain: () =>
      generateChain({
        seed: 2,
        preset: "minimal",
        startEpoch: 0,
        epochs: 14,
        forks: { phase0: 0, altair: 3, bellatrix: 5, capella: 7, deneb: 8, electra: 10, fulu: 12 },
        mergeEpoch: 6,
      }),
  },
  {
    name: "a leak of six epochs, the minimal preset",
    pace: "afterwards",
    chain: () =>
      generateChain({
        seed: 3,
        preset: "minimal",
        validators: 96,
        epochs: 18,
        startEpoch: 5,
        tailEpochs: 5,
        knobs: { leak: { fromEpoch: 3, epochs: 9, offlineShare: 0.45 } },
      }),
  },
  {
    name: "from the first epoch of a node's history",
    pace: "live",
    chain: () => generateChain({ seed: 6, epochs: 4 }),
    isFromFirst: true,
  },
  {
    name: "the minimal preset",
    pace: "afterwards",
    chain: () => generateChain({ seed: 4, preset: "minimal", epochs: 12, startEpoch: 5 }),
  },
  {
    name: "an epoch without a block or a vote",
    pace: "afterwards",
    chain: () =>
      generateChain({
        seed: 7,
        preset: "minimal",
        epochs: 12,
        startEpoch: 5,
        knobs: { leak: { fromEpoch: 5, epochs: 1, offlineShare: 1 } },
      }),
  },
];

describe.each(thinned(cases, 2))("$name", ethTruthSuite);
