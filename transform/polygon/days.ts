/** UTC days: sums of validators' checkpoints. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { dayVersion } from "./versions.ts";

type ToMake = {
  day: string;
  from_checkpoint: number;
  to_checkpoint: number;
  checkpoint_count: string;
  known_count: string;
  is_complete: boolean;
};

export function createDays(store: Store) {
  const models = loadModels("polygon").get("day") ?? [];

  return {
    /** Makes every day that is behind its checkpoints. @returns them */
    async make(network: string): Promise<string[]> {
      const rows = await store.rows<ToMake>(internalSql("polygon/days_to_make"), { network });
      for (const { day, from_checkpoint, to_checkpoint, is_complete, ...counts } of rows) {
        const checkpoint_count = Number(counts.checkpoint_count);
        const known_count = Number(counts.known_count);
        const version = dayVersion({ is_complete, checkpoint_count, known_count });
        await runModels(store, models, {
          network,
          day,
          from_checkpoint,
          to_checkpoint,
          is_complete,
          version,
        });
        const made = createRows("int_polygon_day");
        made.push({
          ...{ network, day, from_checkpoint, to_checkpoint, checkpoint_count },
          known_count: BigInt(known_count),
          is_complete: Number(is_complete),
          version,
        });
        await writeTables(store, [made.toTable()]);
      }
      return rows.map(({ day }) => day);
    },
  };
}
