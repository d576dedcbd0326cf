import { gunzipSync } from "node:zlib";
import { parse as parseCsv } from "csv-parse/sync";
import { beforeAll, describe, expect, it } from "vitest";
import { fieldsOf, linesOf, pickFields } from "../../serve/http/jsonText.ts";
import type { ServeFixture } from "../support/serve.ts";
import { type Body, bodyOf, type Row, recordsIn, rowsByChain, rowsEndpoints, sampleOf } from "./asked.ts";

/** Successes: headers, fields, caching, paging. */
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

    it("holds the same records as NDJSON, as CSV, and by the SQL that it tells", async () => {
      const ask = (accept: string) => fixtureOf().get(sampleOf(endpoint), { accept });
      const lines = linesOf(await (await ask("application/x-ndjson")).text());
      expect(lines.map((line) => JSON.parse(line))).toEqual(recordsIn(JSON.parse(text) as Body));
      const [names, ...table] = parseCsv(await (await ask("text/csv")).text()) as string[][];
      if (lines.length > 0) expect(names).toEqual([...fieldsOf(lines[0] ?? "").keys()]);
      const shown = (json: string) => (json === "null" ? "" : json.startsWith('"') ? JSON.parse(json) : json);
      expect(table).toEqual(lines.map((line) => [...fieldsOf(line).values()].map(shown)));
      const told = await ask("application/sql");
      if (endpoint.isPrivate === true) expect(told.status).toBe(406);
      else if (told.status === 406) expect(await told.text()).toContain("private");
      else {
        const rows = linesOf(await fixtureOf().store.text(await told.text()));
        const names = Object.keys(endpoint.answer.row.shape);
        expect(rows.map((row) => pickFields(row, new Set(names)))).toEqual(lines);
        expect(told.headers.get("x-service-compute-units")).toBe("0");
      }
    });

    it("holds the fields of the record, all and in order", () => {
      const [row = {}] = recordsIn(JSON.parse(text) as Body);
      expect(Object.keys(row)).toEqual(Object.keys(endpoint.answer.row.shape));
      expect(endpoint.answer.row.strict().safeParse(row).error).toBeUndefined();
    });

    it("makes up an id when the caller's is not sane", async () => {
      const response = await fixtureOf().get(sampleOf(endpoint), { "x-request-id": "a b<script>" });
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("is not sent again to who has it: 304, free of charge", async () => {
      const etag = plain.headers.get("etag") ?? "";
      const second = await fixtureOf().get(sampleOf(endpoint), { "if-none-match": `"other", ${etag}` });
      expect(second.status).toBe(304);
      expect(await second.text()).toBe("");
      expect(second.headers.get("etag")).toBe(etag);
      expect(second.headers.get("x-service-compute-units")).toBe("0");
      expect(second.headers.get("x-service-bytes-consumed")).toBe("0");
      expect((await fixtureOf().get(sampleOf(endpoint), { "if-none-match": '"other"' })).status).toBe(200);
    });

    it("is compressed for who accepts it, and is the same then", async () => {
      const response = await fixtureOf().get(sampleOf(endpoint), { "accept-encoding": "br, gzip;q=0.5" });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isCompressed = response.headers.get("content-encoding") === "gzip";
      expect(isCompressed).toBe(text.length >= 1_024);
      expect(isCompressed ? gunzipSync(bytes).toString() : bytes.toString()).toBe(text);
      expect(response.headers.get("content-length")).toBe(String(bytes.byteLength));
      const refused = await fixtureOf().get(sampleOf(endpoint), { "accept-encoding": "gzip;q=0" });
      expect(refused.headers.get("content-encoding")).toBeNull();
    });

    it("answers HEAD like GET, without a body", async () => {
      const response = await fixtureOf().app.request(sampleOf(endpoint), {
        method: "HEAD",
        headers: { authorization: `Bearer ${fixtureOf().key}` },
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toBe("");
    });
  });

  const paged = rowsEndpoints.filter(([, endpoint]) => endpoint.kind === "page" || endpoint.kind === "list");

  describe.each(paged)("%s: paging", (_, endpoint) => {
    const sizes = Object.hasOwn(endpoint.query.shape, "size")
      ? ["size=200", "size=7"]
      : ["limit=200", "limit=7"];
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
      const ask = (size: string) => sampleOf(endpoint, [size, more].filter(Boolean).join("&"));
      const whole = await bodyOf(fixtureOf().get(ask(sizes[0] ?? "")));
      const first = recordsIn(whole);
      const beyond = isPage || whole.next === null ? undefined : await bodyOf(fixtureOf().get(whole.next));
      const count = isPage
        ? Number(whole.total)
        : first.length + (beyond === undefined ? 0 : recordsIn(beyond).length);
      const isSingle =
        rowsByChain.get(endpoint.chain?.id ?? "")?.single?.includes(endpoint.operation) === true;
      expect(first.length).toBeGreaterThan(isSingle ? 0 : 3);
      const seen: Row[] = [];
      for (let path: string | null = ask(sizes[1] ?? ""); path !== null; ) {
        const body: Body = await bodyOf(fixtureOf().get(path));
        if (isPage) expect(body.total).toBe(count);
        else expect(body.pages).toBe(Math.ceil(count / 7));
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
