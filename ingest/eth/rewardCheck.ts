/** Once in so many epochs, the node's own attestation rewards are held against the bits in the blocks. */
import { errorMessage, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { unpack } from "../../lib/packed.ts";
import { metrics } from "../listener/metrics.ts";
import type { BeaconClient } from "./api/beacon.ts";
import { checkAttestationRewards, includedValidators } from "./check.ts";
import type { PublishedEpoch } from "./epoch.ts";
import type { EthChain } from "./spec.ts";

export type RewardCheck = {
  /** Called with each published epoch, in order. Never throws; resolves when a check that was due has ended. */
  committed(published: PublishedEpoch, signal: AbortSignal): Promise<void>;
};

/** Validators asked for: the whole set would be 100 MB. */
const sampleSize = 1024;

/** In ascending order: to unsorted ids, Prysm answers with the rewards of other validators. */
function sample(committees: PublishedEpoch["committees"]): number[] {
  const perSlot = Math.ceil(sampleSize / Math.max(1, committees.length));
  const sampled = committees.flatMap((committee) => {
    return Array.from(unpack(Uint32Array, committee.validators).subarray(0, perSlot));
  });
  return sampled.sort((one, other) => one - other);
}

export function createRewardCheck(options: {
  client: BeaconClient;
  chain: EthChain;
  log: Logger;
  every: number;
}): RewardCheck {
  const { client, chain, log, every } = options;
  let waiting: PublishedEpoch | undefined;
  const leakAfter = Number(chain.constants.MIN_EPOCHS_TO_INACTIVITY_PENALTY ?? 4);

  async function check(sampled: PublishedEpoch, next: PublishedEpoch, signal: AbortSignal): Promise<void> {
    const { epoch } = sampled.epoch;
    const listener = `eth/${chain.network}`;
    try {
      // Rewards of an epoch are paid at the end of the next, whose end state tells what was final then.
      const isLeak = epoch - next.epoch.finalized_epoch_after > leakAfter;
      const { value, node } = await client.attestationRewards(epoch, sample(sampled.committees), signal);
      const included = includedValidators(sampled.committees, [...sampled.blocks, ...next.blocks]);
      const problem = checkAttestationRewards(value, included, {
        isLeak,
        isPhase0: next.epoch.fork === "phase0",
      });
      metrics.checks.inc({
        listener,
        check: "attestation_rewards",
        outcome: problem === undefined ? "ok" : "failed",
      });
      if (problem === undefined) return;
      const error = new SourceError(`${node.name}, attestation rewards of epoch ${epoch}: ${problem}`, {
        code: "lying",
        meta: { node: node.name, epoch },
      });
      log.error({ network: chain.network, epoch, err: error }, "cross-check failed");
      client.report(node, error);
    } catch (error) {
      if (signal.aborted) return;
      metrics.checks.inc({ listener, check: "attestation_rewards", outcome: "unanswered" });
      log.warn({ network: chain.network, epoch, reason: errorMessage(error) }, "cross-check not possible");
    }
  }

  return {
    committed: async (published, signal) => {
      if (every === 0) return;
      const sampled = waiting;
      waiting = published.epoch.epoch % every === 0 ? published : undefined;
      if (sampled !== undefined && sampled.epoch.epoch === published.epoch.epoch - 1)
        await check(sampled, published, signal);
    },
  };
}
