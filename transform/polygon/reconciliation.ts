/** Stakes by events against the contract and against Heimdall's set, when either has been read. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
import type { Coverage } from "./coverage.ts";

export function createReconciliation(store: Store, coverage: Coverage) {
  const models = loadModels("polygon").get("state") ?? [];

  return {
    async make(network: string): Promise<void> {
      const [state] = await store.rows<{ block_number: number; is_whole: boolean }>(
        internalSql("polygon/state_block"),
        { network },
      );
      if (state?.is_whole !== true) return;
      const covered = await coverage.coveredTo(network);
      await runModels(store, models, { network, is_covered: covered >= state.block_number });
    },
  };
}
