/** Which rows belong to a range of epochs. */
import { ConfigError } from "../../lib/errors.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Calendar, daysOf } from "../../schemas/eth/calendar.ts";
import type { HeightRange, RowsOfRange } from "../frame/heights.ts";

type HeightColumn = "epoch" | "target_epoch" | "slot" | "day";

/** The column of each table that says to which epochs a row belongs; null: to none, such as a validator's identity. */
export const ethHeightColumns = {
  raw_eth_attestation: "slot",
  raw_eth_block: "epoch",
  raw_eth_committee: "epoch",
  raw_eth_consolidation: "epoch",
  raw_eth_consolidation_request: "slot",
  raw_eth_deposit: "slot",
  raw_eth_epoch: "epoch",
  raw_eth_pending_deposit: "epoch",
  raw_eth_proposer_duty: "epoch",
  raw_eth_registry: "epoch",
  raw_eth_slashing: "slot",
  raw_eth_voluntary_exit: "slot",
  raw_eth_withdrawal: "slot",
  raw_eth_withdrawal_request: "slot",
  dim_eth_network: null,
  dim_eth_rating_version: null,
  dim_eth_validator: null,
  // Votes of an epoch are paid by its blocks and the next epoch's: its rows stand in both.
  int_eth_attestation_inclusion_slot: "target_epoch",
  int_eth_inactivity_score: "epoch",
  int_eth_sync_slot: "epoch",
  int_eth_epoch: "epoch",
  fct_eth_proposal_slot: "epoch",
  fct_eth_slashing: "epoch",
  fct_eth_validator_duty_epoch: "epoch",
  fct_eth_validator_performance_daily: "day",
  fct_eth_validator_reconciliation_daily: "day",
  // Says that the rows of a day are there.
  int_eth_day: "day",
} as const satisfies Record<string, HeightColumn | null>;

/** Times of a network, as the warehouse knows it. @throws ConfigError when it does not know the network */
export async function loadCalendar(store: Store, network: string): Promise<Calendar> {
  const [row] = await store.rows<{ genesis: string; slots: number; seconds: number }>(
    `select genesis_time as genesis, slots_per_epoch as slots, seconds_per_slot as seconds
    from dim_eth_network final where network = {network:String}`,
    { network },
  );
  if (row === undefined) throw new ConfigError(`The warehouse does not know the network ${network}`);
  return {
    network,
    genesisTime: Number(row.genesis),
    slotsPerEpoch: row.slots,
    secondsPerSlot: row.seconds,
  };
}

/** The rows of each table that belong to epochs, days that hold one of them included. */
export function ethRowsOf(calendar: Calendar, { from, to }: HeightRange): RowsOfRange {
  const { network, slotsPerEpoch } = calendar;
  const between = (column: string, first: number, last: number): RowFilter => ({
    sql: `network = {network:String} and ${column} between {first:UInt32} and {last:UInt32}`,
    params: { network, first, last },
  });
  const days = Object.fromEntries(
    (
      [
        ["first", from],
        ["last", to],
      ] as const
    ).flatMap(([end, epoch]) =>
      daysOf(calendar, epoch).map(({ dayType, day }) => [`${end}_${dayType}`, day]),
    ),
  );
  const inDays: RowFilter = {
    sql: `network = {network:String} and (
      (day_type = 'chain' and day between {first_chain:UInt32} and {last_chain:UInt32})
      or (day_type = 'utc' and day between {first_utc:UInt32} and {last_utc:UInt32})
    )`,
    params: { network, ...days },
  };
  const filterOf: Record<HeightColumn, RowFilter> = {
    epoch: between("epoch", from, to),
    target_epoch: between("target_epoch", from, to),
    slot: between("slot", from * slotsPerEpoch, (to + 1) * slotsPerEpoch - 1),
    day: inDays,
  };
  const filters = new Map<string, RowFilter>();
  for (const [table, column] of Object.entries(ethHeightColumns))
    if (column !== null) filters.set(table, filterOf[column]);
  return filters;
}

/** Whether a message, not yet checked, belongs to a range of epochs or to the epochs beside it. */
export function isEthMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; epoch?: unknown } | null;
  if (message?.network !== network || typeof message.epoch !== "number") return false;
  return message.epoch >= from - 1 && message.epoch <= to + 1;
}
