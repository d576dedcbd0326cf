/** Every table of a chain says to which heights its rows belong. */
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { listSql, loadSql } from "../../lib/sql/file.ts";
import { cosmosHeightColumns } from "../cosmos/heights.ts";
import { ethHeightColumns } from "../eth/heights.ts";

const declared: [string, Readonly<Record<string, string | null>>][] = [
  ["eth", ethHeightColumns],
  ["cosmos", cosmosHeightColumns],
];

describe.each(declared)("heights of %s", (folder, columns) => {
  const files = listSql(`tables/${folder}`);

  it("name every table, what announces the others last", () => {
    expect(Object.keys(columns).sort()).toEqual(files.map((path) => basename(path, ".sql")).sort());
    expect(Object.keys(columns).at(-1)).toMatch(/_day$/);
  });

  it("name columns that are there", () => {
    for (const path of files) {
      const column = columns[basename(path, ".sql")];
      if (column !== null) expect(loadSql(path).text, path).toMatch(new RegExp(`^\\s*${column} `, "m"));
    }
  });
});
