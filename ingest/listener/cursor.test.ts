import { describe, expect, it } from "vitest";
import type { Column, Store } from "../../lib/store/store.ts";
import { createCursorStore } from "./cursor.ts";

describe("cursors in the warehouse", () => {
  it("are written as one row whose version is the generation and the height, and read as numbers", async () => {
    const inserted: { table: string; columns: readonly Column[] }[] = [];
    const store = {
      insert: async (table: string, columns: readonly Column[]) => {
        inserted.push({ table, columns });
      },
      rows: async (_: string, params: { listener: string }) =>
        params.listener === "eth/tiny"
          ? [
              {
                height: "7",
                position: "255",
                root: "0xab",
                acknowledged: '{"eth.block/1":"12"}',
                generation: 1,
              },
            ]
          : [],
    } as unknown as Store;
    const cursors = createCursorStore(store);
    expect(await cursors.read("eth/tiny")).toEqual({
      height: 7,
      position: 255,
      root: "0xab",
      acknowledged: { "eth.block/1": "12" },
      generation: 1,
    });
    expect(await cursors.read("eth/other")).toBeUndefined();
    await cursors.write("eth/tiny", { height: 8, position: 287, root: "0xcd", generation: 1 });
    expect(inserted).toHaveLength(1);
    expect(inserted[0]?.table).toBe("app_listener_cursor");
    expect(
      Object.fromEntries((inserted[0]?.columns ?? []).map((column) => [column.name, column.values])),
    ).toEqual({
      listener: ["eth/tiny"],
      height: BigUint64Array.of(8n),
      slot: BigUint64Array.of(287n),
      root: ["0xcd"],
      positions: ["{}"],
      generation: Uint32Array.of(1),
      version: BigUint64Array.of(2n ** 40n + 9n),
    });
  });
});
