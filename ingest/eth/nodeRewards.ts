/**
 * The node's own rewards of an epoch, which the transform compares with the computed ones: of all validators and blocks of
 * a small network, of a sample of a large one. Rewards that no node returns are not compared and delay nothing.
 */
import pMap from "p-map";
import { errorMessage, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { unpack } from "../../lib/packed.ts";
import type { BlockMessage, CommitteeMessage } from "../../schemas/eth/events.ts";
import type { NodeReward, NodeRewardsMessage } from "../../schemas/eth/nodeRewards.ts";
import { metrics } from "../listener/metrics.ts";
import type { AttestationReward } from "./api/api.ts";
import type { BeaconClient } from "./api/beacon.ts";
import { checkAttestationRewards, includedValidators } from "./check.ts";
import { type EthChain, forkAt, isForkFrom } from "./spec.ts";

/** The input of an epoch's rewards. */
export type RewardedEpoch = { blocks: BlockMessage[]; committees: CommitteeMessage[] };

export type NodeRewards = {
  /** Whether an epoch is one of those that are compared. */
  isDue(epoch: number): boolean;
  /** @param next the epoch at whose end the attestations were paid. Fails only by the signal. */
  read(
    epoch: number,
    own: RewardedEpoch,
    next: RewardedEpoch & { finalizedEpochAfter: number },
    signal: AbortSignal,
  ): Promise<NodeRewardsMessage[]>;
};

/** Validators of a large network: the whole set would be 100 MB. */
const sampleSize = 1024;
const callsAtOnce = 4;
const patienceMs = 30_000;

/** In ascending order: for unsorted ids, Prysm returns the rewards of other validators. */
function sampleOf(committees: readonly CommitteeMessage[]): { validators: number[]; isWhole: boolean } {
  const all = committees.map(({ validators }) => unpack(Uint32Array, validators));
  const isWhole = all.reduce((sum, { length }) => sum + length, 0) <= sampleSize;
  const perSlot = isWhole ? sampleSize : Math.ceil(sampleSize / Math.max(1, committees.length));
  const validators = all.flatMap((members) => Array.from(members.subarray(0, perSlot)));
  return { validators: validators.sort((one, other) => one - other), isWhole };
}

function attestationRows(rewards: readonly AttestationReward[]): NodeReward[] {
  return rewards.flatMap(({ validator_index, source, target, head, inactivity }) =>
    Object.entries({ source, target, head, inactivity }).flatMap(([name, gwei]): NodeReward[] =>
      gwei === undefined
        ? []
        : [
            {
              component: `attestation_${name}` as NodeReward["component"],
              ...{ slot: 0, validator_index, gwei: String(gwei) },
            },
          ],
    ),
  );
}

export function createNodeRewards(options: {
  client: BeaconClient;
  chain: EthChain;
  log: Logger;
  /** Once in so many epochs; 0 is never. */
  every: number;
}): NodeRewards {
  const { client, chain, log, every } = options;
  const leakAfter = Number(chain.constants.MIN_EPOCHS_TO_INACTIVITY_PENALTY ?? 4);
  const count = (outcome: "ok" | "failed" | "unanswered") =>
    metrics.checks.inc({ listener: `eth/${chain.network}`, check: "attestation_rewards", outcome });

  /** Before Altair these calls return no rewards of blocks. */
  async function blockRows(
    epoch: number,
    { blocks }: RewardedEpoch,
    isWhole: boolean,
    signal: AbortSignal,
  ): Promise<NodeReward[]> {
    if (!isForkFrom(forkAt(chain, epoch), "altair")) return [];
    const canonical = blocks.filter(({ status, slot }) => status === "canonical" && slot > 0);
    // Of a large network one block per epoch, a different one each time.
    const sampled = isWhole ? canonical : canonical.slice(epoch % Math.max(1, canonical.length)).slice(0, 1);
    const rows = await pMap(
      sampled,
      async ({ slot }) => {
        const [block, members] = await Promise.all([
          client.blockRewards(slot, signal),
          client.syncRewards(slot, signal),
        ]);
        const slashings = block.proposer_slashings + block.attester_slashings;
        const own = (component: NodeReward["component"], gwei: bigint): NodeReward => ({
          ...{ component, slot, validator_index: block.proposer_index, gwei: String(gwei) },
        });
        // Lighthouse lists a member once per seat, each time with its total.
        const byMember = new Map(members.map(({ validator_index, reward }) => [validator_index, reward]));
        return [
          own("proposer_attestations", block.attestations),
          own("proposer_sync_aggregate", block.sync_aggregate),
          own("proposer_slashings", slashings),
          ...[...byMember].map(([validator_index, gwei]): NodeReward => {
            return { component: "sync_committee", slot, validator_index, gwei: String(gwei) };
          }),
        ];
      },
      { concurrency: callsAtOnce },
    );
    return rows.flat();
  }

  return {
    isDue: (epoch) => every > 0 && epoch >= 0 && epoch % every === 0,
    read: async (epoch, own, next, signal) => {
      try {
        const limited = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
        const { validators, isWhole } = sampleOf(own.committees);
        const { value, node } = await client.attestationRewards(epoch, validators, limited);
        const included = includedValidators(own.committees, [...own.blocks, ...next.blocks]);
        const problem = checkAttestationRewards(value, included, {
          isLeak: epoch - next.finalizedEpochAfter > leakAfter,
          isPhase0: forkAt(chain, epoch + 1) === "phase0",
        });
        count(problem === undefined ? "ok" : "failed");
        if (problem !== undefined) {
          // A node that rebuilds its history returns such rewards: they say nothing about the computed ones.
          const error = new SourceError(`${node.name}, attestation rewards of epoch ${epoch}: ${problem}`, {
            code: "lying",
            meta: { node: node.name, epoch },
          });
          log.error({ network: chain.network, epoch, err: error }, "cross-check failed");
          client.report(node, error);
          return [];
        }
        const rewards = [...attestationRows(value), ...(await blockRows(epoch, own, isWhole, limited))];
        return [{ type: "node_rewards", network: chain.network, epoch, rewards }];
      } catch (error) {
        signal.throwIfAborted();
        count("unanswered");
        log.warn({ network: chain.network, epoch, reason: errorMessage(error) }, "cross-check could not run");
        return [];
      }
    },
  };
}
