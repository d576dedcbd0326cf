import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "./embedded.ts";

const folder = mkdtempSync(join(tmpdir(), "repeated-"));
const store = createEmbeddedStore({ path: folder, log: createLogger("silent") });
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("columns with the same value in every row", () => {
  it("survive the engine: one for all rows, however many", async () => {
    const values = { text: "ü", byte: 7, wide: 2n ** 63n, amount: -5, share: 0.5 };
    const types = { text: "String", byte: "UInt8", wide: "UInt64", amount: "Int32", share: "Float64" };
    await store.command(
      "create table repeated (text String, byte UInt8, wide UInt64, amount Int32, share Float64) engine = Memory",
    );
    const columns = (rows: number) =>
      Object.entries(values).map(([name, value]) => ({
        name,
        type: types[name as keyof typeof types],
        values: { kind: "repeated" as const, value, rows },
      }));
    let sum = 0;
    // More than one piece of each width.
    for (const rows of [1, 131_072, 1_300_001]) {
      await store.insert("repeated", columns(rows));
      sum += rows;
    }
    const [summary] = await store.rows(
      `select toUInt32(count()) as rows, uniqExact(*) = 1 as is_same, any(text) as text, any(byte) as byte,
        toString(any(wide)) as wide, any(amount) as amount, any(share) as share from repeated`,
    );
    expect(summary).toEqual({ rows: sum, is_same: 1, ...values, wide: String(values.wide) });
  });
});
