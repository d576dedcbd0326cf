/** Laws of the pipeline: in any order and with any repetition of messages, the tables are the same. */
import { basename } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { createRandom } from "../../fixtures/random.ts";
import { listSql } from "../../lib/sql/file.ts";
import { sortedModels } from "../../transform/frame/models.ts";
import type { ChainMessage } from "../../transform/frame/worker.ts";
import { type LawChain, parseMessages, tablesAfter, tablesAfterKills } from "./laws.ts";

const models = new Set(sortedModels().map(({ table }) => table));
/** Tables that something fills. */
const isFed = (table: string) => table.startsWith("raw_") || table.startsWith("dim_") || models.has(table);
const singly = (list: readonly ChainMessage[]) => list.map((message) => [message]);

/** The messages of a chain, the resulting tables, and the laws that both forms of the suite share. */
function lawsOf(chain: LawChain) {
  let messages: ChainMessage[];
  let expected: Record<string, string>;

  beforeAll(async () => {
    messages = parseMessages(chain, await chain.listen());
    expected = await tablesAfter(chain, [messages]);
  });

  it("publishes messages that fill every table", () => {
    expect(messages.length).toBeGreaterThan(6);
    const tables = listSql(`tables/${chain.family}`).map((path) => basename(path, ".sql"));
    const empty = tables.filter((table) => isFed(table) && expected[table] === undefined);
    expect(empty.sort()).toEqual([...(chain.emptyTables ?? [])].sort());
  });

  return {
    recorded: () => ({ messages, expected }),
    checkKills: async (seed: number) => {
      const random = createRandom(`${chain.family} kills`, seed);
      // Long enough for the first computations of all periods.
      const lifetime = () => 20 + random.integer(10);
      expect(await tablesAfterKills(chain, messages, lifetime)).toEqual(expected);
    },
    /** One message after the other, `rounds` times; a complete record stays as it is. */
    checkComplete: async (rounds: number) => {
      const { completeSql } = chain;
      const complete = new Map<string, string>();
      const tables = await tablesAfter(chain, Array(rounds).fill(singly(messages)).flat(), {
        afterEach: async (store, transform) => {
          if (completeSql === undefined) return;
          await transform.settle("all");
          for (const { key, row } of await store.rows<{ key: string; row: string }>(completeSql)) {
            expect(complete.get(key) ?? row, key).toBe(row);
            complete.set(key, row);
          }
        },
      });
      if (completeSql !== undefined) expect(complete.size).toBeGreaterThan(1);
      expect(tables).toEqual(expected);
    },
  };
}

/**
 * The laws of one chain in one run that breaks several at once. `lawsSuite`, a suite of the night, tests them one by one,
 * with more seeds, and that complete records never change.
 */
export function briefLawsSuite(chain: LawChain): void {
  const { recorded } = lawsOf(chain);

  it("shuffled, repeated, in batches of any size, each of which finds a new worker, and killed at the end", async () => {
    const { messages, expected } = recorded();
    const random = createRandom(`${chain.family} laws`, 1);
    const again = messages.filter(() => random.chance(0.5));
    const left = random.shuffle([...messages, ...again]);
    const batches: ChainMessage[][] = [];
    while (left.length > 0) batches.push(left.splice(0, 1 + random.integer(4)));
    const lifetime = () => 50 + random.integer(10);
    expect(await tablesAfter(chain, batches, { isRestarted: true, lifetime })).toEqual(expected);
  });
}

/** The laws of one chain, one by one. */
export function lawsSuite(chain: LawChain, seeds: readonly number[] = [1, 2]): void {
  const { recorded, checkKills, checkComplete } = lawsOf(chain);

  it("any batching", async () => {
    const { messages, expected } = recorded();
    expect(await tablesAfter(chain, singly(messages))).toEqual(expected);
  });

  it("replayed twice", async () => {
    const { messages, expected } = recorded();
    expect(await tablesAfter(chain, [messages, ...singly(messages)])).toEqual(expected);
  });

  it.each([...seeds])("shuffled, seed %i", async (seed) => {
    const { messages, expected } = recorded();
    const shuffled = createRandom(`${chain.family} laws`, seed).shuffle(messages);
    expect(await tablesAfter(chain, singly(shuffled))).toEqual(expected);
  });

  it("killed before any record and started again, with the last batch delivered once more", async () => {
    const { messages, expected } = recorded();
    const again = messages.flatMap((message, i) =>
      i === 0 ? [message] : [messages[i - 1] ?? message, message],
    );
    expect(await tablesAfter(chain, singly(again), { isRestarted: true })).toEqual(expected);
  });

  it.each([...seeds])("killed repeatedly while it computes deferred units, seed %i", (seed) =>
    checkKills(seed),
  );

  it("complete records never change", () => checkComplete(2));
}
