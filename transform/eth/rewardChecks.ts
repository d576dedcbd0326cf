/**
 * Rewards of computed epochs, compared with those that a beacon node returned. A difference is counted, stored as a
 * dead letter, and named in the affected balance records: one of the two is wrong.
 */
import { fromDeadLetter, toDeadLetter } from "../../lib/bus/deadLetter.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { consecutiveRanges, type HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethSchemaVersion, schemaVersions, topicOf } from "../../schemas/eth/events.ts";
import { writeDeadLetters } from "../frame/deadLetters.ts";
import { metrics } from "../frame/metrics.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { modelConstants } from "./modelConstants.ts";
import type { NetworkInfo } from "./networks.ts";

type Difference = {
  component: string;
  slot: number;
  validator_index: number;
  reported_gwei: string;
  computed_gwei: string;
};
type DifferingEpoch = {
  epoch: number;
  compared_count: number;
  difference_count: number;
  differences: Difference[];
};

/** The differing part of the node's answer as a message: when requeued, it is compared again. */
async function keepDeadLetter(store: Store, network: string, differing: DifferingEpoch): Promise<void> {
  const rewards = differing.differences.map(({ component, slot, validator_index, reported_gwei }) => ({
    ...{ component, slot, validator_index, gwei: reported_gwei },
  }));
  const message = { type: "node_rewards", network, epoch: differing.epoch, rewards };
  const [first] = differing.differences;
  const reason =
    `${differing.difference_count} of ${differing.compared_count} rewards of epoch ${differing.epoch} differ from the node's: ` +
    `${first?.component} of validator ${first?.validator_index} is ${first?.computed_gwei} gwei by the computation and ` +
    `${first?.reported_gwei} by the node`;
  const letter = toDeadLetter(
    {
      topic: topicOf.node_rewards.name,
      key: `${network}/${differing.epoch}`,
      value: Buffer.from(JSON.stringify(message)),
      headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions.node_rewards) },
      ...{ partition: 0, offset: "0" },
    },
    reason,
    { schemaVersion: ethSchemaVersion },
  );
  const row = fromDeadLetter({ ...letter, headers: letter.headers ?? {}, partition: 0, offset: "0" });
  await writeDeadLetters(store, [{ ...row, partition: null, offset: null, state: "open", requeuedAt: null }]);
}

/** Compares epochs whose rewards were just computed, or for which a node's answer has just arrived. */
export async function checkRewards(
  { store, log }: { store: Store; log: Logger },
  info: NetworkInfo,
  ranges: readonly HeightRange[],
): Promise<void> {
  const { network } = info;
  const models = loadModels("eth").get("reward_check") ?? [];
  for (const own of ranges) {
    const rows = await store.rows<{ epoch: number }>(internalSql("eth/node_reward_epochs"), {
      network,
      ...own,
    });
    for (const { from, to } of consecutiveRanges(rows.map(({ epoch }) => epoch))) {
      await runModels(store, models, { ...modelConstants(info), from_epoch: from, to_epoch: to });
      const values = { network, from, to };
      const differing = await store.rows<DifferingEpoch>(internalSql("eth/reward_differences"), values);
      const [kept] = await store.rows<{ is_kept: number }>(internalSql("eth/dead_letters_kept"));
      for (const epoch of differing) {
        metrics.differences.inc({ chain: "eth", network, check: "rewards" }, Number(epoch.difference_count));
        const { compared_count: compared, difference_count: count, differences } = epoch;
        log.error(
          { network, unit: "epoch", height: epoch.epoch, compared, count, first: differences[0] },
          "rewards differ from the node's",
        );
        // A replay's shadow has no dead letters.
        if (kept?.is_kept === 1) await keepDeadLetter(store, network, epoch);
      }
    }
  }
}
