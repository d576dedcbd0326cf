/** Correlation penalties of a generated chain, and which of them a history includes. Shares no code with the product. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";

/** Whether all that a correlation penalty at the end of an epoch depends on is known from `from` on. */
export function isCorrelationKnown(chain: EthFixture, epoch: number, from: number): boolean {
  return Math.max(0, epoch - chain.constants.number("EPOCHS_PER_SLASHINGS_VECTOR") + 1) >= from;
}

/**
 * Correlation penalties above zero by the epoch at whose end they are taken, as far as the balance went. Gwei, below zero;
 * null where it depends on slashings before `from`.
 */
export function correlationPenalties(chain: EthFixture, from: number) {
  const { flows } = chain.truth;
  return flows.flatMap(({ kind, epoch, validator, amount }, place) => {
    if (kind !== "slashing_correlation") return [];
    const next = flows[place + 1];
    const isClamped = next?.kind === "clamped" && next.validator === validator;
    const gwei = Number(amount + (isClamped ? next.amount : 0n));
    // Flows of a transition carry the epoch that begins.
    const taken = epoch - 1;
    return [{ epoch: taken, validator, gwei: isCorrelationKnown(chain, taken, from) ? gwei : null }];
  });
}

/** The validators that process_slashings penalises at the end of an epoch (phase0/beacon-chain.md), above zero or not. */
export function penalisedValidators(chain: EthFixture, epoch: number): number[] {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const halfway = Math.floor(chain.constants.number("EPOCHS_PER_SLASHINGS_VECTOR") / 2);
  const { validators } = canonicalSnapshot(chain, (epoch + 1) * slots - 1);
  return validators.flatMap(({ slashed, withdrawableEpoch }, index) =>
    slashed && Number(withdrawableEpoch) === epoch + halfway ? [index] : [],
  );
}
