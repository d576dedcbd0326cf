import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { createEmbeddedStore } from "../../lib/store/embedded.ts";
import { argumentsOf, isNullable, parseTree, partOf, walk } from "./tree.ts";

it("has the names and types that the engine resolves, under their headings", async () => {
  const path = mkdtempSync(join(tmpdir(), "tree-"));
  const store = createEmbeddedStore({ path, log: createLogger("silent") });
  const explained = await store.bytes(
    `explain query tree run_passes = 1, passes = 1, dump_ast = 0
    with days as (select number as day, toNullable(number) as pay from numbers(3))
    select day, sum(pay) as \`a, b: c\`, 'x, constant_value_type: y\n' as text, tuple(1, 'a b') as pair
    from days left join (select 1 as other) as others on days.day = others.other
    where day > 1 group by day order by day desc limit 5 offset 2`,
    "TSVRaw",
  );
  await store.close();
  rmSync(path, { recursive: true, force: true });
  const query = parseTree(explained.bytes.toString());
  expect(query.kind).toBe("QUERY");
  expect(query.columns).toEqual([
    { name: "day", type: "UInt64" },
    { name: "a, b: c", type: "Nullable(UInt64)" },
    { name: "text", type: "String" },
    { name: "pair", type: "Tuple(UInt8, String)" },
  ]);
  const [day, sum, text] = partOf(query, "PROJECTION");
  expect(sum).toMatchObject({ kind: "FUNCTION", name: "sum", type: "Nullable(UInt64)" });
  expect(argumentsOf(sum!)).toMatchObject([{ kind: "COLUMN", name: "pay", type: "Nullable(UInt64)" }]);
  expect(text).toMatchObject({ kind: "CONSTANT", type: "String" });
  expect(text?.name).toContain("'x, constant_value_type: y");
  expect(partOf(query, "GROUP BY")).toMatchObject([{ kind: "COLUMN", name: "day", id: day?.id }]);
  const [sort] = partOf(query, "ORDER BY");
  expect(sort).toMatchObject({ kind: "SORT", attributes: { sort_direction: "DESCENDING" } });
  expect(partOf(sort!, "EXPRESSION")).toMatchObject([{ name: "day" }]);
  expect(partOf(query, "LIMIT")).toMatchObject([{ name: "UInt64_5" }]);
  expect(partOf(query, "OFFSET")).toMatchObject([{ name: "UInt64_2" }]);
  const [join_] = partOf(query, "JOIN TREE");
  expect(join_).toMatchObject({ kind: "JOIN", attributes: { kind: "LEFT" } });
  const [days] = partOf(join_!, "LEFT TABLE EXPRESSION");
  expect(days).toMatchObject({ kind: "QUERY", attributes: { is_cte: "1", cte_name: "days" } });
  expect(Number(day?.attributes.source_id)).toBe(days?.id);
  expect([...walk(query)].filter(({ kind }) => kind === "TABLE_FUNCTION")).toMatchObject([
    { name: "numbers" },
  ]);
});

it("recognizes nullable types", () => {
  expect(["Nullable(UInt8)", "LowCardinality(Nullable(String))"].every(isNullable)).toBe(true);
  expect(["UInt8", "Array(Nullable(UInt8))", "Tuple(Nullable(UInt8))"].some(isNullable)).toBe(false);
});

it("refuses text that is no tree", () => {
  expect(() => parseTree("")).toThrow("no tree");
  expect(() => parseTree("SELECT 1")).toThrow("no tree");
});
