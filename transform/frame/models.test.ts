import { describe, expect, it } from "vitest";
import { loadModels, sortByReads, sortedModels } from "./models.ts";

type Node = { table: string; reads: string[] };
const sort = (nodes: Node[]) => sortByReads(nodes, ({ reads }) => reads).map(({ table }) => table);

describe("the graph of models", () => {
  it("puts what is read before its readers, and leaves the rest as it was", () => {
    expect(
      sort([
        { table: "fct_b", reads: ["int_a", "raw_x"] },
        { table: "fct_a", reads: [] },
        { table: "int_a", reads: ["int_b", "int_a"] },
        { table: "int_b", reads: [] },
      ]),
    ).toEqual(["int_b", "int_a", "fct_b", "fct_a"]);
  });

  it("names a circle", () => {
    const circle = [
      { table: "a", reads: ["b"] },
      { table: "b", reads: ["c"] },
      { table: "c", reads: ["a"] },
    ];
    expect(() => sort(circle)).toThrow("Models read each other in a circle: a → b → c → a");
  });

  it("is one over all families: no model comes before one that it reads", () => {
    const order = new Map(sortedModels().map(({ table }, place) => [table, place]));
    expect(order.size).toBeGreaterThan(5);
    for (const { table, reads } of sortedModels())
      for (const read of reads.filter((name) => name !== table))
        expect(order.get(read) ?? -1, `${table} reads ${read}`).toBeLessThan(order.get(table) ?? -1);
  });

  it("makes last of a window what says that the others are made", () => {
    const tables = loadModels("solana")
      .get("interval")
      ?.map(({ table }) => table);
    expect(tables?.toSorted().at(0)).toBe("int_solana_interval_part");
    expect(tables?.at(-1)).toBe("int_solana_interval_part");
  });

  it("gives a family its own models by their window", () => {
    const eth = loadModels("eth");
    expect([...eth.keys()].sort()).toEqual([
      "block",
      "chain_day",
      "consolidation",
      "correlation",
      "day",
      "day_movement",
      "depositor",
      "entity_day",
      "entity_movement",
      "epoch",
      "overview",
      "queue",
      "reward_check",
      "snapshot",
      "span",
      "window_entity",
      "window_validator",
    ]);
    expect(eth.get("epoch")?.map(({ table }) => table)).toContain("fct_eth_proposal_slot");
    expect(loadModels("cosmos").get("day")?.[0]?.table).toBe("int_cosmos_day");
    expect(loadModels("nowhere").size).toBe(0);
  });
});
