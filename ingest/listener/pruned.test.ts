import { expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import { createLogger } from "../../lib/logger.ts";
import { failureOf } from "../../test/support/stores.ts";
import { backfillChain } from "./backfill.ts";
import { createMemoryCursorStore } from "./cursor.ts";
import type { ChainSession } from "./session.ts";

const chain = { id: "eth", unit: "epoch" };
const { signal } = new AbortController();
const pruned = (height: number) =>
  new SourceError(`node-1, GET /states/${height}: "State not found"`, { code: "pruned" });

/** Nodes that have everything from a height on. */
function sessionFrom(first: number) {
  const triedHeights: number[] = [];
  const session: ChainSession = {
    network: "tiny",
    info: undefined,
    positionUnit: "slot",
    status: async () => ({ head: 1_000, final: 1_000, headTime: () => undefined }),
    maxHeadAgeS: 0,
    defaultStart: () => 1,
    rootAt: async (position) => `${position}`,
    openRun: () => ({
      prepare: async (height) => {
        triedHeights.push(height);
        if (height < first) throw pruned(height);
        return { last: { position: height, root: `${height}` }, publish: async () => undefined };
      },
    }),
    pollMs: 1,
    prefetch: 1,
  };
  return { session, triedHeights };
}

function run(session: ChainSession, warnings: unknown[] = []) {
  const log = createLogger("warn", { write: (line) => void warnings.push(line) });
  const deps = {
    bus: { publish: async () => undefined },
    cursors: createMemoryCursorStore(),
    log,
    retryBaseMs: 1,
  };
  return backfillChain(chain, session, deps, { from: 10, to: 900, signal });
}

it("a backfill from nodes without the beginning ends, and says once from where on they have history", async () => {
  const { session, triedHeights } = sessionFrom(617);
  const warnings: unknown[] = [];
  const error = await failureOf(run(session, warnings));
  expect(error.message).toBe(
    'eth/tiny/backfill/10-900: no node has all that epoch 10 needs. node-1, GET /states/10: "State not found". ' +
      "Its history begins at epoch 617: start there with --from 617, or use a node that keeps all of history",
  );
  expect([error.kind, error.code]).toEqual(["source", "pruned"]);
  expect(warnings).toHaveLength(1);
  expect(triedHeights.length).toBeLessThan(20);
});

it("nodes without anything of the range are named as such", async () => {
  const error = await failureOf(run(sessionFrom(901).session));
  expect(error.message).toContain("It has nothing of the range, up to epoch 900. Use a node");
});

it("what a node lacks for a moment holds nothing up", async () => {
  const { session } = sessionFrom(0);
  let isFirst = true;
  const hiccup: ChainSession = {
    ...session,
    openRun: (range, cursor) => {
      const inner = session.openRun(range, cursor);
      return {
        prepare: (height, ended) => {
          if (height !== 20 || !isFirst) return inner.prepare(height, ended);
          isFirst = false;
          throw pruned(height);
        },
      };
    },
  };
  expect(await run(hiccup)).toEqual({ first: 10, last: 900 });
});
