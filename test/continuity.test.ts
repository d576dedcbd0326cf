/** Laws of every family's listener: its units form one chain, and a node that leaves that chain stops it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "../chains/config.ts";
import type { RunningDemo } from "../chains/demoPart.ts";
import { chains } from "../chains/index.ts";
import { checkContinuity, checkCursor, confirmBlock, publishUnit } from "../ingest/listener/continuity.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import {
  type BlockAt,
  type ChainSession,
  listenerName,
  type PreparedUnit,
} from "../ingest/listener/session.ts";
import { isErrorOfKind } from "../lib/errors.ts";
import { createLogger } from "../lib/logger.ts";
import { isNight } from "./support/nightCases.ts";
import { createListeningBus } from "./support/pipeline.ts";

const log = createLogger("silent");
/** Slots of Solana may have no block; so many in a row have one. */
const heightsOf = (id: string) => (id === "solana" ? 10 : 1);
const isWritten = /^0x[0-9a-f]{2}/;
/** The same hash with another first byte. */
const changed = (root: string) =>
  isWritten.test(root)
    ? `0x${root.startsWith("0x00") ? "11" : "00"}${root.slice(4)}`
    : `${root.startsWith("A") ? "B" : "A"}${root.slice(1)}`;

/** By day one chain of each family whose demo starts within two seconds; at night all chains. */
const byDay = ["babylon", "solana", "cardano", "avalanche"];
const tested = chains.filter(({ id }) => isNight || byDay.includes(id));

describe.each(tested.map((chain) => ({ id: chain.id, chain })))("the listener of $id", ({ id, chain }) => {
  const stopper = new AbortController();
  const { signal } = stopper;
  let nodes: RunningDemo;
  let session: ChainSession;
  /** The last final height. */
  let final = 0;
  /** Three units, one after the other. */
  const units: PreparedUnit[] = [];
  let ends: BlockAt[] = [];

  beforeAll(async () => {
    const part = await chain.demo();
    nodes = await part.startNodes();
    const config = loadConfig({ DATA_DIR: "/nonexistent", ...part.environment });
    const node = { chain: id, label: "", urls: nodes.urls };
    ({ session } = await chain.listener.open(config, node, undefined, { log, signal }));
    ({ final } = await session.status(signal, "backfill"));
    const size = heightsOf(id);
    const from = final - 4 * size;
    const run = session.openRun({ from, to: final, kind: "backfill" }, undefined);
    for (const start of [0, 1, 2].map((place) => from + place * size)) {
      const unit = await run.prepare(start, signal, start + size - 1);
      const confirm = () => confirmBlock(session, unit.last as BlockAt, signal);
      await publishUnit(unit, { send: async () => undefined, signal, confirm });
      units.push(unit);
    }
    ends = units.flatMap(({ last }) => last ?? []);
  }, 180_000);

  afterAll(async () => {
    stopper.abort();
    await nodes?.close();
  });

  const cursorAt = (root: string) => ({
    height: final - heightsOf(id) - 1,
    position: ends[2]?.position ?? 0,
    root,
  });
  const rootOf = (place: number) => ends[place]?.root ?? "";

  it("names the last block of each unit, which the node still has, and no other", async () => {
    expect(ends).toHaveLength(3);
    for (const end of ends) {
      await confirmBlock(session, end, signal);
      const other = confirmBlock(session, { ...end, root: changed(end.root) }, signal);
      await expect(other).rejects.toMatchObject({ code: "inconsistent" });
    }
  });

  it("accepts the next unit, and none after a gap or on another block", () => {
    const check = (unit: PreparedUnit | undefined, previous: BlockAt | undefined) =>
      checkContinuity(id, 1, unit ?? { parent: undefined }, previous);
    expect(() => check(units[1], ends[0])).not.toThrow();
    expect(() => check(units[2], ends[1])).not.toThrow();
    expect(() => check(units[2], ends[0])).toThrow(/follows another chain/);
    if (units[1]?.parent?.root === undefined) expect(id).toBe("cardano");
    else expect(() => check(units[1], { ...(ends[0] as BlockAt), root: changed(rootOf(0)) })).toThrow();
  });

  it("goes on from its cursor, also from one without a root", async () => {
    await checkCursor(session, id, cursorAt(rootOf(2)), signal);
    await checkCursor(session, id, cursorAt(""), signal);
  });

  it("stops when the node has another root at its cursor", async () => {
    const cursors = createMemoryCursorStore();
    await cursors.write(listenerName(chain, session), cursorAt(changed(rootOf(2))));
    const { bus, published } = createListeningBus();
    const following = followChain(
      chain,
      { ...session, maxHeadAgeS: 0 },
      { bus, cursors, log, retryBaseMs: 1 },
      { signal },
    );
    await expect(following).rejects.toMatchObject({
      ...{ kind: "fatal", code: "cursor_mismatch" },
      message: expect.stringMatching(
        /: the cursor is at (slot|block) \d+, root \S+, but the node has \S+ there\. The node follows another chain/,
      ),
    });
    expect(published).toEqual([]);
  });

  it("reports the time of its head", async () => {
    const { headTime } = await session.status(signal, "follow");
    expect(await headTime()).toBeGreaterThan(1_000_000_000);
  });

  it("waits for a node that has not reached its cursor", async () => {
    const ahead = { height: 2 ** 31, position: (ends[2]?.position ?? 0) + 10_000_000, root: rootOf(2) };
    const brief = AbortSignal.any([signal, AbortSignal.timeout(500)]);
    const refused = await checkCursor(session, id, ahead, brief).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Error);
    // Some clients try again for longer than this test waits.
    expect(isErrorOfKind(refused, "source") || brief.aborted).toBe(true);
  });
});
