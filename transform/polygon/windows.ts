/** Windows of complete days: what summaries say of delegations. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { loadModels, runModels } from "../frame/models.ts";
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
};

export function createWindows(store: Store) {
  const models = loadModels("polygon").get("days") ?? [];

  async function versionsOf(network: string): Promise<Map<number, bigint>> {
    const rows = await store.rows<{ window_days: number; version: string }>(
      internalSql("polygon/window_versions"),
      { network },
    );
    return new Map(rows.map(({ window_days, version }) => [window_days, BigInt(version)]));
  }

  return {
    /** Makes the windows that are behind their days. */
    async make(network: string): Promise<void> {
      const windows = await store.rows<Window>(internalSql("polygon/windows_to_make"), { network });
      if (windows.length === 0) return;
      const made = await versionsOf(network);
      for (const window of windows) {
        const version = windowVersion({
          last_day: window.last_number,
          checkpoints: Number(window.checkpoint_count),
          known: Number(window.known_count),
        });
        if ((made.get(window.window_days) ?? 0n) >= version) continue;
        const [last] = await store.rows<{ position: string }>(internalSql("polygon/last_position"), {
          network,
          checkpoint: window.to_checkpoint,
        });
        await runModels(store, models, {
          ...window,
          network,
          from_day: window.first,
          to_day: window.last,
          last_position: last?.position ?? "0",
          version,
        });
      }
    },
  };
}
