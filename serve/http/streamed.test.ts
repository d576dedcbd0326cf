import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { type Http2Bindings, type HttpBindings, type ServerType, serve } from "@hono/node-server";
import { parse as parseCsv } from "csv-parse/sync";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openServeFixture, type ServeFixture } from "../../test/support/serve.ts";
import { insertNetwork, insertValidators } from "../../test/support/serveEth.ts";
import { trailerOf } from "./formats.ts";
import { linesOf } from "./jsonText.ts";
import { breakConnection } from "./over.ts";
import { respondStreamed } from "./streamed.ts";

describe("a list in lines", () => {
  const validators = 3_000;
  let fixture: ServeFixture;
  beforeAll(async () => {
    fixture = await openServeFixture({ family: "eth" });
    await insertNetwork(fixture.store);
    await insertValidators(fixture.store, validators);
  });
  afterAll(() => fixture.close());

  const path = "/v0/eth/validators";
  const errorsOf = async (response: Response) => {
    expect(response.status).toBe(400);
    return ((await response.json()) as { detail: { loc: string[]; msg: string }[] }).detail;
  };

  it("may be longer than a page, and is the same as its pages", async () => {
    const response = await fixture.get(`${path}?size=${validators + 5}`, { accept: "application/x-ndjson" });
    expect(response.status).toBe(200);
    const lines = linesOf(await response.text());
    expect(lines).toHaveLength(validators);
    const paged: unknown[] = [];
    for (let next: string | null = `${path}?size=200`; next !== null; ) {
      const page: { data: unknown[]; next: string | null } = await fixture.fetchBody(next);
      paged.push(...page.data);
      next = page.next;
    }
    expect(lines.map((line) => JSON.parse(line))).toEqual(paged);
    const table = await (await fixture.get(`${path}?size=2999`, { accept: "text/csv" })).text();
    expect(parseCsv(table, { columns: true })).toHaveLength(2_999);
  });

  it("has no header that depends on its last record", async () => {
    const { headers } = await fixture.get(path, { accept: "text/csv" });
    const named = ["etag", "content-length", "x-service-compute-units", "x-service-bytes-consumed"];
    expect(named.filter((name) => headers.has(name))).toEqual([]);
    expect(headers.get("cache-control")).toBe("private, max-age=60");
  });

  it("has a limit of its own, and a page keeps its", async () => {
    const [long] = await errorsOf(await fixture.get(`${path}?size=100001`, { accept: "text/csv" }));
    expect(long).toMatchObject({ loc: ["query", "size"], msg: expect.stringContaining("100000") });
    const [page] = await errorsOf(await fixture.get(`${path}?size=201`));
    expect(page).toMatchObject({ loc: ["query", "size"], msg: expect.stringContaining("200") });
    const [text] = await errorsOf(await fixture.get(`${path}?size=1e3`, { accept: "text/csv" }));
    expect(text?.loc).toEqual(["query", "size"]);
  });

  it("says what fails before its first line as any answer does", async () => {
    const response = await fixture.get("/v0/eth/validators/999999/effectiveness", { accept: "text/csv" });
    expect(response.status).toBe(404);
  });
});

describe("sending lines", () => {
  const servers: ServerType[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) {
      server.close();
      await once(server, "close");
    }
  });

  type Delivered = { bytes: number; hasEnded: boolean };
  /** A server of what the generator makes. @param bytesMost allowance of its reader */
  async function serving(
    make: () => AsyncGenerator<string, void, undefined>,
    bytesMost = Number.POSITIVE_INFINITY,
  ): Promise<[string, Delivered]> {
    const delivered: Delivered = { bytes: 0, hasEnded: false };
    async function* lines() {
      try {
        yield* make();
      } finally {
        delivered.hasEnded = true;
      }
    }
    const charge = async (bytes: number) => {
      delivered.bytes += bytes;
      return delivered.bytes >= bytesMost ? "the allowance is spent" : undefined;
    };
    const trailer = (why: string) => trailerOf("csv", why);
    const fetch = (request: Request, env: HttpBindings | Http2Bindings) =>
      respondStreamed(
        request,
        { lines: lines(), rows: () => 0 },
        { contentType: "text/csv", maxAgeS: 60, charge, trailer, breakOff: () => breakConnection({ env }) },
      );
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" });
    servers.push(server);
    await once(server, "listening");
    return [`http://127.0.0.1:${(server.address() as AddressInfo).port}`, delivered];
  }

  const line = `${"x".repeat(99)}\n`;
  const piece = line.repeat(1_000);

  it("sends all of them, compressed for who accepts it, and counts what was sent", async () => {
    const [url, delivered] = await serving(async function* () {
      for (let count = 0; count < 50; count++) yield piece;
    });
    const response = await fetch(url, { headers: { "accept-encoding": "identity" } });
    expect(await response.text()).toBe(piece.repeat(50));
    await expect.poll(() => delivered).toEqual({ bytes: 50 * piece.length, hasEnded: true });
    const [again] = await serving(async function* () {
      yield piece;
    });
    const { get } = await import("node:http");
    const [zipped] = await once(get(again, { headers: { "accept-encoding": "gzip" } }), "response");
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    const chunks: Buffer[] = [];
    for await (const chunk of zipped) chunks.push(chunk as Buffer);
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe(piece);
  });

  it.each(["identity", "gzip"])(
    "breaks off where it fails, so that a part isn't taken for the whole (%s)",
    async (coding) => {
      const [url, delivered] = await serving(async function* () {
        for (let count = 0; count < 20; count++) yield piece;
        throw new Error("the engine failed");
      });
      const response = await fetch(url, { headers: { "accept-encoding": coding } });
      expect(response.status).toBe(200);
      await expect(response.text()).rejects.toThrow();
      await expect.poll(() => delivered).toEqual({ bytes: 20 * piece.length, hasEnded: true });
    },
  );

  it("ends where the allowance of its reader does, and says so in its last line", async () => {
    const [url, delivered] = await serving(async function* () {
      for (;;) yield piece;
    }, 3 * piece.length);
    const text = await (await fetch(url, { headers: { "accept-encoding": "identity" } })).text();
    expect(text).toBe(`${piece.repeat(3)}# incomplete: the allowance is spent\r\n`);
    await expect.poll(() => delivered).toEqual({ bytes: 3 * piece.length, hasEnded: true });
  });

  it("stops when its reader leaves", async () => {
    const [url, delivered] = await serving(async function* () {
      for (;;) yield piece;
    });
    const controller = new AbortController();
    const { body } = await fetch(url, { signal: controller.signal });
    await body?.getReader().read();
    controller.abort();
    await expect.poll(() => delivered.hasEnded).toBe(true);
    expect(delivered.bytes).toBeGreaterThan(0);
  });

  it("answers HEAD with headers alone, and begins nothing that it doesn't end", async () => {
    const [url, delivered] = await serving(async function* () {
      for (;;) yield piece;
    });
    const { status, headers } = await fetch(url, { method: "HEAD" });
    expect([status, headers.get("content-type")]).toEqual([200, "text/csv"]);
    await expect.poll(() => delivered).toEqual({ bytes: 0, hasEnded: true });
  });
});
