/** The listener at a node whose head moves, and the ranges that dates select. */
import { pino } from "pino";
import { describe, expect, it, vi } from "vitest";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import type { StubNode } from "../fixtures/solana/stubNode.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { slotsOfDay } from "../ingest/solana/range.ts";
import { openSolanaSession, type SolanaOptions } from "../ingest/solana/session.ts";
import type { SolanaMessage } from "../schemas/solana/events.ts";
import { log, solanaOptions } from "./support/solana.ts";
import {
  chain,
  createListeningBus,
  lastBlock,
  ofType,
  parseSolana,
  slotFacts,
  useStubs,
} from "./support/solanaMessages.ts";

/** Three epochs of a hundred slots; midnight is in the middle of the second one. */
const history = createSolanaHistory({ seed: 9, slots: 300, start: "2026-03-01T23:59:00.000Z" });
const { first, slotsPerEpoch } = history;
const stub = useStubs();

type Cursors = ReturnType<typeof createMemoryCursorStore>;

/** Follows until `slot` is published. */
async function follow(
  node: StubNode,
  { cursors, until, more = {} }: { cursors: Cursors; until: number; more?: Partial<SolanaOptions> },
): Promise<SolanaMessage[]> {
  const { bus, published } = createListeningBus();
  const session = await openSolanaSession(solanaOptions([node.url], { depth: "rewards", ...more }), { log });
  const stopper = new AbortController();
  await followChain(
    chain,
    session,
    { bus, cursors, log, retryBaseMs: 1 },
    {
      signal: stopper.signal,
      onPublished: (last) => {
        if (last >= until) stopper.abort();
      },
    },
  );
  return published.map(parseSolana);
}

const edgesOf = (messages: readonly SolanaMessage[]) =>
  ofType(messages, "slots").map(({ slots }) => [slots[0]?.slot, slots.at(-1)?.slot]);

