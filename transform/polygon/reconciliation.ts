/** Stakes by events against the contract and against Heimdall's set, of each day on which these were read. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
import type { Coverage } from "./coverage.ts";

export function createReconciliation(store: Store, coverage: Coverage) {
  const models = loadModels("polygon").get("state") ?? [];

  return {
    async make(network: string): Promise<void> {
      const states = await store.rows<{ date: string; block_number: number }>(
        internalSql("polygon/states_to_reconcile"),
        { network },
      );
      const covered = await coverage.coveredTo(network);
      for (const { date, block_number } of states)
        await runModels(store, models, { network, day: date, is_covered: covered >= block_number });
    },
  };
}
