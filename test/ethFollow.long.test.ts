/**
 * Following a live chain through kills and storms: the end is a backfill's.
 * Fast counterpart: ingest/eth/endToEnd.test.ts
 */
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { type CursorStore, createCursorStore } from "../ingest/listener/cursor.ts";
import {
  backfilled,
  chain,
  closeAll,
  computed,
  epochsUpTo,
  eventually,
  follow,
  from,
  openNode,
  openStore,
  slots,
  to,
} from "./support/ethFollow.ts";
import { fingerprint } from "./support/fingerprint.ts";

let expected: Record<string, string>;
beforeAll(async () => {
  expected = await backfilled();
});
afterEach(closeAll);

describe("following", () => {
  it("a kill between publishing and the cursor doubles nothing", async () => {
    const node = await openNode();
    const store = await openStore();
    const cursors = createCursorStore(store);
    let writes = 0;
    const dying: CursorStore = {
      ...cursors,
      write: async (listener, cursor) => {
        writes += 1;
        if (writes === 2) throw new Error("killed");
        await cursors.write(listener, cursor);
      },
    };
    const first = await follow(node, store, dying);
    expect(await first.ended).toMatchObject({ message: "killed" });
    await first.stop();
    const second = await follow(node, store);
    // The third unit was published before and is published again; behind the first one, which only supports, no cursor stands.
    await eventually(async () => second.published.slice(0, 1), [from + 1]);
    await eventually(computed(store), epochsUpTo(to));
    await second.stop();
    expect(first.published).toEqual([from - 1, from]);
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });

  it("stale stretches, lost streams, error storms and reorgs on the way change nothing in the end", async () => {
    const node = await openNode({ slot: (from + 1) * slots });
    const store = await openStore();
    const listener = await follow(node, store);
    node.faults.rules.push(
      { path: /./, kind: "status", status: 503, probability: 0.05 },
      { path: /blocks|committees/, kind: "reset", probability: 0.05 },
    );
    for (let epoch = from + 2; epoch * slots < chain.endSlot; epoch++) {
      node.faults.staleAtSlot = epoch % 3 === 0 ? node.slot() : null;
      node.setHead(epoch * slots + 5);
      node.reorg(1 + (epoch % 2));
      node.disconnectStreams();
      node.advance();
    }
    node.faults.staleAtSlot = null;
    node.setHead(chain.endSlot);
    await eventually(computed(store), epochsUpTo(to));
    await listener.stop();
    expect(await fingerprint(store, "int|fct")).toEqual(expected);
  });
});
