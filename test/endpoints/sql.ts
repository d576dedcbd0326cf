import { beforeAll, describe, it } from "vitest";
import type { z } from "zod";
import { loadSql } from "../../lib/sql/file.ts";
import type { QueryParams } from "../../lib/store/store.ts";
import type { Caller } from "../../serve/access/auth.ts";
import { parseRequest } from "../../serve/http/parse.ts";
import { createServices, type Services } from "../../serve/services.ts";
import { isDue, thinned } from "../support/nightCases.ts";
import type { ServeFixture } from "../support/serve.ts";
import { columnKind, fieldKind } from "../support/serveColumns.ts";
import { expectOf, recordIn } from "./about.ts";
import { casesOf, cheaperCasesOf, pathExample, rowsByChain, rowsEndpoints, sampleOf } from "./samples.ts";

/** The statements fit their declarations. */
export function describeSql(fixtureOf: () => ServeFixture): void {
  // Nothing changes meanwhile: look-ups of one test stay valid for the others.
  let services: Services;
  let caller: Caller;
  beforeAll(async () => {
    services = createServices(fixtureOf().store, { factsTtlMs: 600_000 });
    caller = await fixtureOf().caller();
  });

  describe.each(rowsEndpoints)("%s: SQL", (_, endpoint) => {
    const place = rowsEndpoints.findIndex(([, other]) => other === endpoint);
    const expectIt = expectOf(endpoint);
    const cases = casesOf(endpoint);
    const prepared = new Map<string, Promise<QueryParams>>();

    /** The same for every test of a request: preparing one mostly takes statements. */
    function valuesOf(more: string): Promise<QueryParams> {
      const values = prepared.get(more) ?? prepare(more);
      prepared.set(more, values);
      return values;
    }

    async function prepare(more: string): Promise<QueryParams> {
      const search = new URL(`http://localhost${sampleOf(endpoint, more)}`).searchParams;
      const { params, query } = parseRequest(endpoint, { params: pathExample(endpoint), search });
      const request = { params, query, network: endpoint.chain?.mainNetwork ?? "" };
      const made = await endpoint.prepare({ ...request, caller }, services);
      if ("redirect" in made) throw new Error("the sample redirects");
      return made.values;
    }

    it.each(cases)("%s takes exactly the values of the request", async (file, answer, more) => {
      const placeholders = loadSql(`queries/${file}`).placeholders.map((placeholder) => placeholder.name);
      const values = Object.keys(await valuesOf(more));
      // A cheaper statement needs less.
      const needed = file === answer.sql ? values : values.filter((name) => placeholders.includes(name));
      expectIt(
        `sql/queries/${file} has these placeholders (+), prepare() gives these values (-)`,
        [...placeholders].sort(),
      ).toEqual(needed.sort());
    });

    if (endpoint.kind === "page" || endpoint.kind === "list")
      it.each(cases)("%s counts its rows, or has a statement that does", (file, answer) => {
        const [stated = answer] = Object.values(answer.cheaper?.is ?? {}).filter(({ sql }) => sql === file);
        const countsRows = loadSql(`queries/${file}`).text.includes("exact_rows_before_limit = 1");
        if (!countsRows || answer.total !== undefined)
          expectIt(
            `sql/queries/${file} does not count its rows, so it needs \`count\``,
            stated.count,
          ).toBeDefined();
      });

    const cheaper = cheaperCasesOf(endpoint);
    if (cheaper.length > 0)
      it.each(cheaper)("%s answers what %s does for %o, byte for byte", async (file, slow, named, more) => {
        const values = { ...(await valuesOf(more)), ...named, size: 200, limit: 200, offset: 0 };
        const { store } = fixtureOf();
        // A statement takes the values that it names.
        const rating = Object.keys(endpoint.answer.row.shape).find((name) => name.endsWith("Effectiveness"));
        const sorted = { sortBy: rating ?? "", sortOrder: "desc" };
        const bounds = [
          { dayMin: 7, dayMax: 360 },
          { dateMin: "2020-12-09", dateMax: "2021-11-30" },
        ];
        const parts = [{}, { size: 3, limit: 3, offset: 2 }, { offset: 1_000 }, sorted, ...bounds];
        for (const part of thinned(parts)) {
          const page = await store.page(loadSql(`queries/${file}`).text, { ...values, ...part });
          const what = `sql/queries/${file} against sql/queries/${slow} with ${JSON.stringify(part)}`;
          const same = await store.page(loadSql(`queries/${slow}`).text, { ...values, ...part });
          expectIt(`${what}: the page`, page, `sql/queries/${file}`).toEqual(same);
          expectIt(`${what}: the total of the test's rows`, page.total).toBeGreaterThan(10);
        }
      });

    it.each(cases)("%s answers the columns of the record, type by type", async (file, answer, more) => {
      const columns = await fixtureOf().store.describe(loadSql(`queries/${file}`).text, await valuesOf(more));
      const declared = new Map(
        Object.entries(answer.row.shape).map(([field, type]) => [field, fieldKind(type as z.ZodType)]),
      );
      // The server reads it, and does not send it.
      const isHidden = endpoint.settles !== undefined && !declared.has("isComplete");
      if (isHidden) declared.set("isComplete", "boolean");
      const selected = new Map(columns.map(({ name, type }) => [name, columnKind(type)]));
      const [statement, record] = [
        `sql/queries/${file}`,
        `${answer.row.meta()?.id} in ${recordIn(answer.row)}`,
      ];
      expectIt(
        `types of the columns that ${statement} selects (+), against ${record} (-)`,
        Object.fromEntries(selected),
        statement,
      ).toEqual(Object.fromEntries(declared));
      expectIt(`the order of the columns of ${statement}, against ${record}`, [...selected.keys()]).toEqual([
        ...declared.keys(),
      ]);
    });

    // Operations without a chain read no table of one.
    it.each(endpoint.chain === undefined || !isDue(place, 3) ? [] : cases)(
      "%s reads by the primary key",
      async (file, _answer, more) => {
        const plan = await fixtureOf().store.rows<{ explain: string }>(
          `explain indexes = 1 ${loadSql(`queries/${file}`).text}`,
          await valuesOf(more),
        );
        const text = plan.map((row) => row.explain).join("\n");
        const keys = /PrimaryKey[\s\S]*?Condition: (.*)/.exec(text)?.[1] ?? "";
        const condition = (column: string) =>
          expectIt(`sql/queries/${file} reads by the key column \`${column}\``, keys, `sql/queries/${file}`);
        condition("network").toContain("network in");
        const rows = rowsByChain.get(endpoint.chain?.id ?? "");
        const [field] = Object.keys(endpoint.params.shape);
        const own = rows?.keys?.[endpoint.operation];
        const pageKey = endpoint.kind === "page" && (own ?? rows?.key);
        const key = field === undefined ? pageKey : (own ?? rows?.paths[field]?.key);
        const rowsFile = `the rows of ${endpoint.chain?.id} in test/support/serve*.ts`;
        expectIt(`the column by which ${field ?? "the page"} is read`, key, rowsFile).toBeDefined();
        if (key !== false) condition(String(key)).toContain(`${key} in`);
        if (endpoint.isPrivate && field === undefined)
          condition("organization_id").toContain("organization_id in");
      },
    );
  });
}
