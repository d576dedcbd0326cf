import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ClickhouseFront, diskFull, startClickhouseFront } from "../../test/support/clickhouseFront.ts";
import { failureOf } from "../../test/support/stores.ts";
import { createLogger } from "../logger.ts";
import { createServerStore } from "./server.ts";
import type { Store } from "./store.ts";

const log = createLogger("silent");

describe("server store when the server fails", () => {
  const folder = mkdtempSync(join(tmpdir(), "store-faults-"));
  const one = [{ name: "a", type: "UInt8", values: Uint8Array.of(1) }];
  let front: ClickhouseFront;
  let store: Store;

  beforeAll(async () => {
    front = await startClickhouseFront({ path: folder });
    store = createServerStore({ url: front.url, requestTimeoutMs: 1_000, log });
    await store.command("create table t (a UInt8) engine = MergeTree order by a");
  });
  afterAll(async () => {
    await store.close();
    await front.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it.each([
    ["refused", { refuse: true }, "econnreset"],
    ["503 from a proxy", { status: 503 }, "network_error"],
    ["reset in the middle", { resetAfterBytes: 3 }, "econnreset"],
    ["silence", { delayMs: 3_000 }, "network_error"],
  ])("calls it retryable: %s", async (_, fault, code) => {
    front.setFaults({ ...fault, times: 1 });
    const error = await failureOf(store.text("select number from numbers(100)"));
    expect([error.code, error.retryable]).toEqual([code, true]);
    expect(await store.text("select 1 as a")).toBe('{"a":1}\n');
  });

  it.each([
    ["full disk", diskFull, "not_enough_space"],
    ["too many parts", { failInserts: { table: "t", code: 252, type: "TOO_MANY_PARTS" } }, "too_many_parts"],
  ])("calls an insert retryable: %s", async (_, fault, code) => {
    front.setFaults({ ...fault, times: 1 });
    const error = await failureOf(store.insert("t", one));
    expect([error.code, error.retryable]).toEqual([code, true]);
  });

  it("reports a server that is gone", async () => {
    const gone = createServerStore({ url: "http://127.0.0.1:9", log });
    const error = await failureOf(gone.ping());
    expect([error.code, error.retryable]).toEqual(["econnrefused", true]);
    await gone.close();
  });
});

describe("a server of a cluster", () => {
  /** Settings of each request, as a server hears them. */
  async function settingsHeard(isReplicated: boolean, refusals = 0): Promise<Record<string, string>[]> {
    const heard: Record<string, string>[] = [];
    const server = createServer((request, response) => {
      request.resume().on("end", () => {
        heard.push(Object.fromEntries(new URL(request.url ?? "", "http://localhost").searchParams));
        if (heard.length > refusals) return response.end();
        response.writeHead(500, { "x-clickhouse-exception-code": "286" });
        const type = "UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE";
        return response.end(
          `Code: 286. DB::Exception: Quorum for previous write has not been satisfied (${type})\n`,
        );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
    const { port } = server.address() as AddressInfo;
    const store = createServerStore({ url: `http://127.0.0.1:${port}`, isReplicated, log });
    try {
      await store.insert("t", [{ name: "a", type: "UInt8", values: Uint8Array.of(1) }]);
      await store.rows("select a from t");
    } finally {
      await store.close();
      server.close();
    }
    return heard;
  }

  it("gets settings for reads that see acknowledged writes, and no other server does", async () => {
    const consistent = {
      insert_quorum: "auto",
      insert_quorum_parallel: "0",
      select_sequential_consistency: "1",
    };
    const [insert, select] = await settingsHeard(true);
    expect(insert).toMatchObject(consistent);
    expect(select).toMatchObject(consistent);
    for (const settings of await settingsHeard(false))
      for (const name of Object.keys(consistent)) expect(settings).not.toHaveProperty(name);
  });

  it("takes inserts of several workers one after the other: an early one retries", async () => {
    expect(await settingsHeard(true, 4)).toHaveLength(6);
    await expect(settingsHeard(false, 1)).rejects.toMatchObject({
      code: "unsatisfied_quorum_for_previous_write",
      retryable: true,
    });
  });
});
