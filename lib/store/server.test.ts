import { mkdtempSync, rmSync } from "node:fs";
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
