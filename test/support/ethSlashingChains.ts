/** Chains whose correlation penalties are taken within them: 8 epochs after a slashing, which is over after 16. */
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import { forksUntil } from "../../fixtures/eth/scenario/presets.ts";

const shared = { validators: 64, preset: "minimal", startEpoch: 40 } as const;
const spec = {
  EPOCHS_PER_SLASHINGS_VECTOR: "16",
  MIN_VALIDATOR_WITHDRAWABILITY_DELAY: "4",
  SHARD_COMMITTEE_PERIOD: "8",
};

/** Each has its own multiplier or rounding. */
export type SlashingFork = "phase0" | "altair" | "bellatrix" | "electra";

/** One fork, and days of four epochs. So much is slashed at once that Bellatrix takes the whole effective balance. */
export function slashingChainOf(fork: SlashingFork): EthFixture {
  return generateChain({
    ...shared,
    seed: 60,
    epochs: 21,
    forks: forksUntil(fork),
    // Two validators of 32 ETH may leave in an epoch of Electra.
    spec: { ...spec, SECONDS_PER_SLOT: "2700", MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT: "64000000000" },
    slashings: [{ epoch: 9, validators: [50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60] }],
  });
}

/** Slashings in four months: an epoch takes four days, and is a chain day. The last one is on the last day. */
export function slashingMonths(fork: SlashingFork): EthFixture {
  return generateChain({
    ...shared,
    seed: 51,
    epochs: 26,
    forks: forksUntil(fork),
    spec: { ...spec, SECONDS_PER_SLOT: "43200" },
    slashings: [
      { epoch: 9, validators: [50, 51] },
      { epoch: 14, validators: [52] },
      { epoch: 20, validators: [42, 53, 54, 55] },
      { epoch: 25, validators: [56] },
    ],
    owners: { 51: 50, 52: 50, 53: 57, 54: 57, 55: 57, 56: 50 },
    genesisTime: Date.UTC(2023, 0, 20, 12, 0, 23) / 1000,
  });
}
