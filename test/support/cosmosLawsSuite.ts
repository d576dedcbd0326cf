/** Laws of the pipeline: whatever happens to the messages on their way, the tables are the same. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../../fixtures/cosmos/stubNode.ts";
import { createRandom } from "../../fixtures/random.ts";
import { backfillChain } from "../../ingest/listener/backfill.ts";
import { createMemoryCursorStore } from "../../ingest/listener/cursor.ts";
import type { Bus, BusMessage } from "../../lib/bus/bus.ts";
import type { CosmosChain } from "../../schemas/cosmos/chains.ts";
import { type CosmosMessage, cosmosMessage } from "../../schemas/cosmos/events.ts";
import { createCosmosTransform } from "../../transform/cosmos/transform.ts";
import { cosmosOptions, log, openCosmos } from "./cosmos.ts";
import { dump } from "./cosmosTruth.ts";
import { openTemporaryStore } from "./serve.ts";

/** The laws of one chain. */
export function cosmosLawsSuite(chain: CosmosChain): void {
  let messages: CosmosMessage[];
  let expected: Record<string, string>;

  /** What the listener says about 50 blocks, in several messages. */
  async function listen(): Promise<CosmosMessage[]> {
    const history = createCosmosHistory({
      chain,
      seed: 3,
      chainId: chain.mainNetwork,
      blocks: 50,
      validators: 4,
      secondsPerBlock: 5_000,
    });
    const stub = await startCosmosStub(history);
    const published: BusMessage[] = [];
    const bus = {
      publish: async (batch: readonly BusMessage[]) => void published.push(...batch),
    } as unknown as Bus;
    const session = await openCosmos(chain, cosmosOptions([stub.url], { restUrls: [stub.url] }));
    await backfillChain(
      chain,
      session,
      { bus, cursors: createMemoryCursorStore(), log },
      { from: 1, to: 50, signal: new AbortController().signal },
    );
    await stub.close();
    return published.map(({ value }) => cosmosMessage.parse(JSON.parse(value.toString("utf8"))));
  }

  /** The tables after batches went through workers; `restart` gives a batch to a worker that knows nothing. */
  async function tablesAfter(batches: readonly (readonly CosmosMessage[])[], isRestarted = () => false) {
    const { store, close } = await openTemporaryStore();
    let transform = createCosmosTransform(chain, { store, log });
    for (const batch of batches) {
      if (isRestarted()) transform = createCosmosTransform(chain, { store, log });
      await transform.write(batch);
      await transform.compute(batch);
    }
    await transform.recover();
    await transform.settle("all");
    const tables = await dump(store);
    await close();
    return tables;
  }

  const singly = (list: readonly CosmosMessage[]) => list.map((message) => [message]);

  beforeAll(async () => {
    messages = await listen();
    expected = await tablesAfter([messages]);
  });
  afterAll(() => undefined);

  it("has something to say", () => {
    expect(messages.length).toBeGreaterThan(6);
    expect(Object.values(expected).every((text) => text !== "" || !chain.readsDelegations)).toBe(true);
    expect(expected.fct_cosmos_validator_reward_daily).not.toBe("");
  });

  it("any batching", async () => {
    expect(await tablesAfter(singly(messages))).toEqual(expected);
  });

  it("replayed twice", async () => {
    expect(await tablesAfter([messages, ...singly(messages)])).toEqual(expected);
  });

  it.each([1, 2, 3])("shuffled, seed %i", async (seed) => {
    const shuffled = createRandom("cosmos laws", seed).shuffle(messages);
    expect(await tablesAfter(singly(shuffled))).toEqual(expected);
  });

  it("killed before any record and started again, with the last batch delivered once more", async () => {
    const again = messages.flatMap((message, i) =>
      i === 0 ? [message] : [messages[i - 1] as CosmosMessage, message],
    );
    expect(await tablesAfter(singly(again), () => true)).toEqual(expected);
  });

  it("a complete day never changes", async () => {
    const { store, close } = await openTemporaryStore();
    const transform = createCosmosTransform(chain, { store, log });
    const complete = new Map<string, string>();
    const read = () =>
      store.rows<{ day: string; row: string }>(
        `select toString(day) as day, toString(tuple(*)) as row from fct_cosmos_network_reward_daily final where is_complete = 1`,
      );
    for (const message of [...messages, ...messages]) {
      await transform.write([message]);
      await transform.compute([message]);
      await transform.settle("all");
      for (const { day, row } of await read()) {
        expect(complete.get(day) ?? row).toBe(row);
        complete.set(day, row);
      }
    }
    expect(complete.size).toBeGreaterThan(1);
    await close();
  });
}
