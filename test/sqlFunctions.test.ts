/** Functions of sql/ that compute hold the largest arguments: an overflow returns a wrong number, without an error. */
import { basename } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { listSql, loadSql } from "../lib/sql/file.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { largestArguments } from "./support/largestArguments.ts";
import { useStore } from "./support/stores.ts";

const { store } = useStore("embedded");
beforeAll(() => migrate(store(), {}));

/** The body of the function, without its arguments and texts. */
const bodyOf = (path: string) =>
  loadSql(path)
    .text.split("->")
    .slice(1)
    .join(" ")
    .replaceAll(/'[^']*'/g, "''");
const computes = /[*+/]|\s-|\(-|intDiv|toDecimal|divideDecimal|reinterpret|\bsum/;
const names = listSql("functions")
  .filter((path) => computes.test(bodyOf(path)))
  .map((path) => basename(path, ".sql"));

it("all have an example at their largest arguments", () => {
  expect(Object.keys(largestArguments).sort()).toEqual(names.sort());
});

describe.each(Object.entries(largestArguments))("%s", (name, example) => {
  it("is right at its largest arguments", async () => {
    expect(example).toContain(`${name}(`);
    const [condition = "", from] = example.split(" from ");
    const rest = from === undefined ? "" : ` from ${from}`;
    expect(await store().rows(`select toBool(${condition}) as is_true${rest}`)).toEqual([{ is_true: true }]);
  });
});
