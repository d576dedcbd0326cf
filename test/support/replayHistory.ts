/** A short history in a warehouse, ways to damage it, and the tables to restore. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadConfig } from "../../chains/config.ts";
import { generateChain } from "../../fixtures/eth/generate.ts";
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import { ethRowsOf, loadCalendar } from "../../transform/eth/heights.ts";
import { recordMessages } from "./ethPipeline.ts";
import { isNight } from "./nightCases.ts";
import { openReplayWarehouse, type ReplayWarehouse } from "./replay.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
export const chain = generateChain({
  seed: 23,
  validators: 96,
  preset: "minimal",
  startEpoch: 6,
  epochs: isNight ? 14 : 10,
  spec: { SECONDS_PER_SLOT: "2700" },
});
export const history = {
  from: chain.options.startEpoch + 1,
  to: Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2),
};
/** Begins and ends within a day. */
export const damaged = { from: history.from + 2, to: history.from + 4 };
/** The damaged range as arguments of `replay`. */
export const damagedRange = { network: "eth", from: String(damaged.from), to: String(damaged.to) };
export const recordedConfig = loadConfig({ ETH_MAX_HEAD_AGE_S: "0", ETH_REWARD_CHECK_EPOCHS: "0" });

export type ReplayHistory = {
  network: string;
  /** All messages of the listener about the chain, in order. */
  messages: BusMessage[];
  /** The resulting tables, by name. */
  expected: Record<string, string>;
  /** Folder of a closed warehouse with the whole history. */
  template: string;
  /** A warehouse with the whole history. */
  openFilled(kind: Store["kind"]): Promise<ReplayWarehouse>;
  /** One in which the damaged range is missing, facts and records. */
  openWithLostRange(): Promise<ReplayWarehouse>;
  remove(): void;
};

/** The history is written once; every warehouse begins as a copy of its folder. */
export async function prepareHistory(): Promise<ReplayHistory> {
  const folder = mkdtempSync(join(tmpdir(), "va-history-"));
  const template = join(folder, "warehouse");
  const { network, messages, expected } = await recordMessages(chain, history, template);
  const openFilled = (kind: Store["kind"]) => openReplayWarehouse(kind, template);
  return {
    network,
    messages,
    expected,
    template,
    openFilled,
    openWithLostRange: async () => {
      const warehouse = await openFilled("embedded");
      for (const [table, { sql, params }] of ethRowsOf(await loadCalendar(warehouse.store, network), damaged))
        await warehouse.store.command(`delete from ${table} where ${sql}`, params);
      return warehouse;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Wrong rows with newer versions, extra rows, missing rows. */
export async function damageDuties(store: Store): Promise<void> {
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (version + 1000000 as version, 1 as source_reward_gwei)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from },
  );
  await store.command(
    `insert into fct_eth_validator_duty_epoch select * replace (validator_index + 5000 as validator_index)
    from fct_eth_validator_duty_epoch final where epoch = {epoch:UInt32}`,
    { epoch: damaged.from + 1 },
  );
  for (const table of ["fct_eth_validator_duty_epoch", "int_eth_epoch"])
    await store.command(`delete from ${table} where epoch = {epoch:UInt32}`, { epoch: damaged.to });
}
