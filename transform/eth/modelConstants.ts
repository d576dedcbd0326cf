/** What all of Ethereum's models may name: constants of the network, in the spelling of their placeholders. */
import type { QueryParams } from "../../lib/store/store.ts";
import { versionUnits } from "../../lib/version.ts";
import { forkEpoch } from "../../schemas/eth/calendar.ts";
import type { Fork } from "../../schemas/eth/events.ts";
import type { NetworkInfo } from "./networks.ts";
import { sourceDelayMax } from "./rewards/inclusions.ts";
import { constant } from "./rewards/rules.ts";
import { modelRevision, proposalVersion } from "./version.ts";

const never = 0xffff_ffff;

export function modelConstants({ network, spec, calendar }: NetworkInfo): QueryParams & { network: string } {
  const epochOf = (fork: Fork) => Math.min(forkEpoch(spec, fork), never);
  const units = versionUnits(proposalVersion);
  return {
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
