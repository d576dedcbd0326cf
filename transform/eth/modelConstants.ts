/** Parameters available to all Ethereum models: constants of the network, in the spelling of their placeholders. */
import type { QueryParams } from "../../lib/store/store.ts";
import { versionUnits } from "../../lib/version.ts";
import { forkEpoch } from "../../schemas/eth/calendar.ts";
import type { Fork } from "../../schemas/eth/events.ts";
import type { NetworkInfo } from "./networks.ts";
import { sourceDelayMax } from "./rewards/inclusions.ts";
import { constant, type Spec } from "./rewards/rules.ts";
import { modelRevision, proposalVersion } from "./version.ts";

const never = 0xffff_ffff;

/**
 * Churn limits, by placeholder. Nodes that don't support a fork yet don't return its constants; mainnet's apply then.
 */
const churn = {
  increment_gwei: ["EFFECTIVE_BALANCE_INCREMENT", 1_000_000_000],
  churn_min: ["MIN_PER_EPOCH_CHURN_LIMIT", 4],
  churn_quotient: ["CHURN_LIMIT_QUOTIENT", 65_536],
  activation_max: ["MAX_PER_EPOCH_ACTIVATION_CHURN_LIMIT", 8],
  churn_min_gwei: ["MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA", 128_000_000_000],
  churn_max_gwei: ["MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT", 256_000_000_000],
  churn_quotient_gloas: ["CHURN_LIMIT_QUOTIENT_GLOAS", 32_768],
  activation_max_gloas_gwei: ["MAX_PER_EPOCH_ACTIVATION_CHURN_LIMIT_GLOAS", 256_000_000_000],
} as const;

/** Churn limits of a network: validators per epoch, gwei per epoch, and quotients of the active amount. */
export function churnLimits(spec: Spec): Record<keyof typeof churn, number> {
  const limits = Object.entries(churn).map(([name, [key, fallback]]) => [
    name,
    spec[key] === undefined ? fallback : constant(spec, key),
  ]);
  return Object.fromEntries(limits) as Record<keyof typeof churn, number>;
}

export function modelConstants({ network, spec, calendar }: NetworkInfo): QueryParams & { network: string } {
  const epochOf = (fork: Fork) => Math.min(forkEpoch(spec, fork), never);
  const units = versionUnits(proposalVersion);
  return {
    ...churnLimits(spec),
    network,
    slots_per_epoch: calendar.slotsPerEpoch,
    source_delay_max: sourceDelayMax(calendar.slotsPerEpoch),
    altair_epoch: epochOf("altair"),
    deneb_epoch: epochOf("deneb"),
    electra_epoch: epochOf("electra"),
    gloas_epoch: epochOf("gloas"),
    slashings_vector: constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR"),
    slashing_window: Math.floor(constant(spec, "EPOCHS_PER_SLASHINGS_VECTOR") / 2),
    revision: modelRevision,
    version_revision: units.revision,
    version_is_attestation_known: units.is_attestation_known,
    version_is_orphaned: units.is_orphaned,
  };
}
