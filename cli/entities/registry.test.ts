import { describe, expect, it } from "vitest";
import { lidoRows, operatorNames } from "./registry.ts";

const operator = (id: number, name: string, keys: string[] = []) => ({ id, name, keys });

describe("operators of a registry", () => {
  it("are called by name; without one, or with the name of a lower number, by number as well", () => {
    const names = operatorNames([
      operator(3, "Two"),
      operator(0, " One "),
      operator(1, "Two"),
      operator(2, ""),
      operator(4, "two"),
      operator(5, "x".repeat(500)),
    ]);
    expect([...names]).toEqual([
      [0, "One"],
      [1, "Two"],
      [2, "Lido operator 2"],
      [3, "Two (3)"],
      [4, "two"],
      [5, "x".repeat(180)],
    ]);
  });

  it("are two rows a key: the operator and the pool", () => {
    const key = `0x${"ab".repeat(48)}`;
    const common = { key, key_kind: "pubkey", from_date: null, to_date: null, source: "lido-registry" };
    expect(lidoRows([operator(0, "One", [key]), operator(1, "Two")])).toEqual([
      { ...common, id_type: "nodeOperator", entity: "One", pool_type: "", line: 1 },
      { ...common, id_type: "pool", entity: "Lido", pool_type: "lst", line: 2 },
    ]);
  });
});
