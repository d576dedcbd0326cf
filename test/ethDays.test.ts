/** From a generated node to day records in SQL: chains that hold what is rare on a real one. */
import { describe } from "vitest";
import { generateChain } from "../fixtures/eth/generate.ts";
import { roles } from "../fixtures/eth/scenario/registry.ts";
import { type EthDayCase, ethDaySuite } from "./support/ethDaySuite.ts";

/** Chain days of four epochs. */
const shortDays = { validators: 64, preset: "minimal", spec: { SECONDS_PER_SLOT: "2700" } } as const;

const cases: EthDayCase[] = [
  {
    name: "slashed validators without a duty, which pay until they are withdrawable",
    chain: () => generateChain({ ...shortDays, seed: 41, startEpoch: 40, epochs: 17 }),
    holds: (days, { truth }) =>
      days.some(({ duties, attestationPenalty }) => duties === 0 && attestationPenalty < 0) &&
      days.some(
        ({ validator, duties, slashesReceived }) =>
          validator === roles.exitsSoon && duties === 0 && slashesReceived === 1,
      ) &&
      truth.slashings.some(({ validator }) => validator === roles.exitsSoon),
  },
  {
    name: "Bellatrix before the merge: default payloads, which are no empty ones",
    chain: () =>
      generateChain({
        ...shortDays,
        seed: 42,
        startEpoch: 0,
        epochs: 13,
        forks: { phase0: 0, altair: 1, bellatrix: 4, capella: 9, deneb: 9, electra: 9 },
        mergeEpoch: 7,
        knobs: { emptyPayloadRate: 0.3 },
      }),
    holds: (_, { truth }) =>
      truth.proposals.some(({ epoch, status }) => epoch >= 4 && epoch < 7 && status === "proposed") &&
      truth.proposals.some(({ epoch, isPayloadEmpty }) => epoch === 7 && isPayloadEmpty),
  },
];

describe.each(cases)("$name", ethDaySuite);
