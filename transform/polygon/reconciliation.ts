/**
 * Stakes by events compared with the contract and with Heimdall's set, for each day on which these were read; and
 * rewards by checkpoints compared with the contracts' own totals since an earlier such day.
 */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import { loadModels, runModels } from "../frame/models.ts";
import type { Coverage } from "./coverage.ts";

/** Two readings of the contracts, one day or more apart. */
type Pair = {
  date: string;
  before_date: string;
  block_number: number;
  from_block: number;
  checkpoint_count: number;
  is_whole: boolean;
};
const rewardLayout = { block_number: 31, from_block: 32, is_whole: 1 } as const;

export function createReconciliation(store: Store, coverage: Coverage) {
  const models = loadModels("polygon").get("state") ?? [];
  const rewardModels = loadModels("polygon").get("reward") ?? [];

  async function makeRewards(network: string): Promise<void> {
    const pairs = await store.rows<Pair>(internalSql("polygon/rewards_to_reconcile"), { network });
    for (const { date, before_date, block_number, from_block, checkpoint_count, is_whole } of pairs)
      await runModels(store, rewardModels, {
        network,
        day: date,
        before_day: before_date,
        ...{ block_number, from_block, checkpoint_count, is_whole },
        version: packVersion(rewardLayout, { block_number, from_block, is_whole: Number(is_whole) }),
      });
  }

  return {
    async make(network: string): Promise<void> {
      const states = await store.rows<{ date: string; block_number: number }>(
        internalSql("polygon/states_to_reconcile"),
        { network },
      );
      const covered = await coverage.coveredTo(network);
      for (const { date, block_number } of states)
        await runModels(store, models, { network, day: date, is_covered: covered >= block_number });
      await makeRewards(network);
    },
  };
}
