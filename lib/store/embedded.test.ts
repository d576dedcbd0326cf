import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { failureOf } from "../../test/support/stores.ts";
import { createLogger } from "../logger.ts";
import { createEmbeddedStore } from "./embedded.ts";
import { createServerStore } from "./server.ts";

const log = createLogger("silent");

describe("embedded store", () => {
  it("refuses work after close and lets work in flight end", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-close-"));
    const store = createEmbeddedStore({ path: folder, poolSize: 1, log });
    const running = store.text("select sleep(0.1) as slept");
    const waiting = failureOf(store.text("select 1"));
    await store.close();
    expect(await running).toBe('{"slept":0}\n');
    expect((await waiting).code).toBe("store_closed");
    expect((await failureOf(store.ping())).code).toBe("store_closed");
    rmSync(folder, { recursive: true, force: true });
  });

  it("names the process that holds the folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-held-"));
    const script = join(import.meta.dirname, "../../test/support/clickhouseFront.ts");
    const holder = spawn(process.execPath, ["--import", "tsx", script, "--path", folder], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const ended = once(holder, "exit");
    const [line] = (await once(holder.stdout, "data")) as [Buffer];
    const { url } = JSON.parse(line.toString()) as { url: string };
    const shared = createServerStore({ url, log });
    expect(await shared.rows("select 1 as a")).toEqual([{ a: 1 }]);
    await shared.close();
    expect(() => createEmbeddedStore({ path: folder, log })).toThrow(
      `is in use by process ${holder.pid}. Stop that process, or set DATA_DIR`,
    );
    holder.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
    rmSync(folder, { recursive: true, force: true });
  });

  it("keeps its rows when the folder is opened again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "store-again-"));
    const first = createEmbeddedStore({ path: folder, log });
    await first.command("create table kept (a UInt8) engine = MergeTree order by a");
    await first.insert("kept", [{ name: "a", type: "UInt8", values: Uint8Array.of(5) }]);
    await first.close();
    const second = createEmbeddedStore({ path: folder, log });
    expect(await second.rows("select a from kept")).toEqual([{ a: 5 }]);
    await second.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
