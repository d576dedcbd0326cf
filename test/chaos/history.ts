/** Generated histories, and the results of one undisturbed process. */
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import type { ChainInput } from "../../fixtures/eth/scenario/options.ts";
import { startStubBeaconNode } from "../../fixtures/eth/stubNode.ts";
import { createRandom } from "../../fixtures/random.ts";
import { lastBackfillEpoch, lastPublishableEpoch } from "../../ingest/eth/range.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { followChain } from "../../ingest/listener/follow.ts";
import type { Store } from "../../lib/store/store.ts";
import { createKey } from "../../serve/access/keys.ts";
import { startServer } from "../../serve/http/server.ts";
import { openEthSession, openPipeline, openWarehouse } from "../support/ethPipeline.ts";
import { log } from "../support/warehouse.ts";
import { type Answers, type Requests, requestAll } from "./api.ts";
import { readTables, type Selection, type Tables } from "./tables.ts";
import { checkTruth } from "./truth.ts";

/** Four epochs a day, so that days begin and end within a short chain. */
const shortDays = {
  preset: "minimal",
  validators: 96,
  startEpoch: 6,
  spec: { SECONDS_PER_SLOT: "2700" },
} satisfies ChainInput;

/** Finality stops for a while, and every epoch's scores depend on the one before. */
const leakOf = (epochs: number) =>
  ({
    ...shortDays,
    tailEpochs: 5,
    knobs: { leak: { fromEpoch: 6, epochs, offlineShare: 0.4 } },
  }) satisfies ChainInput;

const histories = {
  plain: (seed) => ({ ...shortDays, seed, epochs: 13 }),
  longPlain: (seed) => ({ ...shortDays, seed, epochs: 60 }),
  leak: (seed) => ({ ...leakOf(6), seed, epochs: 16 }),
  longLeak: (seed) => ({ ...leakOf(9), seed, epochs: 64 }),
} satisfies Record<string, (seed: number) => ChainInput>;

export type HistoryName = keyof typeof histories;

/** The result of one undisturbed process on a history, and how others are compared with it. */
export type Reference = {
  /** Last height that is published. */
  published: number;
  selection: Selection;
  requests: Requests;
  tables: Tables;
  answers: Answers;
};

export type EthReference = Reference & {
  chain: EthFixture;
  slotsPerEpoch: number;
  /** First epoch that is followed, last one that is computed. */
  from: number;
  to: number;
};

/** Roots of every block of the chain, orphans too. */
export const rootsOf = (chain: EthFixture) => [...chain.blocks.keys()];

/**
 * The version of a raw row contains the node's head, which differs from run to run. Provisional rows depend on
 * when the listener read, and so do branches that the node made up; the blocks of the chain, orphans too, do not.
 */
const selectionOf =
  (chain: EthFixture): Selection =>
  (table) => ({
    ...(table.startsWith("raw_eth_") ? { columns: "* except (version)" } : {}),
    ...(table === "raw_eth_block"
      ? {
          where:
            "where is_final = 1 and (status != 'orphaned' or toString(block_root) in ({roots:Array(String)}))",
          params: { roots: rootsOf(chain) },
        }
      : {}),
    // A listener that starts reads the whole queue once more: the first epoch of a source counts.
    ...(table === "raw_eth_pending_consolidation"
      ? {
          where: `where (source_index, epoch) in (select source_index, min(epoch) from ${table} group by source_index)`,
        }
      : {}),
  });

const requestedValidators = 8;

function requestsOf(seed: number): Requests {
  const random = createRandom(seed, "requested validators");
  const chosen = Array.from({ length: requestedValidators }, () => random.integer(shortDays.validators));
  const paths = [
    "/v0/eth/validators?size=100",
    "/v0/eth/validators/effectiveness?groupBy=timeWindow&size=50&indices=1&indices=2&indices=3",
    ...chosen.flatMap((index) => [
      `/v0/eth/validators/${index}/effectiveness?size=50`,
      `/v0/eth/validators/${index}/effectiveness?size=50&granularity=week`,
      `/v1/eth/validators/${index}/effectiveness?limit=50`,
    ]),
  ];
  return { paths };
}

/** Tables of a warehouse, and a server's answers from it. */
export async function observe(
  store: Store,
  { selection, requests }: Pick<Reference, "selection" | "requests">,
): Promise<Pick<Reference, "tables" | "answers">> {
  const tables = await readTables(store, selection);
  const server = await startServer({ store, log, host: "127.0.0.1", port: 0 });
  const { key } = await createKey(store, { name: "reference" });
  const answers = await requestAll(server.url, key, requests);
  await server.close();
  return { tables, answers };
}

async function build(name: HistoryName, seed: number): Promise<EthReference> {
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
    const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
    const compared = { selection: selectionOf(chain), requests: requestsOf(seed) };
    return { chain, slotsPerEpoch, from, to, published, ...compared, ...(await observe(store, compared)) };
  } finally {
    await pipeline.stop();
    await warehouse.close();
    await node.close();
  }
}

const built = new Map<string, Promise<Reference>>();
let last: Promise<unknown> = Promise.resolve();

/** A reference, built once. */
export function builtOnce<Own extends Reference>(key: string, make: () => Promise<Own>): Promise<Own> {
  const earlier = built.get(key);
  if (earlier !== undefined) return earlier as Promise<Own>;
  // A process has one embedded warehouse at a time.
  const building = last.then(make);
  last = building.catch(() => undefined);
  built.set(key, building);
  return building;
}

/** The history of a seed with its reference. */
export const referenceOf = (name: HistoryName, seed: number): Promise<EthReference> =>
  builtOnce(`${name}/${seed}`, () => build(name, seed));
