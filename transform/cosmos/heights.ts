/** Which rows belong to a range of blocks. */
import type { HeightRange } from "../../lib/heightRange.ts";
import type { RowFilter } from "../../lib/store/shadow.ts";
import type { Store } from "../../lib/store/store.ts";
import type { RowsOfRange } from "../frame/heights.ts";

type HeightColumn = "height" | "day";

/** The column of each table that says to which blocks a row belongs; null: to none. */
export const cosmosHeightColumns: Readonly<Record<string, HeightColumn | null>> = {
  raw_cosmos_block: "height",
  raw_cosmos_delegation: "height",
  raw_cosmos_event: "height",
  raw_cosmos_state: "height",
  raw_cosmos_validator: "height",
  dim_cosmos_network: null,
  int_cosmos_network_daily: "day",
  int_cosmos_validator_daily: "day",
  fct_cosmos_delegator_state_daily: "day",
  fct_cosmos_network_reward_daily: "day",
  fct_cosmos_validator_reward_daily: "day",
  fct_cosmos_validator_state_daily: "day",
  // The last one says that the rows of a day are there.
  int_cosmos_day: "day",
};

export type DayRange = { first: string; last: string };

/**
 * The days that blocks touch, those of the nearest blocks around them included: their edges are known from these.
 * @returns undefined when the warehouse holds no block
 */
export async function daysAround(
  store: Store,
  network: string,
  { from, to }: HeightRange,
): Promise<DayRange | undefined> {
  const [row] = await store.rows<{ blocks: string; first: string; last: string }>(
    `select count() as blocks,
      toString(if(countIf(height < {from:UInt32}) > 0, maxIf(day, height < {from:UInt32}), min(day))) as first,
      toString(if(countIf(height > {to:UInt32}) > 0, minIf(day, height > {to:UInt32}), max(day))) as last
    from (
      select height, day from raw_cosmos_block final where network = {network:String}
      union all
      select to_block as height, day from int_cosmos_day final where network = {network:String}
    )`,
    { network, from, to },
  );
  return row === undefined || Number(row.blocks) === 0 ? undefined : { first: row.first, last: row.last };
}

/** The rows of each table that belong to blocks, or to the days around them. */
export function cosmosRowsOf(network: string, { from, to }: HeightRange, days: DayRange): RowsOfRange {
  const filterOf: Record<HeightColumn, RowFilter> = {
    height: {
      sql: "network = {network:String} and height between {from:UInt32} and {to:UInt32}",
      params: { network, from, to },
    },
    day: {
      sql: "network = {network:String} and day between {first:Date} and {last:Date}",
      params: { network, ...days },
    },
  };
  const filters = new Map<string, RowFilter>();
  for (const [table, column] of Object.entries(cosmosHeightColumns))
    if (column !== null) filters.set(table, filterOf[column]);
  return filters;
}

/** Whether a message, not yet checked, belongs to a range of blocks or to the ones beside it. */
export function isCosmosMessageOf(json: unknown, network: string, { from, to }: HeightRange): boolean {
  const message = json as { network?: unknown; height?: unknown; blocks?: { height?: unknown }[] } | null;
  if (message?.network !== network) return false;
  const heights = Array.isArray(message.blocks)
    ? message.blocks.map((block) => block?.height)
    : [message.height];
  return heights.some((height) => typeof height === "number" && height >= from - 1 && height <= to + 1);
}
