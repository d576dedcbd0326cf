/** Every table of a chain says to which heights its rows belong. */
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { listSql, loadSql } from "../../lib/sql/file.ts";
import { cosmosHeightColumns } from "../cosmos/heights.ts";
import { ethHeightColumns } from "../eth/heights.ts";

const declared: [string, string[], Record<string, string | null>][] = [
  ["eth", ["eth"], ethHeightColumns],
  ["celestia", ["cosmos", "celestia"], cosmosHeightColumns({ id: "celestia" })],
  ["babylon", ["cosmos", "babylon"], cosmosHeightColumns({ id: "babylon" })],
];

describe.each(declared)("heights of %s", (_, folders, columns) => {
  const files = folders.flatMap((folder) => listSql(`tables/${folder}`));

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
