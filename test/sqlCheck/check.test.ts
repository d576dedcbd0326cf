import { expect, it } from "vitest";
import { checkedSql } from "../support/checkedSql.ts";
import { parseReasons } from "./reasons.ts";
import type { SqlRule } from "./rule.ts";

/** Finds each line with this text. */
const noBad: SqlRule = {
  name: "no-bad",
  find: ({ text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (/\bbad\b/.test(line) ? [{ line: index + 1, message: "write good" }] : [])),
};

it("finds a line by its file, a fragment's once", async () => {
  expect(
    await checkedSql([noBad], {
      "queries/app/a.sql": "select\n  1 as bad,\n  /* include fragments/app/part.sql */\n",
      "queries/app/b.sql": "select\n  /* include fragments/app/part.sql */\n",
      "fragments/app/part.sql": "-- A part.\n2 as good,\n3 as bad\n",
    }),
  ).toEqual([
    "sql/fragments/app/part.sql:3 no-bad: write good",
    "sql/queries/app/a.sql:2 no-bad: write good",
  ]);
});

it("accepts a reason on the line, above it, and above its include", async () => {
  expect(
    await checkedSql([noBad], {
      "queries/app/a.sql":
        "select\n  1 as bad, -- allow no-bad: it is\n  -- allow no-bad: so\n  -- is this\n  2 as bad\n",
      "queries/app/b.sql": "select\n  -- allow no-bad: here\n  /* include fragments/app/part.sql */\n",
      "fragments/app/part.sql": "-- A part.\n3 as bad\n",
    }),
  ).toEqual([]);
});

it("finds reasons that suppress nothing, name no rule or give none", async () => {
  expect(
    await checkedSql([noBad], {
      "queries/app/a.sql":
        "select\n  -- allow no-bad: it was\n  1 as good,\n  -- allow no-good: why\n  2 as fine\n",
      "queries/app/b.sql": "select\n  -- allow no-bad:\n  1 as bad\n",
    }),
  ).toEqual([
    "sql/queries/app/a.sql:2 reason: no-bad finds nothing here: remove the reason, or put it above its line",
    "sql/queries/app/a.sql:4 reason: no rule is called no-good: write one of no-bad",
    "sql/queries/app/b.sql:2 reason: the reason is missing: write `-- allow no-bad: why`",
    "sql/queries/app/b.sql:3 no-bad: write good",
  ]);
});

it("ignores reasons in literals", () => {
  expect(parseReasons("a.sql", "select '-- allow no-bad: a'")).toEqual([]);
});
