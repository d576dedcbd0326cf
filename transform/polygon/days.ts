/** UTC days: sums of validators' checkpoints. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { dayVersion, dayVersionBase } from "./versions.ts";

type ToMake = {
  day: string;
  from_checkpoint: number;
  to_checkpoint: number;
  checkpoint_count: string;
  known_count: string;
  is_complete: boolean;
  facts_checksum: string;
  is_made: boolean;
};

/** A backfill's days are computed several at once: planning a statement takes as long as a day's sums. */
const daysAtOnce = 30;
const rowsOfDays = "network = {network:String} and day in {days:Array(Date)}";

export function createDays(store: Store) {
  const models = loadModels("polygon").get("day") ?? [];

  async function makeSome(network: string, rows: readonly ToMake[]): Promise<void> {
    const made = createRows("int_polygon_day");
    const versions = rows.map(
      ({ day, from_checkpoint, to_checkpoint, is_complete, facts_checksum, ...counts }) => {
        const checkpoint_count = Number(counts.checkpoint_count);
        const known_count = Number(counts.known_count);
        const version = dayVersion({ is_complete, checkpoint_count, known_count });
        made.push({
          ...{ network, day, from_checkpoint, to_checkpoint, checkpoint_count },
          known_count: BigInt(known_count),
          is_complete: Number(is_complete),
          facts_checksum: BigInt(facts_checksum),
          version,
        });
        return version;
      },
    );
    const values = {
      network,
      days: rows.map(({ day }) => day),
      from_checkpoints: rows.map(({ from_checkpoint }) => from_checkpoint),
      to_checkpoints: rows.map(({ to_checkpoint }) => to_checkpoint),
      are_complete: rows.map(({ is_complete }) => Number(is_complete)),
      versions,
    };
    if (rows.some(({ is_made }) => is_made)) await replaceRows(store, models, values, rowsOfDays);
    else await runModels(store, models, values);
    await writeTables(store, [made.toTable()]);
  }

  return {
    /** Computes every day whose checkpoints are newer, or have changed. @returns these days */
    async make(network: string): Promise<string[]> {
      const rows = await store.rows<ToMake>(internalSql("polygon/days_to_make"), {
        network,
        version_base: dayVersionBase,
      });
      for (let start = 0; start < rows.length; start += daysAtOnce)
        await makeSome(network, rows.slice(start, start + daysAtOnce));
      return rows.map(({ day }) => day);
    },
  };
}
