/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { beforeAll, expect, it } from "vitest";
import { createRandom } from "../../fixtures/random.ts";
import type { SolanaHistoryOptions } from "../../fixtures/solana/options.ts";
import type { SolanaMessage } from "../../schemas/solana/events.ts";
import { sortedModels } from "../../transform/frame/models.ts";
import { lawMessages, tablesAfter, tablesAfterKills } from "./solanaLaws.ts";
import { parseSolana } from "./solanaMessages.ts";

const models = new Set(sortedModels().map(({ table }) => table));
/** Tables that something fills. */
const isFed = (table: string) => table.startsWith("raw_") || table.startsWith("dim_") || models.has(table);
const singly = (list: readonly SolanaMessage[]) => list.map((message) => [message]);

/** The laws over one history. */
export function solanaLawsSuite(options: SolanaHistoryOptions, seeds: readonly number[]): void {
  let messages: SolanaMessage[];
  let expected: Record<string, string>;

  beforeAll(async () => {
    messages = (await lawMessages(options)).map(parseSolana);
    expected = await tablesAfter([messages]);
  });

  it("has something to say", () => {
    expect(messages.length).toBeGreaterThan(20);
    const empty = Object.keys(expected).filter((table) => expected[table]?.startsWith("0:"));
    expect(empty.filter(isFed)).toEqual([]);
  });

  it("any batching", async () => {
    expect(await tablesAfter(singly(messages))).toEqual(expected);
  });

  it("replayed twice", async () => {
    expect(await tablesAfter([messages, ...singly(messages)])).toEqual(expected);
  });

  it.each([...seeds])("shuffled, seed %i", async (seed) => {
    const shuffled = createRandom("solana laws", seed).shuffle(messages);
    expect(await tablesAfter(singly(shuffled))).toEqual(expected);
  });

  it("killed before any record and started again, with the last batch delivered once more", async () => {
    const again = messages.flatMap((message, i) =>
      i === 0 ? [message] : [messages[i - 1] ?? message, message],
    );
    expect(await tablesAfter(singly(again), { isRestarted: true })).toEqual(expected);
  });

  it("killed again and again while it makes what it has put off", async () => {
    // Long enough for what is made first of all epochs, whatever else is behind.
    const random = createRandom("solana kills", seeds[0] ?? 0);
    expect(await tablesAfterKills(messages, () => 20 + random.integer(10))).toEqual(expected);
  });
}
