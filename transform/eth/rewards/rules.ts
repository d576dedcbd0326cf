/**
 * The reward rules by fork, as rows of data. Constants come from the node's spec; a row names the constants that a fork
 * reads. Sources: consensus-specs, specs/<fork>/beacon-chain.md.
 */
import { FactsError } from "../../../lib/errors.ts";
import type { Fork } from "../../../schemas/eth/events.ts";

/** Weights out of 64 (altair/beacon-chain.md, "Incentivization weights"). */
export const weights = { source: 14, target: 26, head: 14, sync: 2, proposer: 8, denominator: 64 } as const;

/** How attestations of one fork earn flags, and their rewards. */
export type ForkRule = {
  /** `components`: phase0's base reward for each correct vote, scaled by participation; `flags`: Altair's weights. */
  accounting: "components" | "flags";
  /** Since Deneb a correct target earns its flag at any delay (EIP-7045). */
  isTargetDelayLimited: boolean;
  /** Since Gloas a timely head also needs the correct vote about the payload (EIP-7732). */
  isPayloadVoted: boolean;
  /** Names of spec constants. */
  inactivityPenaltyQuotient: string;
  slashingPenaltyQuotient: string;
  whistleblowerRewardQuotient: string;
  proportionalSlashingMultiplier: string;
  /** Since Electra the correlation penalty of one increment is rounded down, before that of a validator (EIP-7251). */
  isSlashingPerIncrement: boolean;
};

const phase0: ForkRule = {
  accounting: "components",
  isTargetDelayLimited: true,
  isPayloadVoted: false,
  inactivityPenaltyQuotient: "INACTIVITY_PENALTY_QUOTIENT",
  slashingPenaltyQuotient: "MIN_SLASHING_PENALTY_QUOTIENT",
  whistleblowerRewardQuotient: "WHISTLEBLOWER_REWARD_QUOTIENT",
  proportionalSlashingMultiplier: "PROPORTIONAL_SLASHING_MULTIPLIER",
  isSlashingPerIncrement: false,
};
const altair: ForkRule = {
  ...phase0,
  accounting: "flags",
  inactivityPenaltyQuotient: "INACTIVITY_PENALTY_QUOTIENT_ALTAIR",
  slashingPenaltyQuotient: "MIN_SLASHING_PENALTY_QUOTIENT_ALTAIR",
  proportionalSlashingMultiplier: "PROPORTIONAL_SLASHING_MULTIPLIER_ALTAIR",
};
const bellatrix: ForkRule = {
  ...altair,
  inactivityPenaltyQuotient: "INACTIVITY_PENALTY_QUOTIENT_BELLATRIX",
  slashingPenaltyQuotient: "MIN_SLASHING_PENALTY_QUOTIENT_BELLATRIX",
  proportionalSlashingMultiplier: "PROPORTIONAL_SLASHING_MULTIPLIER_BELLATRIX",
};
const deneb: ForkRule = { ...bellatrix, isTargetDelayLimited: false };
const electra: ForkRule = {
  ...deneb,
  slashingPenaltyQuotient: "MIN_SLASHING_PENALTY_QUOTIENT_ELECTRA",
  whistleblowerRewardQuotient: "WHISTLEBLOWER_REWARD_QUOTIENT_ELECTRA",
  isSlashingPerIncrement: true,
};

export const forkRules: Record<Fork, ForkRule> = {
  phase0,
  altair,
  bellatrix,
  capella: bellatrix,
  deneb,
  electra,
  fulu: electra,
  gloas: { ...electra, isPayloadVoted: true },
};

/** The node's constants, as returned by `/eth/v1/config/spec`: names to decimal strings. */
export type Spec = Record<string, string>;

/** A constant as a number. @throws FactsError if the node did not return it. */
export function constant(spec: Spec, name: string): number {
  const text = spec[name];
  const value = Number(text);
  if (text === undefined || text === "" || !Number.isFinite(value)) {
    throw new FactsError(`The node's spec has no usable ${name}`, {
      code: "spec_incomplete",
      meta: { name, text },
    });
  }
  return value;
}
