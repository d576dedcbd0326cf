/** Windows of complete days: the delegation part of summaries. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { windowVersion } from "./versions.ts";

type Window = {
  window_days: number;
  first: string;
  last: string;
  day_count: string;
  checkpoint_count: string;
  known_count: string;
  from_checkpoint: number;
  to_checkpoint: number;
  last_number: number;
  facts_checksum: string;
};

type Made = { window_days: number; version: string; facts_checksum: string };

const rowsOfWindow = "network = {network:String} and window_days = {window_days:UInt16}";

export function createWindows(store: Store) {
  const models = loadModels("polygon").get("days") ?? [];

  async function madeWindows(network: string): Promise<Map<number, Made>> {
    const rows = await store.rows<Made>(internalSql("polygon/window_versions"), { network });
    return new Map(rows.map((row) => [row.window_days, row]));
  }

  async function makeWindow(network: string, window: Window, version: bigint, isMade: boolean) {
    const [last] = await store.rows<{ position: string }>(internalSql("polygon/last_position"), {
      network,
      checkpoint: window.to_checkpoint,
    });
    const { window_days, first, last: to_day, facts_checksum } = window;
    const range = { from_day: first, to_day };
    const values = { ...window, network, ...range, last_position: last?.position ?? "0", version };
    if (isMade) await replaceRows(store, models, values, rowsOfWindow);
    else await runModels(store, models, values);
    const rows = createRows("int_polygon_window");
    rows.push({ network, window_days, ...range, facts_checksum: BigInt(facts_checksum), version });
    await writeTables(store, [rows.toTable()]);
  }

  return {
    /** Computes the windows whose days are newer, or have changed. */
    async make(network: string): Promise<void> {
      const windows = await store.rows<Window>(internalSql("polygon/windows_to_make"), { network });
      if (windows.length === 0) return;
      const made = await madeWindows(network);
      for (const window of windows) {
        const version = windowVersion({
          last_day: window.last_number,
          checkpoints: Number(window.checkpoint_count),
          known: Number(window.known_count),
        });
        const own = made.get(window.window_days);
        const ownVersion = BigInt(own?.version ?? 0);
        const isSame = ownVersion === version;
        if (ownVersion > version || (isSame && own?.facts_checksum === window.facts_checksum)) continue;
        await makeWindow(network, window, version, isSame);
      }
    },
  };
}
