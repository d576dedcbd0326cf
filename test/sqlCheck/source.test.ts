import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { listSql, loadSql, sqlFolder } from "../../lib/sql/file.ts";
import { writeSqlFolder } from "../support/sqlFolder.ts";
import { readSource } from "./source.ts";

it("equals the executed text, except for white space", () => {
  const words = (text: string) => text.replaceAll(/\s+/g, "");
  for (const path of listSql(""))
    expect(words(readSource(path, sqlFolder).text), path).toBe(words(loadSql(path).text));
});

it("maps each line to its file", () => {
  const folder = mkdtempSync(join(tmpdir(), "source-"));
  writeSqlFolder(folder, {
    "queries/app/days.sql":
      "-- Days.\nselect\n  day, -- which\n  /* include fragments/fields.sql */,\n  1\nfrom b\n",
    "fragments/fields.sql": "-- Fields.\na,\n-- of the b\nb\n",
  });
  const { text, lines, files } = readSource("queries/app/days.sql", folder);
  rmSync(folder, { recursive: true, force: true });
  expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
    "",
    "select",
    "  day,",
    "  a,",
    "",
    "  b,",
    "  1",
    "from b",
    "",
  ]);
  const own = (line: number) => ({ at: { path: "queries/app/days.sql", line } });
  const included = (line: number) => ({ at: { path: "fragments/fields.sql", line }, including: own(4).at });
  expect(lines).toEqual([
    own(1),
    own(2),
    own(3),
    included(2),
    included(3),
    included(4),
    own(5),
    own(6),
    own(7),
  ]);
  expect(files).toEqual(["queries/app/days.sql", "fragments/fields.sql"]);
});
