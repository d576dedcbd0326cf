/** Ethereum's consensus layer: one height is an epoch. */
import { epochsOfDay } from "../ingest/eth/range.ts";
import { type HeightRange, parseHeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";
import { ethTopics } from "../schemas/eth/events.ts";
import { ethRowsOf, isEthMessageOf, loadCalendar } from "../transform/eth/heights.ts";
import { ethFactsOf, ethRebuildable, ethRecordedDays } from "../transform/eth/kept.ts";
import { outdatedDays } from "../transform/eth/outdatedDays.ts";
import { ethRetentionRules } from "../transform/eth/retention.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import { heightColumns } from "../transform/frame/heights.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import { type Chain, type ChainRecords, newestHeights } from "./chain.ts";
import { settings } from "./ethSettings.ts";

const unit = "epoch";

type UnknownOrphans = { network: string; slots: string; from_epoch: number; to_epoch: number };

async function writtenEpochs(store: Store, network: string, { from, to }: HeightRange): Promise<Set<number>> {
  const rows = await store.rows<{ epoch: number }>(internalSql("eth/written_epochs"), { network, from, to });
  return new Set(rows.map(({ epoch }) => epoch));
}

const records: ChainRecords = {
  get tables() {
    return Object.keys(heightColumns("eth"));
  },
  networks: async (store) => {
    const rows = await store.rows<{ network: string }>(internalSql("eth/networks"));
    return rows.map(({ network }) => network);
  },
  describe: async (store) => {
    const [row] = await store.rows<{ epochs: string; networks: string }>(internalSql("eth/content"));
    const orphans = await store.rows<UnknownOrphans>(internalSql("eth/unknown_orphans"));
    return [
      `${row?.epochs} epochs of ${row?.networks} networks computed`,
      ...orphans.map(
        ({ network, slots, from_epoch, to_epoch }) =>
          `orphans unknown in epochs ${from_epoch} to ${to_epoch} of ${network}, where they would score: ${slots} slots count as missed`,
      ),
    ].join(", ");
  },
  readable: async (store, network, { from, to }) => {
    const range = { network, from, to };
    const [row] = await store.rows<{ epochs: string }>(internalSql("eth/readable_epochs"), range);
    const done = Number(row?.epochs ?? 0);
    if (done < to - from + 1) return { done, isReadable: false };
    const calendar = await loadCalendar(store, network);
    return {
      done,
      isReadable: (await outdatedDays(store, { network, calendar }, { from, to })).length === 0,
    };
  },
  firstUnwritten: async (store, network, range) => {
    const epochs = await writtenEpochs(store, network, range);
    let next = range.from;
    while (epochs.has(next)) next += 1;
    return next;
  },
  nextWritten: async (store, network, range) =>
    Math.min(range.to + 1, ...(await writtenEpochs(store, network, range))),
  parseRange: async (store, network, range) => {
    const calendar = await loadCalendar(store, network);
    return await parseHeightRange(range, unit, (day) => epochsOfDay(calendar, day));
  },
  rowsOf: async (store, network, range) => ethRowsOf(await loadCalendar(store, network), range),
  factsOf: ethFactsOf,
  rebuildable: ethRebuildable,
  recordedDays: ethRecordedDays,
  newest: (store, network) => newestHeights(store, internalSql("eth/newest_height"), network, 4),
  isNeeded: isEthMessageOf,
  heightsAtOnce: 8,
};

/** Loaded only when a node is used: readers and their libraries are more than half of the code. */
const loadListener = async () => (await import("./ethListener.ts")).listener;

export const eth: Chain = {
  id: "eth",
  family: "eth",
  unit,
  secondsPerHeight: 384,
  mainNetwork: "mainnet",
  settings,
  topics: Object.values(ethTopics),
  listener: {
    open: async (...args) => (await loadListener()).open(...args),
    checks: {
      beacon: async (...args) => (await loadListener()).checks.beacon(...args),
      execution: async (...args) => (await loadListener()).checks.execution(...args),
      relay: async (...args) => (await loadListener()).checks.relay(...args),
    },
  },
  parts: {
    deposits: async (...args) => (await import("./ethExecution.ts")).openDepositsPart(...args),
    execution: async (...args) => (await import("./ethBlocksPart.ts")).openExecutionPart(...args),
    relays: async (...args) => (await import("./ethRelays.ts")).openRelaysPart(...args),
  },
  createTransform: (deps) => createEthTransform(deps) as ChainTransform<ChainMessage>,
  retentionRules: ethRetentionRules,
  records,
  endpoints: async () => (await import("../serve/endpoints.ts")).endpointsOf("eth"),
  demo: async () => (await import("../fixtures/eth/demo.ts")).ethDemo,
};
