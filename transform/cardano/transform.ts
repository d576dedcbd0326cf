/**
 * The transform of Cardano: raw rows first, then the epochs that they complete, then the overlapping UTC days. Both are
 * computed as a whole from the tables, so any order, repetition or interruption leads to the same tables.
 */
import { dateOfSeconds } from "../../lib/days.ts";
import type { Logger } from "../../lib/logger.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import { forChain } from "../../lib/store/forChain.ts";
import type { Store } from "../../lib/store/store.ts";
import {
  type CardanoMessage,
  cardanoMessage,
  cardanoSchemaVersion,
  cardanoTopics,
} from "../../schemas/cardano/events.ts";
import { createDirtyPeriods } from "../frame/dirtyPeriods.ts";
import { markComputed } from "../frame/metrics.ts";
import { announceNetwork, announceOnce } from "../frame/networks.ts";
import { steadyTables } from "../frame/tables.ts";
import type { ChainTransform } from "../frame/worker.ts";
import { createDays, type Day, daysBetween } from "./days.ts";
import { createEpochs, type Epoch } from "./epochs.ts";
import { writeRaw } from "./raw.ts";
import { decoderUnit } from "./versions.ts";

const chain = "cardano";
const epochKey = ({ network, epoch }: Epoch) => `${network}/${epoch}`;

export function createCardanoTransform({
  store: shared,
  log,
}: {
  store: Store;
  log: Logger;
}): ChainTransform<CardanoMessage> {
  const store = forChain(shared, chain);
  const epochMaker = createEpochs(store);
  const dayMaker = createDays(store);
  const epochs = createDirtyPeriods<Epoch>({ keyOf: epochKey, make: makeEpoch });
  const days = createDirtyPeriods<Day>({ keyOf: ({ network, day }) => `${network}/${day}`, make: makeDay });

  const announce = announceOnce((network) => announceNetwork(store, "cardano", network));

  async function makeEpoch(epoch: Epoch): Promise<void> {
    const made = await epochMaker.make(epoch);
    if (made === undefined) return;
    const { network } = epoch;
    for (const day of [...daysBetween(made.startAt, made.endAt), dateOfSeconds(made.paidAt)])
      days.mark({ network, day });
    markComputed(chain, network, epoch.epoch, made.endAt);
  }

  async function makeDay(day: Day): Promise<void> {
    const started = performance.now();
    if (!(await dayMaker.make(day))) return;
    const seconds = (performance.now() - started) / 1000;
    log.info({ network: day.network, unit: "day", height: day.day, seconds }, "day rolled up");
  }

  return {
    chain,
    topics: Object.values(cardanoTopics),
    schema: cardanoMessage,
    schemaVersion: cardanoSchemaVersion,
    steadyTables: steadyTables(chain, cardanoTopics),
    write: async (messages) => {
      for (const { network } of messages) await announce(network);
      await writeRaw(store, messages);
    },
    compute: async (messages) => {
      const completed = new Set<string>();
      for (const message of messages) {
        epochs.mark({ network: message.network, epoch: message.epoch });
        if (message.type === "epoch" || message.type === "payout") completed.add(epochKey(message));
      }
      if (completed.size === 0) return;
      await epochs.run((epoch) => completed.has(epochKey(epoch)));
      await days.run(() => true);
    },
    recover: async () => {
      const outdated = await store.rows<Epoch>(internalSql("cardano/outdated_epochs"), {
        version_decoder: decoderUnit,
      });
      for (const epoch of outdated) epochs.mark(epoch);
      for (const day of await store.rows<Day>(internalSql("cardano/outdated_days"))) days.mark(day);
    },
    recompute: async (network, { from, to }) => {
      await announce(network);
      for (let epoch = from; epoch <= to; epoch += 1) epochs.mark({ network, epoch });
    },
    settle: async (scope) => {
      await epochs.settle(scope);
      await days.settle(scope);
    },
  };
}
