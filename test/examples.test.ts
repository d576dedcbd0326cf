/** The example questions of sql/examples: each is answered on rows whose answer was computed by hand. */
import { basename, dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aboutOf } from "../lib/sql/comments.ts";
import { listSql, loadSql } from "../lib/sql/file.ts";
import type { Store } from "../lib/store/store.ts";
import { type Checker, createChecker } from "../serve/sql/check/checker.ts";
import { commonExamples } from "./support/examples/common.ts";
import { ethExamples } from "./support/examples/eth.ts";
import type { ExampleCase } from "./support/examples/example.ts";
import {
  avalancheExamples,
  cardanoExamples,
  cosmosExamples,
  polkadotExamples,
} from "./support/examples/others.ts";
import { eigenlayerExamples, polygonExamples } from "./support/examples/rootChains.ts";
import { solanaExamples } from "./support/examples/solana.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const cases: Readonly<Record<string, Readonly<Record<string, ExampleCase>>>> = {
  eth: ethExamples,
  solana: solanaExamples,
  cosmos: cosmosExamples,
  polkadot: polkadotExamples,
  cardano: cardanoExamples,
  avalanche: avalancheExamples,
  eigenlayer: eigenlayerExamples,
  polygon: polygonExamples,
  all: commonExamples,
};

const paths = listSql("examples");
let store: Store;
let close: () => Promise<void>;
let check: Checker;

beforeAll(async () => {
  ({ store, close } = await openTemporaryStore());
  check = createChecker(store);
});
afterAll(() => close());

it("has questions about every chain, each once, with a case for each", () => {
  const named = Object.entries(cases).flatMap(([chain, of]) =>
    Object.keys(of).map((name) => `examples/${chain}/${name}.sql`),
  );
  expect(named.sort(), "cases in test/support/examples/, against files of sql/examples").toEqual(paths);
  expect(paths.length).toBeGreaterThanOrEqual(30);
  const questions = paths.map((path) => `${dirname(path)} ${aboutOf(path).split("\n")[0]}`);
  const repeated = questions.filter((question, place) => questions.indexOf(question) !== place);
  expect(repeated, "questions that are in several files of sql/examples").toEqual([]);
});

describe.each(paths)("sql/%s", (path) => {
  const { text, placeholders } = loadSql(path);

  it("is a question, and a statement that runs unchanged", () => {
    const [question] = aboutOf(path).split("\n");
    expect(question, `sql/${path}: the first line of its comment, a question`).toMatch(/^[A-Z].+\?$/);
    expect(placeholders, `sql/${path}: placeholders`).toEqual([]);
    expect(text, `sql/${path}: its statement`).toMatch(/^(select|with)\b/);
  });

  it("is allowed over the SQL port", async () => {
    await expect(check(text), `sql/${path} on the SQL port`).resolves.toMatchObject({
      sql: expect.any(String),
    });
  });

  it("returns the right rows, also when every row was written twice", async () => {
    const { rows, answer } = cases[basename(dirname(path))]![basename(path, ".sql")]!;
    for (const row of [...rows, ...rows]) await store.command(row);
    try {
      const about = `sql/${path}: its answer, against the case in test/support/examples/`;
      expect(await store.rows(text), about).toEqual(answer);
    } finally {
      for (const row of rows) await store.command(`truncate table ${/^insert into (\w+)/.exec(row)?.[1]}`);
    }
  });
});
