/** A short history of a chain as messages, and the tables of a warehouse after workers have processed them. */
import { expect } from "vitest";
import type { BusMessage } from "../../lib/bus/bus.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ChainMessage, ChainTransform } from "../../transform/frame/worker.ts";
import { dyingStore } from "./ethLaws.ts";
import { fingerprint } from "./fingerprint.ts";
import { openTemporaryStore } from "./warehouse.ts";

/** What a chain provides for the laws of the pipeline. */
export type LawChain = {
  /** Name of its tables: `raw_<family>_…`. */
  family: string;
  /** The listener's messages about a short history, in order. */
  listen(): Promise<BusMessage[]>;
  createTransform(store: Store): ChainTransform<ChainMessage>;
  /** Columns `key` and `row` of records that can't change any more; none where the chain has a test of its own. */
  completeSql?: string;
  /** Tables that stay empty although something feeds them. */
  emptyTables?: readonly string[];
  /** Checks a settled warehouse beyond its tables. */
  check?(store: Store): Promise<void>;
};

/** Messages as a worker reads them. */
export function parseMessages(chain: LawChain, messages: readonly BusMessage[]): ChainMessage[] {
  const { schema } = chain.createTransform(undefined as unknown as Store);
  return messages.map(({ value }) => schema.parse(JSON.parse(value.toString("utf8"))));
}

export const tablesOf = (store: Store, { family }: LawChain) =>
  fingerprint(store, `(raw|dim|int|fct)_${family}`);

/**
 * The tables after workers have processed the batches.
 * @param isRestarted each batch gets a new worker
 * @param lifetime writes until a worker that computes deferred units is killed
 * @param afterEach runs after each batch
 */
export async function tablesAfter(
  chain: LawChain,
  batches: readonly (readonly ChainMessage[])[],
  {
    isRestarted = false,
    lifetime,
    afterEach,
  }: {
    isRestarted?: boolean;
    lifetime?: () => number;
    afterEach?: (store: Store, transform: ChainTransform<ChainMessage>) => Promise<void>;
  } = {},
): Promise<Record<string, string>> {
  const { store, close } = await openTemporaryStore(chain);
  let transform = chain.createTransform(store);
  for (const batch of batches) {
    if (isRestarted) transform = chain.createTransform(store);
    await transform.write(batch);
    await transform.compute(batch);
    await afterEach?.(store, transform);
  }
  if (lifetime !== undefined) await settleUnderKills(chain, store, lifetime);
  else {
    await transform.recover();
    await transform.settle("all");
  }
  await chain.check?.(store);
  const tables = await tablesOf(store, chain);
  await close();
  return tables;
}

/** Workers that die after so many writes, until one completes. */
async function settleUnderKills(chain: LawChain, store: Store, lifetime: () => number): Promise<void> {
  for (let isDead = true, kills = 0; isDead; kills += 1) {
    expect(kills, "kills until all is made").toBeLessThan(100);
    const transform = chain.createTransform(dyingStore(store, lifetime()));
    isDead = await transform
      .recover()
      .then(() => transform.settle("all"))
      .then(
        () => false,
        () => true,
      );
  }
}

/** The tables after all messages, when workers are killed while they compute deferred units. */
export async function tablesAfterKills(
  chain: LawChain,
  messages: readonly ChainMessage[],
  lifetime: () => number,
): Promise<Record<string, string>> {
  const { store, close } = await openTemporaryStore(chain);
  const first = chain.createTransform(store);
  await first.write(messages);
  await first.compute(messages);
  await settleUnderKills(chain, store, lifetime);
  const tables = await tablesOf(store, chain);
  await close();
  return tables;
}
