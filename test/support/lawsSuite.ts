/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { basename } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createRandom } from "../../fixtures/random.ts";
import { listSql } from "../../lib/sql/file.ts";
import { sortedModels } from "../../transform/frame/models.ts";
import type { ChainMessage } from "../../transform/frame/worker.ts";
import { type LawChain, parseMessages, tablesAfter, tablesAfterKills } from "./laws.ts";
import { openTemporaryStore } from "./warehouse.ts";

const models = new Set(sortedModels().map(({ table }) => table));
/** Tables that something fills. */
const isFed = (table: string) => table.startsWith("raw_") || table.startsWith("dim_") || models.has(table);
const singly = (list: readonly ChainMessage[]) => list.map((message) => [message]);

/** The laws of one chain. */
export function lawsSuite(chain: LawChain, seeds: readonly number[] = [1]): void {
  let messages: ChainMessage[];
  let expected: Record<string, string>;

  beforeAll(async () => {
    messages = parseMessages(chain, await chain.listen());
    expected = await tablesAfter(chain, [messages]);
  });

  it("has something to say", () => {
    expect(messages.length).toBeGreaterThan(6);
    const tables = listSql(`tables/${chain.family}`).map((path) => basename(path, ".sql"));
    const empty = tables.filter((table) => isFed(table) && expected[table] === undefined);
    expect(empty.sort()).toEqual([...(chain.emptyTables ?? [])].sort());
  });

  it("any batching", async () => {
    expect(await tablesAfter(chain, singly(messages))).toEqual(expected);
  });

  it("replayed twice", async () => {
    expect(await tablesAfter(chain, [messages, ...singly(messages)])).toEqual(expected);
  });

  it.each([...seeds])("shuffled, seed %i", async (seed) => {
    const shuffled = createRandom(`${chain.family} laws`, seed).shuffle(messages);
    expect(await tablesAfter(chain, singly(shuffled))).toEqual(expected);
  });

  it("killed before any record and started again, with the last batch delivered once more", async () => {
    const again = messages.flatMap((message, i) =>
      i === 0 ? [message] : [messages[i - 1] ?? message, message],
    );
    expect(await tablesAfter(chain, singly(again), { isRestarted: true })).toEqual(expected);
  });

  it("killed again and again while it makes what it has put off", async () => {
    // Long enough for what is made first of all periods, whatever else is behind.
    const random = createRandom(`${chain.family} kills`, seeds[0] ?? 0);
    expect(await tablesAfterKills(chain, messages, () => 20 + random.integer(10))).toEqual(expected);
  });

  const { completeSql } = chain;
  if (completeSql === undefined) return;

  it("what is complete never changes", async () => {
    const { store, close } = await openTemporaryStore(chain);
    const transform = chain.createTransform(store);
    const complete = new Map<string, string>();
    for (const message of [...messages, ...messages]) {
      await transform.write([message]);
      await transform.compute([message]);
      await transform.settle("all");
      for (const { key, row } of await store.rows<{ key: string; row: string }>(completeSql)) {
        expect(complete.get(key) ?? row, key).toBe(row);
        complete.set(key, row);
      }
    }
    expect(complete.size).toBeGreaterThan(1);
    await close();
  });
}
