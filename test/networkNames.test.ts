/** Chains may use the same network names: metrics and alerts distinguish them by chain. */
import { describe, expect, it } from "vitest";
import { metrics as listenerMetrics } from "../ingest/listener/metrics.ts";
import { countInsert } from "../lib/store/metrics.ts";
import { countWritten, expectTables, markComputed } from "../transform/frame/metrics.ts";
import { expressionOf, scrape } from "./support/alerts.ts";
import { evaluate } from "./support/promql.ts";

describe("two chains whose networks share a name", () => {
  /** One step of each network: its listener goes on, and computes if `isComputed`. */
  function step(chain: string, height: number, isComputed: boolean): void {
    listenerMetrics.cursorHeight.set({ listener: `${chain}/shared` }, height);
    if (isComputed) markComputed(chain, "shared", height, height);
  }

  it("have separate heights, and the alert names the network that stands still", async () => {
    step("first", 300_000_000, true);
    step("second", 400, true);
    const before = await scrape();
    step("first", 300_000_100, true);
    step("second", 404, false);
    const after = await scrape();
    const heights = after.get("validator_analytics_transform_computed_height") ?? [];
    const own = heights.filter(({ labels }) => labels.network === "shared");
    expect(own.map(({ labels, value }) => [labels.chain, value])).toEqual([
      ["first", 300_000_100],
      ["second", 400],
    ]);
    const alerts = evaluate(expressionOf("ComputedHeightStands"), before, after);
    expect(alerts.map(({ labels }) => labels)).toEqual([{ chain: "second", network: "shared" }]);
  });

  it("have separate rows: a flat table is reported although the other chain's grows", async () => {
    const origins = [{ topic: "blocks", network: "shared" }];
    const table = "raw_cosmos_block";
    for (const chain of ["first", "second"])
      expectTables({ chain, steadyTables: { blocks: [table] } }, origins);
    const before = await scrape();
    for (const chain of ["first", "second"]) countWritten(chain, origins);
    const block = { rows: 1, chunks: [new Uint8Array(8)] };
    countInsert(table, [{ name: "network", type: "String", values: ["shared"] }], block, "first");
    const alerts = evaluate(expressionOf("TableFlat"), before, await scrape());
    expect(alerts.map(({ labels }) => labels)).toEqual([
      { chain: "second", network: "shared", topic: "blocks", table },
    ]);
  });
});
