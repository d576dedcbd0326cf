import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { loadSql } from "../../lib/sql/file.ts";
import { parseRequest } from "../../serve/http/parse.ts";
import { createServices } from "../../serve/services.ts";
import type { ServeFixture } from "../support/serve.ts";
import { columnKind, fieldKind } from "../support/serveColumns.ts";
import { casesOf, pathExample, rowsByChain, rowsEndpoints, sampleOf } from "./asked.ts";

/** The statements fit their declarations. */
export function describeSql(fixtureOf: () => ServeFixture): void {
  describe.each(rowsEndpoints)("%s: SQL", (_, endpoint) => {
    const cases = casesOf(endpoint);

    async function valuesOf(more: string) {
      const search = new URL(`http://localhost${sampleOf(endpoint, more)}`).searchParams;
      const { params, query } = parseRequest(endpoint, { params: pathExample(endpoint), search });
      const services = createServices(fixtureOf().store);
      const prepared = await endpoint.prepare(
        { params, query, network: endpoint.chain?.mainNetwork ?? "" },
        services,
      );
      if ("redirect" in prepared) throw new Error("the sample redirects");
      return prepared.values;
    }

    it.each(cases)("%s takes the values of the request and no others", async (file, _answer, more) => {
      const placeholders = loadSql(`queries/${file}`).placeholders.map((placeholder) => placeholder.name);
      expect(Object.keys(await valuesOf(more)).sort()).toEqual([...placeholders].sort());
    });

    it.each(cases)("%s answers the columns of the record, type by type", async (file, answer, more) => {
      const columns = await fixtureOf().store.describe(loadSql(`queries/${file}`).text, await valuesOf(more));
      const expected = Object.entries(answer.row.shape).map(([field, type]) => [
        field,
        fieldKind(type as z.ZodType),
      ]);
      const isHidden = endpoint.settles !== undefined && !Object.hasOwn(answer.row.shape, "isComplete");
      if (isHidden) expected.push(["isComplete", "boolean"]);
      expect(columns.map((column) => [column.name, columnKind(column.type)])).toEqual(expected);
    });

    it.each(cases)("%s reads by the primary key", async (file, _answer, more) => {
      const plan = await fixtureOf().store.rows<{ explain: string }>(
        `explain indexes = 1 ${loadSql(`queries/${file}`).text}`,
        await valuesOf(more),
      );
      const text = plan.map((row) => row.explain).join("\n");
      const keys = /PrimaryKey[\s\S]*?Condition: (.*)/.exec(text)?.[1] ?? "";
      expect(keys).toContain("network in");
      const rows = rowsByChain.get(endpoint.chain?.id ?? "");
      const [field] = Object.keys(endpoint.params.shape);
      const key = field === undefined ? endpoint.kind === "page" && rows?.key : rows?.paths[field]?.key;
      expect(key, `the column that ${field ?? "the page"} is read by`).toBeDefined();
      if (key !== false) expect(keys).toContain(`${key} in`);
    });
  });
}
