/** Bus and warehouse are away at every moment at which a listener calls them: it resumes by itself. */
import { expect, it } from "vitest";
import { BusError, SourceError, StoreError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { listOutages } from "../../lib/outages.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import { followChain } from "./follow.ts";
import type { ChainSession } from "./session.ts";

const last = 4;
const failuresEach = 3;

/** The first calls of each kind fail; what waited meanwhile is noted. */
function createTrouble() {
  const calls = new Map<string, number>();
  const waits = new Set<string>();
  return {
    calls,
    waits,
    through: async <Value>(what: string, error: () => Error, run: () => Promise<Value>): Promise<Value> => {
      for (const { part, by } of listOutages()) waits.add(`${part}: ${by}`);
      const count = (calls.get(what) ?? 0) + 1;
      calls.set(what, count);
      if (count <= failuresEach) throw error();
      return await run();
    },
  };
}

const away = () => new BusError("Kafka does not answer", { code: "bus_unreachable", retryable: true });
const closed = () => new StoreError("connection refused", { code: "econnrefused", retryable: true });
const down = () => new SourceError("no node answers", { code: "unreachable" });

it.each(["from the beginning", "from a cursor"])("a listener that follows %s", async (from) => {
  const trouble = createTrouble();
  const memory = createMemoryCursorStore();
  if (from === "from a cursor") await memory.write("tiny/one", { height: 1, position: 1, root: "1" });
  const session: ChainSession = {
    network: "one",
    info: {},
    positionUnit: "block",
    status: () =>
      trouble.through("status", down, async () => ({ head: last, final: last, headTime: () => undefined })),
    maxHeadAgeS: 0,
    defaultStart: () => 1,
    rootAt: (position) => trouble.through("root", down, async () => `${position}`),
    openRun: () => ({
      prepare: (height) =>
        trouble.through("unit", down, async () => ({
          last: { position: height, root: `${height}` },
          publish: async (send) => {
            await send([{ topic: "t", key: "k", value: Buffer.from(`${height}`) }]);
            return undefined;
          },
        })),
    }),
    pollMs: 1,
    prefetch: 1,
  };
  const enough = new AbortController();
  const published: number[] = [];
  await followChain(
    { id: "tiny" },
    session,
    {
      bus: {
        publish: (messages) =>
          trouble.through("publish", away, async () => {
            published.push(...messages.map(({ value }) => Number(value)));
          }),
        acknowledgements: {
          positions: () => ({}),
          reach: () => trouble.through("reach", away, async () => true),
        },
      },
      cursors: {
        read: (listener) => trouble.through(`read ${listener}`, closed, () => memory.read(listener)),
        write: (listener, cursor) =>
          trouble.through(`write ${listener}`, closed, async () => {
            await memory.write(listener, cursor);
            if (listener === "tiny/one" && cursor.height === last) enough.abort();
          }),
      },
      log: createLogger("silent"),
      retryBaseMs: 1,
    },
    { signal: enough.signal },
  );
  expect(published.at(-1)).toBe(last);
  expect(await memory.read("tiny/one")).toMatchObject({ height: last });
  const always = ["publish", "read tiny/one", "read tiny/one/written"];
  const reads = ["root", "status", "unit", "write tiny/one"];
  const more = from === "from a cursor" ? ["reach"] : ["write tiny/one/written"];
  expect([...trouble.calls.keys()].sort()).toEqual([...always, ...reads, ...more].sort());
  // Readiness could have said so, and says nothing any more.
  const said = ["bus: tiny/one", "nodes: tiny/one", "warehouse: tiny/one: reading the cursor"];
  expect([...trouble.waits]).toEqual(expect.arrayContaining(said));
  expect(listOutages()).toEqual([]);
});
