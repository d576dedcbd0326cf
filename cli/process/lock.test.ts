import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Running, startProcess } from "../../test/support/cli.ts";
import { takeFileLock, takeLock } from "./lock.ts";

const folder = mkdtempSync(join(tmpdir(), "lock-"));
const file = join(folder, "process.json");
const running: Running[] = [];

afterAll(async () => {
  for (const one of running) await one.stop("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Writes the lock file of a process that crashed. */
function leave(pid: number | undefined): void {
  const text = JSON.stringify({ pid, verb: "start", startedAt: "2026-01-01T00:00:00.000Z", socket: "gone" });
  writeFileSync(file, `${text}\n`);
}

function takeAndRelease(): void {
  const taken = takeLock(folder, "start");
  if (!("lock" in taken)) throw new Error(`held by ${taken.holder.pid}`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(taken.lock.holder);
  taken.lock.release();
  expect(existsSync(file)).toBe(false);
}

/** A process that takes the folder and stays. */
async function holdElsewhere(): Promise<Running> {
  const script =
    'import { takeLock } from "./cli/process/lock.ts"; takeLock(process.argv[1], "start"); console.log("has it"); setInterval(() => {}, 1e6);';
  const args = ["--import", "tsx", "--input-type=module", "-e", script, folder];
  const one = startProcess(process.execPath, args, {}, join(import.meta.dirname, "../.."));
  running.push(one);
  await one.seen("has it");
  return one;
}

describe("the lock of a folder", () => {
  it("of a dead process whose number is now this process's own is taken over, as in a container", () => {
    leave(process.pid);
    takeAndRelease();
  });

  it("of a dead process whose number another live process has is taken over", () => {
    leave(process.ppid);
    takeAndRelease();
  });

  it("that was cut off while it was written is taken over", () => {
    writeFileSync(file, '{"pid":1,');
    takeAndRelease();
    writeFileSync(file, "");
    takeAndRelease();
  });

  it("is held by a live process, named, until it is killed", async () => {
    const other = await holdElsewhere();
    const taken = takeLock(folder, "keys");
    expect(taken).toMatchObject({ holder: { pid: other.child.pid, verb: "start" } });
    // The process number proves nothing: process 1 exists in every container.
    leave(2 ** 22 + 1);
    expect(takeLock(folder, "keys")).toMatchObject({ holder: { pid: 2 ** 22 + 1 } });
    await other.stop("SIGKILL");
    expect(existsSync(file)).toBe(true);
    takeAndRelease();
  });

  it("is one in this process, too", () => {
    const first = takeLock(folder, "start");
    expect(takeLock(folder, "keys")).toMatchObject({ holder: { pid: process.pid, verb: "start" } });
    if ("lock" in first) first.lock.release();
    takeAndRelease();
  });
});

describe("the lock of a recording", () => {
  it("of a dead process of the same number is taken over, and a live one is named", () => {
    const path = join(folder, "march.ndjson.zst");
    writeFileSync(
      `${path}.lock`,
      JSON.stringify({ pid: process.pid, startedAt: "2026-01-01T00:00:00.000Z" }),
    );
    const release = takeFileLock(path, "--out");
    expect(() => takeFileLock(path, "--out")).toThrow(`process ${process.pid} has been writing ${path}`);
    release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});
