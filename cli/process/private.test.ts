/** Only the same user can access the data folder's content and the local socket. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import { callControl, serveControl } from "./control.ts";
import { takeLock } from "./lock.ts";

const root = mkdtempSync(join(tmpdir(), "private-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it("the data folder is its owner's, a new one as one that stood open", () => {
  for (const name of ["new/deep", "open"]) {
    const folder = join(root, name);
    if (name === "open") {
      mkdirSync(folder);
      chmodSync(folder, 0o777);
    }
    const taken = takeLock(folder, "start");
    expect(modeOf(folder)).toBe("700");
    if ("lock" in taken) taken.lock.release();
  }
});

it.each(["short", "x".repeat(120)])(
  "the socket is its owner's, in a folder that is, too: %s",
  async (name) => {
    const taken = takeLock(join(root, name), "start");
    if (!("lock" in taken)) throw new Error("taken");
    const { socket } = taken.lock.holder;
    const served = await serveControl(socket, { keys: async () => "done" }, createLogger("silent"));
    expect([modeOf(dirname(socket)), modeOf(socket)]).toEqual(["700", "600"]);
    expect(await callControl(socket, "keys", {})).toBe("done");
    await served.close();
    expect([existsSync(socket), existsSync(dirname(socket))]).toEqual([false, name === "short"]);
    taken.lock.release();
  },
);
