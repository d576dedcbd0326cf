import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../serve/endpoints.ts";
import { linesOf, pickFields } from "../../serve/http/jsonText.ts";
import { openApiDocument } from "../../serve/http/openapi.ts";
import { isDue, thinned } from "../support/nightCases.ts";
import type { ServeFixture } from "../support/serve.ts";
import { expectOf, recordIn } from "./about.ts";
import {
  type Body,
  bodyOf,
  oneOfEachFormat,
  type Row,
  recordsIn,
  rowsByChain,
  rowsEndpoints,
  sampleOf,
} from "./samples.ts";

const documented = openApiDocument(endpoints);

/** Successes: headers, fields, paging. Formats over HTTP: formats.ts. */
export function describeAnswers(fixtureOf: () => ServeFixture): void {
  describe.each(rowsEndpoints)("%s: 200", (_, endpoint) => {
    const expectIt = expectOf(endpoint);
    const header = (name: string) => expectIt(`header \`${name}\``, plain.headers.get(name), "serve/http/");
    // A statement takes tens of milliseconds: an answer that several tests check is requested once.
    let plain: Response;
    let text: string;
    beforeAll(async () => {
      plain = await fixtureOf().get(sampleOf(endpoint), { "x-request-id": "my-id.1" });
      text = await plain.text();
    });

    it("carries the metering headers, an id and its freshness", () => {
      expectIt(
        `status of ${sampleOf(endpoint)} by sql/queries/${endpoint.answer.sql}, which returned ${text.slice(0, 200)}`,
        plain.status,
      ).toBe(200);
      header("content-type").toBe("application/json; charset=utf-8");
      header("x-request-id").toBe("my-id.1");
      header("x-service-bytes-consumed").toBe(String(Buffer.byteLength(text)));
      const rows = recordsIn(JSON.parse(text) as Body);
      const units = Buffer.byteLength(text) / endpoint.weight.bytes + rows.length * endpoint.weight.row;
      header("x-service-compute-units").toBe(endpoint.beta ? "0" : String(Math.ceil(units)));
      header("cache-control").toBe(endpoint.isPrivate ? "private, no-cache" : "private, max-age=60");
      header("vary").toContain("Authorization");
    });

    if (
      isDue(
        rowsEndpoints.findIndex(([, other]) => other === endpoint),
        6,
      )
    )
      it("returns SQL that selects the same records", async () => {
        const sqlAnswer = await fixtureOf().get(sampleOf(endpoint), { accept: "application/sql" });
        const isDeclared =
          documented.paths?.[endpoint.path]?.[endpoint.method]?.responses?.[406] === undefined;
        const status = (because: string) =>
          expectIt(`status for \`accept: application/sql\`, ${because}`, sqlAnswer.status);
        status("as the OpenAPI document declares").toBe(isDeclared ? 200 : 406);
        if (endpoint.isPrivate === true) status("of a private endpoint").toBe(406);
        else if (sqlAnswer.status === 406)
          expectIt("reason for which no SQL is sent", await sqlAnswer.text()).toContain("private");
        else {
          const names = new Set(Object.keys(endpoint.answer.row.shape));
          const rows = linesOf(await fixtureOf().store.text(await sqlAnswer.text()));
          const records = rows.map((row) => JSON.parse(pickFields(row, names)) as Row);
          const answered = recordsIn(JSON.parse(text) as Body);
          expectIt("records of the SQL that is sent, against those of the JSON", records).toEqual(answered);
          const units = sqlAnswer.headers.get("x-service-compute-units");
          expectIt("header `x-service-compute-units` of the SQL", units, "serve/http/").toBe("0");
        }
      });

    it("holds the fields of the record, all and in order", () => {
      const [row = {}] = recordsIn(JSON.parse(text) as Body);
      const { row: record, sql } = endpoint.answer;
      const where = `${recordIn(record)} and sql/queries/${sql}`;
      expectIt("fields of the first record, in order", Object.keys(row), where).toEqual(
        Object.keys(record.shape),
      );
      const { error } = record.strict().safeParse(row);
      expectIt(`values of the first record, ${JSON.stringify(row)}`, error?.issues, where).toBeUndefined();
    });
  });

  const sorted = rowsEndpoints.filter(
    ([, { path, query }]) =>
      path.startsWith("/v1/") &&
      Object.hasOwn(query.shape, "sortOrder") &&
      !Object.hasOwn(query.shape, "sortBy"),
  );
  /** The keys by which lists are sorted; equal records have an order of their own. */
  const placeOf = ({ date, day, timeWindow, validatorShare, ...others }: Row) =>
    date ?? day ?? timeWindow ?? validatorShare ?? others;

  it("every list of v1 takes an order", () => {
    const lists = rowsEndpoints.filter(([, { path, kind }]) => path.startsWith("/v1/") && kind === "list");
    const without = lists.filter(([, { query }]) => !Object.hasOwn(query.shape, "sortOrder"));
    expect(without.map(([name]) => name)).toEqual([]);
  });

  it.each(sorted)("%s takes either order", async (_, endpoint) => {
    const placesBy = async (order: string) => {
      const rows: Row[] = [];
      for (let isWhole = false; !isWhole; ) {
        const page = sampleOf(endpoint, `sortOrder=${order}&limit=200&offset=${rows.length}`);
        const records = recordsIn(await bodyOf(fixtureOf().get(page)));
        rows.push(...records);
        isWhole = records.length < 200;
      }
      return rows.map(placeOf);
    };
    const up = await placesBy("asc");
    const what = "places of records with `sortOrder=desc`, against those of `asc` in reverse";
    expectOf(endpoint)(what, await placesBy("desc")).toEqual(up.reverse());
  });

  const paged = rowsEndpoints
    .filter(([, endpoint]) => endpoint.kind === "page" || endpoint.kind === "list")
    // Of those of a format one each, and of the others one in four by day.
    .filter(([, endpoint], place) => isDue(place, 4) || oneOfEachFormat.some(([, one]) => one === endpoint));

  describe.each(paged)("%s: paging", (_, endpoint) => {
    const expectIt = expectOf(endpoint);
    const field = Object.hasOwn(endpoint.query.shape, "size") ? "size" : "limit";
    const walks = endpoint.variants
      ? [
          Object.hasOwn(endpoint.query.shape, "granularity") ? "granularity=day" : "",
          ...Object.keys(endpoint.variants.answers).map((value) => `${endpoint.variants?.field}=${value}`),
        ]
      : Object.hasOwn(endpoint.query.shape, "granularity")
        ? ["granularity=day", "granularity=week"]
        : [""];

    it.each(thinned(walks))("%s walks to the last page, every record once", async (more) => {
      const isPage = endpoint.kind === "page";
      const pagePath = (size: number) =>
        sampleOf(endpoint, [`${field}=${size}`, more].filter(Boolean).join("&"));
      const whole = await bodyOf(fixtureOf().get(pagePath(200)));
      const first = recordsIn(whole);
      const beyond = isPage || whole.next === null ? undefined : await bodyOf(fixtureOf().get(whole.next));
      const count = isPage
        ? Number(whole.total)
        : first.length + (beyond === undefined ? 0 : recordsIn(beyond).length);
      const isSingle =
        rowsByChain.get(endpoint.chain?.id ?? "")?.single?.includes(endpoint.operation) === true;
      expectIt(
        `records of ${pagePath(200)} in the test's own rows`,
        first.length,
        "test/support/serve*.ts",
      ).toBeGreaterThan(isSingle ? 0 : 3);
      // The smallest page counts as many rows: an engine that stops reading after it would count fewer.
      if (endpoint.head !== undefined)
        expectIt(`pages of ${pagePath(1)}`, (await bodyOf(fixtureOf().get(pagePath(1)))).pages).toBe(count);
      const seen: Row[] = [];
      // Two pages show whether the order of the statement is total. The page in between is the server's work, which is the
      // same for all of a format.
      const pages = oneOfEachFormat.some(([, other]) => other === endpoint) ? 3 : 2;
      const size = Math.min(200, Math.ceil(count / pages));
      for (let path: string | null = pagePath(size); path !== null; ) {
        const body: Body = await bodyOf(fixtureOf().get(path));
        const of = `of ${path}`;
        if (isPage) expectIt(`\`total\` ${of}`, body.total).toBe(count);
        else expectIt(`\`pages\` ${of}`, body.pages).toBe(Math.ceil(count / size));
        if (!isPage)
          expectIt(`\`previous\` is null only on the first page, ${of}`, body.previous === null).toBe(
            seen.length === 0,
          );
        seen.push(...recordsIn(body));
        expectIt(`records up to the page ${of}`, seen.length).toBeLessThanOrEqual(count);
        path = body.next;
        expectIt(`\`next\` ${of} has no empty parameter`, path ?? "").not.toMatch(/=(&|$)/);
        expectIt(`\`next\` ${of}`, path ?? "").toMatch(
          isPage ? /^(\/v0\/|$)/ : /^(http:\/\/localhost\/v1\/|$)/,
        );
      }
      expectIt("records of all pages", seen.length).toBe(count);
      expectIt("first records of small pages, against one large page", seen.slice(0, first.length)).toEqual(
        first,
      );
      const different = new Set(seen.map((row) => JSON.stringify(row))).size;
      expectIt("different records of all pages", different).toBe(count);
    });
  });
}
