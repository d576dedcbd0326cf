/** The listener's announcements of epochs. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Fork } from "../../schemas/eth/events.ts";
import type { Spec } from "./rewards/rules.ts";

/** The listener's announcement of an epoch, as stored in raw_eth_epoch. */
export type EpochRow = {
  epoch: number;
  role: "support" | "full";
  fork: Fork;
  spec: Spec;
  genesis_time: string;
  genesis_validators_root: string;
  sync_committee: number[];
  finalized_epoch_after: number;
  parent_block_root: string;
  registry_epoch: number;
  registry_rows: number;
  inactivity_score_rows: number | null;
};

/** Stored announcements of the epochs from..to, by epoch. */
export async function loadEpochRows(
  store: Store,
  network: string,
  from: number,
  to: number,
): Promise<Map<number, EpochRow>> {
  const rows = await store.rows<Omit<EpochRow, "spec"> & { spec: string }>(
    internalSql("eth/epoch_announcements"),
    { network, from, to },
  );
  return new Map(rows.map((row) => [row.epoch, { ...row, spec: JSON.parse(row.spec) as Spec }]));
}
