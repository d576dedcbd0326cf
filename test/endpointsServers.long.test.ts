/**
 * Every operation over ClickHouse's protocol: the same answers, byte for byte, as from the engine in the process with the
 * same rows. The server binds values there, and answers arrive whole or streamed.
 * Fast counterpart: test/endpoints.test.ts, lib/store/server.test.ts
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLogger } from "../lib/logger.ts";
import { migrate } from "../lib/sql/migrate.ts";
import { createEmbeddedStore } from "../lib/store/embedded.ts";
import { createServerStore } from "../lib/store/server.ts";
import type { Store } from "../lib/store/store.ts";
import { casesOf, customEndpoints, rowsByChain, rowsEndpoints, sampleOf } from "./endpoints/samples.ts";
import { type ClickhouseFront, startClickhouseFront } from "./support/clickhouseFront.ts";
import { type ServeFixture, serveStore } from "./support/serve.ts";
import { smallTables } from "./support/smallTables.ts";

const folder = mkdtempSync(join(tmpdir(), "endpoints-servers-"));
const log = createLogger("silent");

let front: ClickhouseFront;
let stores: Store[];
let embedded: ServeFixture;
let server: ServeFixture;

beforeAll(async () => {
  const inProcess = createEmbeddedStore({ path: folder, settings: smallTables, log });
  await migrate(inProcess, { log });
  front = await startClickhouseFront({ path: folder });
  const overHttp = createServerStore({ url: front.url, log });
  stores = [inProcess, overHttp];
  const options = { factsTtlMs: 600_000 };
  embedded = await serveStore(inProcess, options);
  server = await serveStore(overHttp, options);
  for (const rows of rowsByChain.values()) await rows.insert(inProcess);
});
afterAll(async () => {
  await embedded.close();
  await server.close();
  for (const store of stores) await store.close();
  await front.close();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(rowsEndpoints)("%s", (_, endpoint) => {
  it.each(casesOf(endpoint))("%s", async (_file, _answer, more) => {
    for (const accept of ["application/json", "text/csv"]) {
      const request = [sampleOf(endpoint, more), { accept }] as const;
      const [one, other] = [await embedded.get(...request), await server.get(...request)];
      expect([other.status, await other.text()]).toEqual([one.status, await one.text()]);
      expect(one.status).toBe(200);
    }
  });
});

it.each(customEndpoints.filter(([, { method }]) => method === "get"))("%s", async (_, endpoint) => {
  const path = sampleOf(endpoint);
  expect((await server.get(path)).status).toBe((await embedded.get(path)).status);
});