describe("following", () => {
  it("goes in whole runs, resumes from its cursor, and stops on another fork", async () => {
    const node = await stub(history, { head: first + 130 });
    const cursors = createMemoryCursorStore();
    const before = await follow(node, { cursors, until: first + 99, more: { startSlot: first + 60 } });
    expect(edgesOf(before)).toEqual([[first + 60, first + 99]]);
    expect((await cursors.read("solana/mainnet"))?.height).toBe(first + 99);
    // State at the beginning, and when an epoch begins.
    expect(ofType(before, "voters")).toHaveLength(1);

    node.settings.head = first + 210;
    const after = await follow(node, { cursors, until: first + 199 });
    expect(edgesOf(after)).toEqual([
      [first + 100, first + 149],
      [first + 150, first + 199],
    ]);
    expect(slotFacts(after).map(({ slot }) => slot)).toEqual(
      Array.from({ length: 100 }, (_, i) => first + 100 + i),
    );
    expect(ofType(after, "voters").map(({ epoch }) => epoch)).toEqual([(first + 200) / slotsPerEpoch]);
    expect(ofType(after, "payouts").map(({ epoch }) => epoch)).toEqual([first / slotsPerEpoch]);

    node.settings.head = first + 280;
    node.settings.forkedFrom = first + 190;
    await expect(follow(node, { cursors, until: first + 249 })).rejects.toMatchObject({
      code: "cursor_mismatch",
    });
  });

  it("notices another fork below its cursor", async () => {
    const node = await stub(history, { head: first + 110 });
    const cursors = createMemoryCursorStore();
    await follow(node, { cursors, until: first + 99, more: { startSlot: first + 50 } });
    const cursor = await cursors.read("solana/mainnet");
    expect(cursor?.position).toBe(lastBlock(history, first + 99));
    expect(cursor?.root).toBe(history.slot(lastBlock(history, first + 99))?.block?.hash);
    // Later blocks fit; then the node returns to its earlier head.
    node.settings.head = first + 180;
    node.settings.forkedFrom = first + 100;
    await follow(node, { cursors, until: first + 149 });
    node.settings.forkedFrom = Number.POSITIVE_INFINITY;
    await expect(follow(node, { cursors, until: first + 199 })).rejects.toMatchObject({
      code: "cursor_mismatch",
    });
  });

  it("waits at the head until a run is whole", async () => {
    const node = await stub(history, { head: first + 120 });
    const cursors = createMemoryCursorStore();
    const running = follow(node, { cursors, until: first + 149, more: { startSlot: first } });
    const heightNow = async () => (await cursors.read("solana/mainnet"))?.height;
    await vi.waitFor(async () => expect(await heightNow()).toBe(first + 99), 10_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(await heightNow()).toBe(first + 99);
    node.settings.head = first + 150;
    expect(edgesOf(await running).at(-1)).toEqual([first + 100, first + 149]);
  });

  it("begins with the last whole run by default", async () => {
    const node = await stub(history, { head: first + 175 });
    const messages = await follow(node, { cursors: createMemoryCursorStore(), until: first + 149 });
    expect(edgesOf(messages)).toEqual([[first + 100, first + 149]]);
  });
});

describe("facts that a node serves only for its newest state", () => {
  const { signal } = new AbortController();
  const types = ["voters", "tips", "pools", "stake_count"] as const;

  /** Publishes the unit that begins the second epoch. @returns its messages, and the commit */
  async function publishUnit(
    session: Awaited<ReturnType<typeof openSolanaSession>>,
    onMessage: (message: SolanaMessage) => void = () => undefined,
  ) {
    const run = session.openRun({ from: first + 100, kind: "follow" }, undefined);
    const unit = await run.prepare(first + 100, signal, first + 149);
    const messages: SolanaMessage[] = [];
    const send = async (batch: readonly { value: Buffer }[]) => {
      for (const one of batch) {
        messages.push(parseSolana(one as Parameters<typeof parseSolana>[0]));
        onMessage(messages.at(-1) as SolanaMessage);
      }
    };
    const taken = await unit.publish(send, signal);
    return { messages, taken };
  }
  const typesIn = (messages: readonly SolanaMessage[]) =>
    types.filter((type) => ofType(messages, type).length > 0);

  it("is read again when the bus lost it, and once an epoch when it didn't", async () => {
    const node = await stub(history, { head: first + 180 });
    const session = await openSolanaSession(solanaOptions([node.url]), { log });
    const lost = await publishUnit(session);
    expect(typesIn(lost.messages)).toEqual(types);
    const again = await publishUnit(session);
    expect(typesIn(again.messages)).toEqual(types);
    again.taken?.();
    expect(typesIn((await publishUnit(session)).messages)).toEqual(["voters"]);
  });

  it("is of one epoch: state of the next one is not published, and all of it is read again", async () => {
    const node = await stub(history, { head: first + 180 });
    const warnings: string[] = [];
    const warned = pino({ level: "warn" }, { write: (line) => warnings.push(line) });
    const session = await openSolanaSession(solanaOptions([node.url]), { log: warned });
    const messages: SolanaMessage[] = [];
    const passing = publishUnit(session, (message) => {
      messages.push(message);
      if (message.type === "pools") node.settings.head = first + 210;
    });
    await expect(passing).rejects.toMatchObject({ code: "too_late", retryable: true });
    expect(typesIn(messages)).toEqual(["voters", "tips", "pools"]);
    expect(warnings).toEqual([]);
    const next = await publishUnit(session);
    expect(typesIn(next.messages)).toEqual(types);
    const [counted] = ofType(next.messages, "stake_count");
    expect(counted?.epoch).toBe((first + 200) / slotsPerEpoch);
  });
});

describe("dates", () => {
  const dayOf = (slot: number) => new Date((history.slot(slot)?.time ?? 0) * 1000).toISOString().slice(0, 10);
  const slots = Array.from({ length: 300 }, (_, i) => first + i);
  const head = lastBlock(history);

  it("select the slots of their blocks; skipped ones belong to the block before them", async () => {
    const node = await stub(history, { head });
    const { client } = (await openSolanaSession(solanaOptions([node.url]), { log })).info;
    const [day = "", next = ""] = [...new Set(slots.map(dayOf))];
    expect(next).toBe("2026-03-02");
    const ofNext = slots.filter((slot) => slot <= head && dayOf(slot) === next);
    expect(await slotsOfDay(client, day)).toEqual({ from: first, to: (ofNext[0] ?? 0) - 1 });
    expect(await slotsOfDay(client, next)).toEqual({ from: ofNext[0], to: head });
    await expect(slotsOfDay(client, "2031-01-01")).rejects.toThrow(/no block of 2031-01-01 yet/);
  });

  it("before the node's history name its first slot", async () => {
    const [kept = 0] = slots.filter((slot) => slot >= first + 200 && history.slot(slot)?.block !== undefined);
    const node = await stub(history, { head, prunedBelow: kept });
    const { client } = (await openSolanaSession(solanaOptions([node.url]), { log })).info;
    await expect(slotsOfDay(client, "2026-03-01")).rejects.toThrow(
      new RegExp(`pruned: its first block is ${kept}, it has none of 2026-03-01`),
    );
  });
});
