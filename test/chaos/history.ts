/** Generated histories, and what one undisturbed process makes of them. */
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import type { ChainInput } from "../../fixtures/eth/scenario/options.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { lastBackfillEpoch, lastPublishableEpoch } from "../../ingest/eth/range.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { followChain } from "../../ingest/listener/follow.ts";
import { createKey } from "../../serve/access/keys.ts";
import { startServer } from "../../serve/http/server.ts";
import { log, openEthSession, openPipeline, openWarehouse } from "../support/ethPipeline.ts";
import { type Answers, askAll } from "./api.ts";
import { readTables, type Tables } from "./tables.ts";
import { checkTruth } from "./truth.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
const shortDays = {
  preset: "minimal",
  validators: 96,
  startEpoch: 6,
  spec: { SECONDS_PER_SLOT: "2700" },
} satisfies ChainInput;

/** Finality stops for a while, and every epoch's scores depend on the one before. */
const leak = {
  ...shortDays,
  tailEpochs: 5,
  knobs: { leak: { fromEpoch: 6, epochs: 9, offlineShare: 0.4 } },
} satisfies ChainInput;

const histories = {
  plain: (seed) => ({ ...shortDays, seed, epochs: 20 }),
  longPlain: (seed) => ({ ...shortDays, seed, epochs: 60 }),
  leak: (seed) => ({ ...leak, seed, epochs: 24 }),
  longLeak: (seed) => ({ ...leak, seed, epochs: 64 }),
} satisfies Record<string, (seed: number) => ChainInput>;

export type HistoryName = keyof typeof histories;

export type Reference = {
  chain: EthFixture;
  slotsPerEpoch: number;
  /** First epoch that is followed, last one that is computed, last one that is published. */
  from: number;
  to: number;
  published: number;
  tables: Tables;
  answers: Answers;
};

/** Roots of every block of the chain, orphans too. */
export const rootsOf = (chain: EthFixture) => [...chain.blocks.keys()];

async function build(name: HistoryName, seed: number): Promise<Reference> {
  const chain = generateChain(histories[name](seed));
  const { finalizedEpoch, lastCompleteEpoch } = chain.truth;
  const from = chain.options.startEpoch + 1;
  const to = Math.min(lastCompleteEpoch, lastBackfillEpoch(finalizedEpoch));
  const published = lastPublishableEpoch(finalizedEpoch);
  const node = await startStubBeaconNode(chain);
  const warehouse = await openWarehouse();
  const { store } = warehouse;
  const pipeline = await openPipeline(store);
  try {
    const controller = new AbortController();
    await followChain(
      { id: "eth" },
      await openEthSession(node.url, { startEpoch: from, pollMs: 20 }),
      { bus: pipeline.bus, cursors: createCursorStore(store), log },
      {
        signal: controller.signal,
        onPublished: (height) => {
          if (height === published) controller.abort();
        },
      },
    );
    await pipeline.worker.settle();
    await checkTruth(store, chain, { from, to });
    const tables = await readTables(store, rootsOf(chain));
    const server = await startServer({ store, log, host: "127.0.0.1", port: 0 });
    const { key } = await createKey(store, { name: "reference" });
    const answers = await askAll(server.url, key, seed);
    await server.close();
    const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
    return { chain, slotsPerEpoch, from, to, published, tables, answers };
  } finally {
    await pipeline.stop();
    await warehouse.close();
    await node.close();
  }
}

const built = new Map<string, Promise<Reference>>();
let last: Promise<unknown> = Promise.resolve();

/** The history of a seed with its reference, made once. */
export function referenceOf(name: HistoryName, seed: number): Promise<Reference> {
  const key = `${name}/${seed}`;
  const known = built.get(key);
  if (known !== undefined) return known;
  // A process has one embedded warehouse at a time.
  const building = last.then(() => build(name, seed));
  last = building.catch(() => undefined);
  built.set(key, building);
  return building;
}
