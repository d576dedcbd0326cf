import { beforeAll, describe, expect, it } from "vitest";
import { endpoints } from "../../serve/endpoints.ts";
import { linesOf, pickFields } from "../../serve/http/jsonText.ts";
import { openApiDocument } from "../../serve/http/openapi.ts";
import type { ServeFixture } from "../support/serve.ts";
import { type Body, bodyOf, type Row, recordsIn, rowsByChain, rowsEndpoints, sampleOf } from "./asked.ts";

const documented = openApiDocument(endpoints);

/** Successes: headers, fields, paging. What HTTP makes of them: formats.ts. */
export function describeAnswers(fixtureOf: () => ServeFixture): void {
  describe.each(rowsEndpoints)("%s: 200", (_, endpoint) => {
    // A statement costs tens of milliseconds: what several tests look at is asked for once.
    let plain: Response;
    let text: string;
    beforeAll(async () => {
      plain = await fixtureOf().get(sampleOf(endpoint), { "x-request-id": "my-id.1" });
      text = await plain.text();
    });

    it("carries the metering headers, an id and its freshness", () => {
      const { status, headers } = plain;
      expect(status).toBe(200);
      expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(headers.get("x-request-id")).toBe("my-id.1");
      expect(headers.get("x-service-bytes-consumed")).toBe(String(Buffer.byteLength(text)));
      const rows = recordsIn(JSON.parse(text) as Body);
      const units = Buffer.byteLength(text) / endpoint.weight.bytes + rows.length * endpoint.weight.row;
      expect(headers.get("x-service-compute-units")).toBe(endpoint.beta ? "0" : String(Math.ceil(units)));
      expect(headers.get("cache-control")).toBe(
        endpoint.isPrivate ? "private, no-cache" : "private, max-age=60",
      );
      expect(headers.get("vary")).toContain("Authorization");
    });

    it("holds the same records by the SQL that it tells", async () => {
      const told = await fixtureOf().get(sampleOf(endpoint), { accept: "application/sql" });
      const isDeclared = documented.paths?.[endpoint.path]?.[endpoint.method]?.responses?.[406] === undefined;
      expect(told.status).toBe(isDeclared ? 200 : 406);
      if (endpoint.isPrivate === true) expect(told.status).toBe(406);
      else if (told.status === 406) expect(await told.text()).toContain("private");
      else {
        const names = new Set(Object.keys(endpoint.answer.row.shape));
        const rows = linesOf(await fixtureOf().store.text(await told.text()));
        const records = rows.map((row) => JSON.parse(pickFields(row, names)) as Row);
        expect(records).toEqual(recordsIn(JSON.parse(text) as Body));
        expect(told.headers.get("x-service-compute-units")).toBe("0");
      }
    });

    it("holds the fields of the record, all and in order", () => {
      const [row = {}] = recordsIn(JSON.parse(text) as Body);
      expect(Object.keys(row)).toEqual(Object.keys(endpoint.answer.row.shape));
      expect(endpoint.answer.row.strict().safeParse(row).error).toBeUndefined();
    });
  });

  const paged = rowsEndpoints.filter(([, endpoint]) => endpoint.kind === "page" || endpoint.kind === "list");

  describe.each(paged)("%s: paging", (_, endpoint) => {
    const field = Object.hasOwn(endpoint.query.shape, "size") ? "size" : "limit";
    const walks = endpoint.variants
      ? [
          Object.hasOwn(endpoint.query.shape, "granularity") ? "granularity=day" : "",
          ...Object.keys(endpoint.variants.answers).map((value) => `${endpoint.variants?.field}=${value}`),
        ]
      : Object.hasOwn(endpoint.query.shape, "granularity")
        ? ["granularity=day", "granularity=week"]
        : [""];

    it.each(walks)("%s walks to the last page, every record once", async (more) => {
      const isPage = endpoint.kind === "page";
      const ask = (size: number) => sampleOf(endpoint, [`${field}=${size}`, more].filter(Boolean).join("&"));
      const whole = await bodyOf(fixtureOf().get(ask(200)));
      const first = recordsIn(whole);
      const beyond = isPage || whole.next === null ? undefined : await bodyOf(fixtureOf().get(whole.next));
      const count = isPage
        ? Number(whole.total)
        : first.length + (beyond === undefined ? 0 : recordsIn(beyond).length);
      const isSingle =
        rowsByChain.get(endpoint.chain?.id ?? "")?.single?.includes(endpoint.operation) === true;
      expect(first.length).toBeGreaterThan(isSingle ? 0 : 3);
      // The smallest page tells as many: an engine that stops reading behind it would count less.
      if (endpoint.head !== undefined) expect((await bodyOf(fixtureOf().get(ask(1)))).pages).toBe(count);
      const seen: Row[] = [];
      // Pages of records are three: the first, one between, and the last, mostly a shorter one.
      const size = Math.min(200, Math.ceil(count / 3));
      for (let path: string | null = ask(size); path !== null; ) {
        const body: Body = await bodyOf(fixtureOf().get(path));
        if (isPage) expect(body.total).toBe(count);
        else expect(body.pages).toBe(Math.ceil(count / size));
        if (!isPage) expect(body.previous === null).toBe(seen.length === 0);
        seen.push(...recordsIn(body));
        expect(seen.length).toBeLessThanOrEqual(count);
        path = body.next;
        expect(path ?? "").not.toMatch(/=(&|$)/);
        expect(path ?? "").toMatch(isPage ? /^(\/v0\/|$)/ : /^(http:\/\/localhost\/v1\/|$)/);
      }
      expect(seen).toHaveLength(count);
      expect(seen.slice(0, first.length)).toEqual(first);
      expect(new Set(seen.map((row) => JSON.stringify(row))).size).toBe(count);
    });
  });
}
