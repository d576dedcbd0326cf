/**
 * The transform of a CometBFT chain: raw rows first, then the records of their days. A day is recomputed as a whole
 * from its rows and replaced, so any order, repetition or interruption leads to the same tables. Days are rolled up at
 * once when a state arrives (at the end of a day, or of a run); the running day from time to time.
 */

import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import { versionUnits } from "../../lib/version.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import {
  type BlocksMessage,
  type CosmosMessage,
  cosmosMessage,
  cosmosSchemaVersion,
  cosmosTopics,
} from "../../schemas/cosmos/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { announceOnce } from "../frame/networks.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { daysAround } from "./heights.ts";
import { isOutlived } from "./kept.ts";
import { announceNetwork } from "./networks.ts";
import { writeRaw } from "./raw.ts";

/** Raise it when the maths changes: replayed days replace older ones then. */
export const modelRevision = 2;
/** A day's version, counted by its model: `known` are its state, its delegations, and whether it is complete. */
const units = versionUnits({ revision: 24, blocks: 38, known: 2 });

type Day = { network: string; day: string };
const keyOf = ({ network, day }: Day) => `${network}/${day}`;

/** Days that a message changes: its own, and those whose edge it defines. */
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
  chain: Pick<CosmosChain, "id" | "readsDelegations" | "keepsRewardsOnChange" | "denomination" | "token">,
  { store: shared, log }: { store: Store; log: Logger },
): ChainTransform<CosmosMessage> {
  const store = forChain(shared, chain.id);
  const models = loadModels("cosmos").get("day") ?? [];
  const topics = cosmosTopics(chain.id);
  const days = createDirtyPeriods<Day>({ keyOf, make: rollUp });

  const announce = announceOnce((network) => announceNetwork(store, chain, network));

  /** Days whose blocks were written by a process that ended before it rolled them up. */
  async function recover(): Promise<void> {
    const rows = await store.rows<Day>(internalSql("cosmos/outdated_days"), { chain: chain.id });
    for (const day of rows) days.mark(day);
  }

  /** The day after a changed state, if stored: the state's validators define its edge. */
  async function dayAfter(network: string, height: number): Promise<Day | undefined> {
    const [row] = await store.rows<{ day: string }>(internalSql("cosmos/day_of_block"), {
      network,
      height: height + 1,
    });
    return row === undefined ? undefined : { network, day: row.day };
  }

  async function rollUp({ network, day }: Day): Promise<void> {
    const started = performance.now();
    // The remaining blocks would give less than its records have.
    if (await isOutlived(store, network, day)) return;
    await runModels(store, models, {
      network,
      day,
      revision: modelRevision,
      version_revision: units.revision,
      version_blocks: units.blocks,
      reads_delegations: chain.readsDelegations,
      keeps_rewards_on_change: chain.keepsRewardsOnChange,
    });
    const seconds = (performance.now() - started) / 1000;
    log.info({ network, unit: "day", height: day, seconds }, "day rolled up");
  }

  return {
    chain: chain.id,
    topics: Object.values(topics),
    schema: cosmosMessage,
    schemaVersion: cosmosSchemaVersion,
    steadyTables: steadyTables("cosmos", topics),
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      const settled = new Set<string>();
      for (const message of messages) {
        for (const day of daysOf(message)) days.mark({ network: message.network, day });
        if (message.type === "blocks") {
          markBlocks(chain.id, message);
          continue;
        }
        settled.add(keyOf(message));
        if (message.type !== "state") continue;
        // At once, too: the day's blocks do not show a new worker that its records are outdated.
        const following = await dayAfter(message.network, message.height);
        if (following === undefined) continue;
        days.mark(following);
        settled.add(keyOf(following));
      }
      if (settled.size > 0) await days.run((day) => settled.has(keyOf(day)));
    },
    recompute: async (network, range) => {
      const around = await daysAround(store, network, range);
      if (around === undefined) return;
      await announce(network);
      const rows = await store.rows<{ touched: string }>(internalSql("cosmos/days_with_blocks"), {
        network,
        ...around,
      });
      for (const { touched } of rows) days.mark({ network, day: touched });
    },
    recover,
    settle: days.settle,
  };
}
