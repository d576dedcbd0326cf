/**
 * Streamed answers of the embedded engine, in any of its formats, whole or not at all.
 *
 * chDB's own streaming makes a document of each block (measured with 3.4.0): every piece of CSV has a header, every piece
 * of Parquet a footer. `into outfile` makes one, the same bytes as without streaming. So the engine writes into a named
 * pipe and waits for a slow reader; neither side keeps more than a few megabytes. Statements that may only read can do
 * so, too: the engine lets statements with `readonly` write their outfile.
 */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { closeSync, constants, mkdirSync, openSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { Socket } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { StoreError } from "../errors.ts";
import { cancelled } from "./limits.ts";

/** An answer up to this size keeps no statement waiting for its reader. */
const readAheadBytes = 8 * 1024 * 1024;

const run = promisify(execFile);
const literal = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** The name of a format for the statement. @throws StoreError `bad_format` */
export function checkFormat(format: string): string {
  if (/^[A-Za-z0-9]{1,64}$/.test(format)) return format;
  throw new StoreError("A format is a name such as CSVWithNames", { code: "bad_format" });
}

export type Outfiles = {
  /**
   * The output of a statement.
   * @param write runs the statement with the given end, until `left` is aborted; it may do that itself
   * @param signal aborted when the caller has gone
   */
  read(
    format: string,
    write: (clause: string, left: AbortController) => Promise<unknown>,
    signal?: AbortSignal,
  ): AsyncGenerator<Uint8Array, void, undefined>;
  close(): void;
};

/** @param folder for the pipes, emptied; they are used again, because making one takes a process */
export function createOutfiles(folder: string): Outfiles {
  const idle: string[] = [];
  let isThere = false;

  async function take(): Promise<string> {
    const used = idle.pop();
    if (used !== undefined) return used;
    if (!isThere) {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder, { recursive: true });
      isThere = true;
    }
    const path = join(folder, `${randomUUID()}.pipe`);
    await run("mkfifo", ["-m", "600", path]);
    return path;
  }

  async function* read(
    format: string,
    write: (clause: string, left: AbortController) => Promise<unknown>,
    signal?: AbortSignal,
  ) {
    const clause = (path: string) => `\ninto outfile ${literal(path)} append format ${checkFormat(format)}`;
    if (signal?.aborted === true) throw cancelled(signal.reason);
    const path = await take();
    const left = new AbortController();
    const reader = new Socket({
      fd: openSync(path, constants.O_RDONLY | constants.O_NONBLOCK),
      readable: true,
      writable: false,
      readableHighWaterMark: readAheadBytes,
    } as ConstructorParameters<typeof Socket>[0]);
    // Without a writer a pipe is at its end, so one stays until the statement's own has come and gone.
    const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    let isWhole = false;
    const written = write(clause(path), left)
      .then(() => {
        isWhole = true;
      })
      .finally(() => closeSync(writer));
    written.catch(() => undefined);
    const closed = new Promise((resolve) => reader.once("close", resolve));
    reader.on("error", () => undefined);
    const leave = () => left.abort(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    // A statement that waits for its reader looks at nothing else.
    left.signal.addEventListener("abort", () => reader.destroy(), { once: true });
    try {
      let failure: unknown;
      try {
        for await (const chunk of reader) yield chunk as Uint8Array;
      } catch (error) {
        failure = error;
      }
      await written;
      if (failure !== undefined) throw failure;
    } finally {
      signal?.removeEventListener("abort", leave);
      leave();
      await written.catch(() => undefined);
      await closed;
      if (isWhole) idle.push(path);
      else await rm(path, { force: true });
    }
  }

  return {
    read,
    close: () => {
      idle.length = 0;
      if (isThere) rmSync(folder, { recursive: true, force: true });
    },
  };
}
