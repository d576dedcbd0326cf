import { expect, it } from "vitest";
import { statementsOf } from "../lib/sql/migrate.ts";
import { planMigrations } from "./newMigration.ts";

const path = "tables/eth/raw_eth_block.sql";
const table = (slot: string, about: string, more = "") =>
  `create table if not exists raw_eth_block (\n  slot UInt32 comment '${slot}'${more},\n  root String comment 'Root'\n)\n` +
  `order by slot\ncomment '${about}'`;
const before = table("Slot", "One row per block");
const plan = (after: string | undefined, name?: string) =>
  planMigrations({ uncovered: [path], next: 7, name, before: () => before, after: () => after });

it("comments that changed are set by a migration of their own", () => {
  expect(plan(table("Slot of the block", "One row per block"))).toEqual({
    files: [
      {
        path: "migrations/0007_describe_raw_eth_block.sql",
        text: "alter table raw_eth_block\n  comment column slot 'Slot of the block'\n",
      },
    ],
    left: [],
    isComplete: true,
  });
  expect(plan(table("The block''s slot", "One row per slot")).files[0]?.text).toBe(
    "alter table raw_eth_block\n  comment column slot 'The block''s slot',\n  modify comment 'One row per slot'\n",
  );
});

it("any other change is left to a person, who begins the migration by its name", () => {
  expect(plan(table("Slot", "One row per block", " codec(Delta)"))).toEqual({
    files: [],
    left: [path],
    isComplete: false,
  });
  expect(plan(undefined)).toEqual({ files: [], left: [path], isComplete: false });
  const { files } = plan(table("Slot", "One row per block", " codec(Delta)"), "alter_raw_eth_block");
  expect(files).toEqual([
    {
      path: "migrations/0007_alter_raw_eth_block.sql",
      text: expect.stringContaining("alter table raw_eth_block\n"),
    },
  ]);
});

it("comments of several tables are set by one migration, which may have a name of its own", () => {
  const files = new Map(["a", "b"].map((name) => [`tables/eth/raw_eth_${name}.sql`, name]));
  const planAll = (name?: string) =>
    planMigrations({
      uncovered: [...files.keys()],
      next: 8,
      name,
      before: () => before,
      after: () => table("Slot of the block", "One row per block"),
    });
  expect(planAll("reword_comments")).toEqual({
    files: [
      {
        path: "migrations/0008_reword_comments.sql",
        text:
          "alter table raw_eth_a\n  comment column slot 'Slot of the block'\n" +
          "alter table raw_eth_b\n  comment column slot 'Slot of the block'\n",
      },
    ],
    left: [],
    isComplete: true,
  });
  expect(statementsOf(planAll().files[0]?.text ?? "")).toHaveLength(2);
  expect(planAll().files.map(({ path }) => path)).toEqual(["migrations/0008_describe_tables.sql"]);
});
