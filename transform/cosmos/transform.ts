/**
 * The transform of a CometBFT chain: raw rows first, then the records of the days that they touch. A day is
 * recomputed whole from its rows and replaced, so any order, repetition or interruption leads to the same tables.
 * Days are rolled up at once when a state arrives (it ends a day, or a run); the running day now and then.
 */
import type { Logger } from "../../lib/logger.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import {
  type BlocksMessage,
  type CosmosMessage,
  cosmosMessage,
  cosmosSchemaVersion,
  cosmosTopics,
} from "../../schemas/cosmos/events.ts";
import { markComputed } from "../frame/metrics.ts";
import { loadModels, runModels } from "../frame/models.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { daysAround } from "./heights.ts";
import { announceNetwork } from "./networks.ts";
import { writeRaw } from "./raw.ts";

/** Raise it when the maths changes: replayed days replace older ones then. */
export const modelRevision = 1;
/** Roll-ups of running days rest this many times as long as they took. */
const restFactor = 9;

type Day = { network: string; day: string };

/** Days that a message changes: its own, and those that it tells the edge of. */
function daysOf(message: CosmosMessage): string[] {
  if (message.type === "delegations") return [message.day];
  if (message.type === "state") return [message.day];
  return message.blocks.flatMap(({ day, previous_day, next_day }) => [
    day,
    ...(previous_day === null || previous_day === day ? [] : [previous_day]),
    ...(next_day === null || next_day === day ? [] : [next_day]),
  ]);
}

function markBlocks(chain: string, { network, blocks }: BlocksMessage): void {
  for (const { height, time } of blocks) markComputed(chain, network, height, Date.parse(time) / 1000);
}

export function createCosmosTransform(
  chain: Pick<CosmosChain, "id" | "readsDelegations" | "denomination" | "token">,
  { store: shared, log }: { store: Store; log: Logger },
): ChainTransform<CosmosMessage> {
  const store = forChain(shared, chain.id);
  const models = loadModels("cosmos").get("day") ?? [];
  const topics = cosmosTopics(chain.id);
  const dirty = new Map<string, Day>();
  const known = new Set<string>();
  let restUntil = 0;

  const mark = (network: string, day: string) => dirty.set(`${network}/${day}`, { network, day });

  async function announce(network: string): Promise<void> {
    if (known.has(network)) return;
    await announceNetwork(store, chain, network);
    known.add(network);
  }

  /** Days whose blocks were written by a process that ended before it rolled them up. */
  async function recover(): Promise<void> {
    const rows = await store.rows<Day>(
      `select block.network as network, toString(block.day) as day
      from (
        select network, day, count() as block_count from raw_cosmos_block final
        where network in (select network from dim_cosmos_network final where chain = {chain:String})
        group by network, day
      ) as block
      left join (select * from int_cosmos_day final) as done on done.network = block.network and done.day = block.day
      where done.to_block - done.from_block + 1 != block.block_count or done.to_block = 0`,
      { chain: chain.id },
    );
    for (const { network, day } of rows) mark(network, day);
  }

  /** Days behind a touched state: its validators are the edge of the next day. */
  async function markDayBehind(network: string, height: number): Promise<void> {
    const [row] = await store.rows<{ day: string }>(
      `select toString(day) as day from raw_cosmos_block final
      where network = {network:String} and height = {height:UInt32}`,
      { network, height: height + 1 },
    );
    if (row !== undefined) mark(network, row.day);
  }

  async function rollUp({ network, day }: Day): Promise<void> {
    const started = performance.now();
    await runModels(store, models, {
      network,
      day,
      revision: modelRevision,
      reads_delegations: chain.readsDelegations,
    });
    const seconds = (performance.now() - started) / 1000;
    log.info({ network, unit: "day", height: day, seconds }, "day rolled up");
  }

  async function run(isDue: (key: string) => boolean): Promise<void> {
    const started = performance.now();
    const due = [...dirty].filter(([key]) => isDue(key)).sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [key, entry] of due) {
      dirty.delete(key);
      try {
        await rollUp(entry);
      } catch (error) {
        dirty.set(key, entry);
        throw error;
      }
    }
    if (due.length > 0) restUntil = performance.now() + restFactor * (performance.now() - started);
  }

  return {
    chain: chain.id,
    topics: Object.values(topics),
    schema: cosmosMessage,
    schemaVersion: cosmosSchemaVersion,
    steadyTables: { [topics.block.name]: ["raw_cosmos_block"] },
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      const settled = new Set<string>();
      for (const message of messages) {
        for (const day of daysOf(message)) mark(message.network, day);
        if (message.type === "blocks") {
          markBlocks(chain.id, message);
          continue;
        }
        settled.add(`${message.network}/${message.day}`);
        if (message.type === "state") await markDayBehind(message.network, message.height);
      }
      if (settled.size > 0) await run((key) => settled.has(key));
    },
    recompute: async (network, range) => {
      const days = await daysAround(store, network, range);
      if (days === undefined) return;
      await announce(network);
      const rows = await store.rows<{ touched: string }>(
        `select distinct toString(day) as touched from raw_cosmos_block
        where network = {network:String} and day between {first:Date} and {last:Date}`,
        { network, ...days },
      );
      for (const { touched } of rows) mark(network, touched);
    },
    recover,
    settle: async (scope) => {
      if (scope === "all" || performance.now() >= restUntil) await run(() => true);
    },
  };
}
