/**
 * The numbers of test/ethTruth.test.ts on larger chains.
 * Fast counterpart: test/ethTruth.test.ts
 */
import { describe } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type EthTruthCase, ethTruthSuite } from "./support/ethTruthSuite.ts";

const cases: Omit<EthTruthCase, "pace">[] = [
  {
    name: "from phase0 to fulu, the mainnet preset",
    chain: () =>
      generateChain({
        seed: 2,
        startEpoch: 0,
        epochs: 14,
        forks: { phase0: 0, altair: 3, bellatrix: 5, capella: 6, deneb: 8, electra: 10, fulu: 12 },
      }),
  },
  { name: "electra, 512 validators", chain: () => generateChain({ seed: 1, epochs: 5 }) },
  {
    name: "a leak of eight epochs",
    chain: () =>
      generateChain({
        seed: 3,
        epochs: 18,
        tailEpochs: 5,
        knobs: { leak: { fromEpoch: 3, epochs: 9, offlineShare: 0.4 } },
      }),
  },
  {
    name: "2,048 validators in several committees a slot",
    chain: () => generateChain({ seed: 5, validators: 2048, epochs: 5 }),
  },
];

describe.each(cases.map((one): EthTruthCase => ({ ...one, pace: "live" })))("$name", ethTruthSuite);
