import { gunzipSync } from "node:zlib";
import { parse as parseCsv } from "csv-parse/sync";
import { beforeAll, describe, it } from "vitest";
import type { RowsEndpoint } from "../../serve/endpoint.ts";
import { fieldsOf, linesOf } from "../../serve/http/jsonText.ts";
import type { ServeFixture } from "../support/serve.ts";
import { expectOf } from "./about.ts";
import { type Body, recordsIn, sampleOf } from "./samples.ts";

/** An answer over HTTP: formats, caching, compression, ids, networks by either header. */
export function describeFormats(
  fixtureOf: () => ServeFixture,
  formatEndpoints: readonly (readonly [name: string, endpoint: RowsEndpoint])[],
): void {
  describe.each(formatEndpoints)("%s: formats", (_, endpoint) => {
    // Differences between formats are the server's, not the declaration's.
    const expectIt = <Value>(what: string, value: Value) => expectOf(endpoint)(what, value, "serve/http/");
    // A statement takes tens of milliseconds: an answer that several tests check is requested once.
    let plain: Response;
    let text: string;
    beforeAll(async () => {
      plain = await fixtureOf().get(sampleOf(endpoint));
      text = await plain.text();
    });

    it("holds the same records as NDJSON and as CSV", async () => {
      const getAs = (accept: string) => fixtureOf().get(sampleOf(endpoint), { accept });
      const lines = linesOf(await (await getAs("application/x-ndjson")).text());
      const records = recordsIn(JSON.parse(text) as Body);
      expectIt(
        "records as NDJSON, against JSON",
        lines.map((line) => JSON.parse(line)),
      ).toEqual(records);
      const [names, ...table] = parseCsv(await (await getAs("text/csv")).text()) as string[][];
      if (lines.length > 0) expectIt("head of the CSV", names).toEqual([...fieldsOf(lines[0] ?? "").keys()]);
      const shown = (json: string) => (json === "null" ? "" : json.startsWith('"') ? JSON.parse(json) : json);
      expectIt("rows of the CSV, against NDJSON", table).toEqual(
        lines.map((line) => [...fieldsOf(line).values()].map(shown)),
      );
    });

    it("generates an id when the caller's is invalid", async () => {
      const response = await fixtureOf().get(sampleOf(endpoint), { "x-request-id": "a b<script>" });
      expectIt("header `x-request-id`", response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    });

    it("is not sent again to a client that has it: 304, free of charge", async () => {
      const etag = plain.headers.get("etag") ?? "";
      const second = await fixtureOf().get(sampleOf(endpoint), { "if-none-match": `"other", ${etag}` });
      const header = (name: string) => expectIt(`header \`${name}\` of 304`, second.headers.get(name));
      expectIt(`status for \`if-none-match: ${etag}\``, second.status).toBe(304);
      expectIt("body of 304", await second.text()).toBe("");
      header("etag").toBe(etag);
      header("x-service-compute-units").toBe("0");
      header("x-service-bytes-consumed").toBe("0");
      const other = await fixtureOf().get(sampleOf(endpoint), { "if-none-match": '"other"' });
      expectIt("status for another `if-none-match`", other.status).toBe(200);
    });

    it("is compressed for clients that accept it, with the same content", async () => {
      const response = await fixtureOf().get(sampleOf(endpoint), { "accept-encoding": "br, gzip;q=0.5" });
      const bytes = Buffer.from(await response.arrayBuffer());
      const isCompressed = response.headers.get("content-encoding") === "gzip";
      expectIt(`compression of ${text.length} characters`, isCompressed).toBe(text.length >= 1_024);
      const body = isCompressed ? gunzipSync(bytes).toString() : bytes.toString();
      expectIt("body, decompressed", body).toBe(text);
      const length = response.headers.get("content-length");
      expectIt("header `content-length`", length).toBe(String(bytes.byteLength));
      const refused = await fixtureOf().get(sampleOf(endpoint), { "accept-encoding": "gzip;q=0" });
      const encoding = refused.headers.get("content-encoding");
      expectIt("header `content-encoding` for `gzip;q=0`", encoding).toBeNull();
    });

    it("answers HEAD like GET, without a body", async () => {
      const response = await fixtureOf().app.request(sampleOf(endpoint), {
        method: "HEAD",
        headers: { authorization: `Bearer ${fixtureOf().key}` },
      });
      expectIt("status of HEAD", response.status).toBe(200);
      expectIt("body of HEAD", await response.text()).toBe("");
    });

    const { chain } = endpoint;
    if (chain !== undefined)
      it("answers for the network that either header names", async () => {
        for (const header of ["x-service-network", "x-rated-network"]) {
          const response = await fixtureOf().get(sampleOf(endpoint), { [header]: chain.mainNetwork });
          expectIt(`status for \`${header}: ${chain.mainNetwork}\``, response.status).toBe(200);
        }
      });
  });
}
