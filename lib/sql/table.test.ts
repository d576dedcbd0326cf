import { describe, expect, it } from "vitest";
import { listSql, loadSql } from "./file.ts";
import { listTables, loadTable, parseColumns } from "./table.ts";

const statement = `create table if not exists t (
  network LowCardinality(String) comment 'The chain''s (or testnet''s) name, as written' codec(ZSTD(1)),
  kind Enum8('a, b' = 0, 'c' = 1) comment 'default a, b',
  amount Nullable(Decimal(76, 18)) comment 'Amount' codec(Delta, ZSTD(1)),
  made_at DateTime64(3, 'UTC') default now64(3) comment 'Time',
  is_big UInt8 alias amount > (1 + 2) comment 'Big',
  plain UInt8,
  version UInt64
)
engine = ReplacingMergeTree(version)
order by (network)
comment 'One row per row'`;

describe("columns of a create table", () => {
  it("have name, type, default and comment", () => {
    expect(parseColumns("t", statement)).toEqual([
      {
        name: "network",
        type: "LowCardinality(String)",
        comment: "The chain's (or testnet's) name, as written",
      },
      { name: "kind", type: "Enum8('a, b' = 0, 'c' = 1)", comment: "default a, b" },
      { name: "amount", type: "Nullable(Decimal(76, 18))", comment: "Amount" },
      {
        name: "made_at",
        type: "DateTime64(3, 'UTC')",
        default: { kind: "default", expression: "now64(3)" },
        comment: "Time",
      },
      {
        name: "is_big",
        type: "UInt8",
        default: { kind: "alias", expression: "amount > (1 + 2)" },
        comment: "Big",
      },
      { name: "plain", type: "UInt8", comment: "" },
      { name: "version", type: "UInt64", comment: "" },
    ]);
  });

  it.each([
    ["insert into t select 1", "not a `create table`"],
    [
      "create table if not exists t (\n  a UInt8 commnt 'x'\n)\nengine = Log",
      "\"a UInt8 commnt 'x'\" is not understood",
    ],
  ])("refuses %j", (text, problem) => {
    expect(() => parseColumns("t", text)).toThrow(problem);
  });
});

describe("tables of the project", () => {
  it.each(listSql("tables"))("%s is read to its last column", (path) => {
    const [name = ""] = /\w+(?=\.sql$)/.exec(path) ?? [];
    const { columns, table } = loadTable(name);
    expect(table, `sql/${path}: the name of the table`).toBe(name);
    const { text } = loadSql(path);
    for (const { name: column, type } of columns) {
      const about = `sql/${path}: column \`${column}\` of type ${type}`;
      expect(text.includes(`  ${column} ${type}`), `${about} is read as it is written`).toBe(true);
      expect(type, about).toMatch(/^[A-Z]\w+(\(.*\))?$/);
    }
    const without = columns.filter(({ comment }) => comment === "").map((column) => column.name);
    expect(without, `sql/${path}: columns without a comment`).toEqual([]);
  });

  it("are listed by family; one that is not there is named", () => {
    expect(listTables("app").map(({ table }) => table)).toContain("app_migration");
    expect(listTables("nothing")).toEqual([]);
    expect(() => loadTable("raw_eth_nothing")).toThrow("Table raw_eth_nothing: no file under sql/tables");
  });
});
