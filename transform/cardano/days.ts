/** UTC days: computed once all epochs that overlap a day, and the payments on it, are stored. */

import { dateOfDay, dayOfSeconds, secondsPerDay } from "../../lib/days.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { modelVersion } from "./versions.ts";

export type Day = { network: string; day: string };

type TouchedEpochs = {
  epochs: string;
  first_epoch: number;
  epoch: number;
  covered_seconds: string;
  first_started: number | null;
  blocks: string;
  known_count: string;
  read_at: string;
};
type DayBlocks = {
  here: string;
  blocks: string;
  from_block: number;
  to_block: number;
  from_slot: number;
  to_slot: number;
};

/** An epoch is paid at the start of the epoch this many epochs later. */
const payLag = 2;

/** All UTC days from one second to another. */
export function daysBetween(from: number, to: number): string[] {
  const days: string[] = [];
  for (let day = dayOfSeconds(from); day <= dayOfSeconds(to); day += 1) days.push(dateOfDay(day));
  return days;
}

export function createDays(store: Store) {
  const models = loadModels("cardano").get("day") ?? [];

  /** Epochs that are paid on a day, and whether their rewards are known. */
  async function paidOn(network: string, touched: TouchedEpochs) {
    // No epoch starts on the day: an empty range.
    if (touched.first_started === null) return { from: 0, to: -1, isKnown: true, readAt: 0 };
    const from = Math.max(0, touched.first_started - payLag);
    const to = touched.epoch - payLag;
    const [row] = await store.rows<{ epochs: string; read_at: string }>(internalSql("cardano/paid_epochs"), {
      network,
      from,
      to,
    });
    const isKnown = Number(row?.epochs ?? 0) === Math.max(0, to - from + 1);
    return { from, to, isKnown, readAt: Number(row?.read_at ?? 0) };
  }

  return {
    /** @returns whether it could be computed */
    make: async ({ network, day }: Day): Promise<boolean> => {
      const [touched] = await store.rows<TouchedEpochs>(internalSql("cardano/day"), { network, day });
      if (touched === undefined || Number(touched.covered_seconds) < secondsPerDay) return false;
      const { first_epoch, epoch } = touched;
      const paid = await paidOn(network, touched);
      if (!paid.isKnown) return false;
      const [blocks] = await store.rows<DayBlocks>(internalSql("cardano/blocks_of_day"), {
        network,
        day,
        first_epoch,
        epoch,
      });
      // Some blocks have been dropped since, or the chain halted.
      if (
        blocks === undefined ||
        Number(blocks.here) !== Number(touched.blocks) ||
        Number(blocks.blocks) === 0
      )
        return false;
      const { from_block, to_block, from_slot, to_slot } = blocks;
      const knownCount = Number(touched.known_count);
      const isComplete = knownCount === Number(touched.epochs);
      const readAt = Math.max(Number(touched.read_at), paid.readAt);
      const version = modelVersion(knownCount, readAt);
      const range = { network, day, epoch, first_epoch, from_block, to_block, from_slot, to_slot };
      await runModels(store, models, {
        ...range,
        first_paid_epoch: paid.from,
        last_paid_epoch: paid.to,
        is_complete: isComplete,
        version,
      });
      const rows = createRows("int_cardano_day");
      rows.push({
        ...range,
        known_count: Math.min(knownCount, 255),
        is_complete: Number(isComplete),
        read_at: BigInt(readAt),
        version,
      });
      await writeTables(store, [rows.toTable()]);
      return true;
    },
  };
}
