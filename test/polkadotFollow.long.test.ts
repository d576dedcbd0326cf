/**
 * Polkadot followed while it advances: from the last era that has ended, from a cursor, and onto another fork.
 * Fast counterpart: test/polkadotNodes.test.ts
 */
import { describe, expect, it } from "vitest";
import { firstEra } from "../fixtures/polkadot/model.ts";
import type { StubNode } from "../fixtures/polkadot/stubNode.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import { readStatus } from "../ingest/listener/session.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { createListeningBus, log } from "./support/pipeline.ts";
import { openPolkadot, polkadotChain, usePolkadotStubs } from "./support/polkadot.ts";

const { signal } = new AbortController();
const last = firstEra + 7;
const { started, stub, options } = usePolkadotStubs(6);

describe("following", () => {
  const { bus, published } = createListeningBus();
  const cursors = createMemoryCursorStore();

  /** Follows until an era is published. */
  async function follow(node: StubNode, era: number): Promise<{ type: string; era?: number }[]> {
    published.length = 0;
    const session = await openPolkadot(options([node.socketUrl]));
    const stopper = new AbortController();
    await followChain(
      polkadotChain,
      session,
      { bus, cursors, log, retryBaseMs: 1 },
      {
        signal: stopper.signal,
        onPublished: (height) => height >= era && stopper.abort(),
      },
    );
    return published.map(({ value }) => JSON.parse(value.toString("utf8")) as { type: string; era?: number });
  }

  it("begins with the last era that has ended, goes on from its cursor, and stops on another fork", async () => {
    const { assetHub } = started().view;
    const endOf = (era: number) => {
      let block = 0;
      while ((assetHub.activeEraAt(block) ?? 0) <= era) block += 1;
      return block;
    };
    const node = await stub({ head: endOf(firstEra + 4) + 2 });
    const first = await follow(node, firstEra + 4);
    const erasOf = (messages: typeof first, kind: string) =>
      messages.filter(({ type }) => type === kind).map(({ era }) => era);
    expect(erasOf(first, "era")).toEqual([firstEra + 4]);
    // Claims of older eras are published once, and again only after a change.
    expect(erasOf(first, "claims")).toContain(firstEra + 2);
    expect(first.some(({ type }) => type === "names")).toBe(true);

    const timer = setInterval(() => {
      node.settings.head = Math.min(assetHub.head, node.settings.head + 3);
    }, 5);
    const second = await follow(node, last);
    clearInterval(timer);
    expect(erasOf(second, "era")).toEqual([firstEra + 5, firstEra + 6, firstEra + 7]);
    expect((await cursors.read("polkadot/polkadot"))?.height).toBe(last);
    expect(erasOf(second, "claims").filter((era) => era === firstEra + 4).length).toBeGreaterThan(1);

    node.settings.forkedFrom = 1;
    await expect(follow(node, last + 1)).rejects.toMatchObject({ code: "cursor_mismatch" });
  });

  it("republishes claims that the bus did not get, and no others", async () => {
    const session = await openPolkadot(options([started().assetHub.url]));
    await session.status(signal, "follow");
    const run = session.openRun({ from: last, kind: "follow" }, undefined);
    const unit = await run.prepare(last, signal);
    const typeOf = ({ value }: BusMessage) => (JSON.parse(value.toString("utf8")) as { type: string }).type;
    const refused = unit.publish(async (batch) => {
      if (batch.some((message) => typeOf(message) === "claims")) throw new Error("The bus is gone");
    }, signal);
    await expect(refused).rejects.toThrow("The bus is gone");

    async function countClaims(): Promise<{ claims: number; commit: (() => unknown) | undefined }> {
      const sent: BusMessage[] = [];
      const commit = await unit.publish(async (batch) => {
        sent.push(...batch);
      }, signal);
      return { claims: sent.filter((message) => typeOf(message) === "claims").length, commit };
    }
    const again = await countClaims();
    expect(again.claims).toBeGreaterThan(4);
    again.commit?.();
    expect((await countClaims()).claims).toBe(0);
  });

  it("ignores a stale head", async () => {
    const session = await openPolkadot(options([started().assetHub.url], { maxHeadAgeS: 60 }));
    await expect(readStatus(session, signal, "follow")).rejects.toMatchObject({ code: "stale" });
    await expect(session.status(signal, "backfill")).resolves.toMatchObject({ head: last + 1, final: last });
  });
});
