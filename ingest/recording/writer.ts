/** Writes a recording: exchanges as they end, in blocks that are whole or missing, even if the process is killed. */
import { type FileHandle, open, stat, truncate } from "node:fs/promises";
import { ConfigError, errorMessage } from "../../lib/errors.ts";
import { loadZstd, type Zstd } from "../../lib/zstd.ts";
import { createBodyEncoder } from "./body.ts";
import {
  type BlockIndex,
  countFields,
  descriptionKey,
  type ExchangeHead,
  encodeIndex,
  endKey,
  type RecordingDescription,
  requestKey,
} from "./format.ts";
import { openRecording, type Recording } from "./reader.ts";

/** Small lines share a frame of about this size: alone they would hardly compress. */
const blockBytes = 262_144;
/** A longer line is compressed in parts of this size, so that memory holds no more of it. */
const partLetters = 1_048_576;
/** Longest time that a line waits for others. */
const flushMs = 1_000;

/** One answer on its way into the file. Forgotten without `end`. */
export type ExchangeWriter = {
  push(piece: Uint8Array): void;
  /** Resolves when the exchange is written, or waits in memory for at most a second. */
  end(): Promise<void>;
};

export type RecordingStats = { requests: number; bytes: number; bytesCompressed: number };

export type RecordingWriter = {
  begin(head: ExchangeHead): ExchangeWriter;
  /** Of what this process wrote. */
  stats(): RecordingStats;
  /** Rejects when the file can't be written; never resolves. */
  failed: Promise<never>;
  /** Marks the recording as complete. */
  finish(): Promise<void>;
  /** Writes what waits and closes the file. */
  close(): Promise<void>;
};

type LineWriter = RecordingWriter & { writeLine(key: string, value: unknown): Promise<void> };

function createWriter(file: FileHandle, zstd: Zstd, startBytes: number): LineWriter {
  const stats: RecordingStats = { requests: 0, bytes: 0, bytesCompressed: 0 };
  let position = startBytes;
  let writing: Promise<void> = Promise.resolve();
  let waiting: { key: string; status: number; line: Buffer }[] = [];
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failed.catch(() => undefined);

  /** One write call a block; they are never mixed. */
  function append(lines: BlockIndex["lines"], frames: readonly Uint8Array[], bytes: number): Promise<void> {
    const index = encodeIndex({ frames: frames.map(({ length }) => length), lines });
    const block = Buffer.concat([index, ...frames]);
    stats.bytes += bytes;
    stats.bytesCompressed += block.length;
    writing = writing.then(async () => {
      for (let written = 0; written < block.length; )
        written += (await file.write(block, written, block.length - written, position + written))
          .bytesWritten;
      position += block.length;
    });
    writing.catch(fail);
    return writing;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (waiting.length === 0) return writing;
    let offset = 0;
    const lines = waiting.map(({ key, status, line }): BlockIndex["lines"][number] => {
      offset += line.length;
      return [key, offset - line.length, status];
    });
    const frame = zstd.compress(Buffer.concat(waiting.map(({ line }) => line)));
    waiting = [];
    waitingBytes = 0;
    return append(lines, [frame], offset);
  }

  async function add(key: string, status: number, text: string): Promise<void> {
    const line = Buffer.from(text);
    waiting.push({ key, status, line });
    waitingBytes += line.length;
    if (waitingBytes >= blockBytes) await flush();
    else timer ??= setTimeout(() => void flush().catch(() => undefined), flushMs);
  }

  /** A line that is no exchange, safe on disk when it resolves. */
  async function writeLine(key: string, value: unknown): Promise<void> {
    await add(key, 0, `${JSON.stringify({ [key]: value })}\n`);
    await flush();
    await file.sync();
  }

  function begin(head: ExchangeHead): ExchangeWriter {
    const encoder = createBodyEncoder(head.headers["content-type"]);
    const frames: Uint8Array[] = [];
    let bytes = 0;
    let text = `${JSON.stringify(head).slice(0, -1)},"${encoder.field}":"`;
    const compressPart = () => {
      const part = Buffer.from(text);
      bytes += part.length;
      frames.push(zstd.compress(part));
      text = "";
    };
    return {
      push: (piece) => {
        text += encoder.push(piece);
        if (text.length >= partLetters) compressPart();
      },
      end: async () => {
        text += `${encoder.end()}"}\n`;
        stats.requests += 1;
        if (frames.length === 0) return await add(requestKey(head), head.status, text);
        compressPart();
        await append([[requestKey(head), 0, head.status]], frames, bytes);
      },
    };
  }

  return {
    begin,
    stats: () => ({ ...stats }),
    failed,
    writeLine,
    finish: () => writeLine(endKey, { at: new Date().toISOString() }),
    close: async () => {
      try {
        await flush();
      } finally {
        await file.close();
      }
    },
  };
}

/** Fields that must be the same for a recording to be continued. */
const identity = ["chain", "network", "from", "to", ...Object.values(countFields)] as const;

function describe({ chain, network, unit, from, to, ...counts }: RecordingDescription): string {
  const addresses = Object.values(countFields)
    .map((field) => counts[field])
    .join(" + ");
  return `${unit}s ${from} to ${to} of ${chain}/${network} from ${addresses} node addresses`;
}

/** The recording in the file; a file that ends before its first line has none. */
async function openExisting(path: string, wanted: RecordingDescription): Promise<Recording | undefined> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size === 0) return undefined;
  const existing = await openRecording(path);
  if (existing === undefined) return undefined;
  if (identity.every((field) => existing.description[field] === wanted[field])) return existing;
  await existing.close();
  throw new ConfigError(
    `${path} contains ${describe(existing.description)}, requested are ${describe(wanted)}. Choose another --out`,
    { code: "other_recording" },
  );
}

export type OpenedWriter = {
  writer: RecordingWriter;
  /** An interrupted recording of the same range; the caller closes it. */
  existing: Recording | undefined;
};

/**
 * Opens a file for a recording, new or interrupted; a truncated block is removed.
 * @returns undefined when the file is complete already
 * @throws ConfigError when the file holds something else or can't be written
 */
export async function openRecordingWriter(
  path: string,
  description: RecordingDescription,
): Promise<OpenedWriter | undefined> {
  const zstd = await loadZstd();
  const existing = await openExisting(path, description);
  if (existing?.isComplete) {
    await existing.close();
    return undefined;
  }
  const start = existing?.bytes ?? 0;
  try {
    const file = await open(path, existing === undefined ? "w" : "r+");
    if (existing !== undefined) await truncate(path, start);
    const writer = createWriter(file, zstd, start);
    if (existing === undefined) await writer.writeLine(descriptionKey, description);
    return { writer, existing };
  } catch (error) {
    await existing?.close();
    throw new ConfigError(`--out: ${path} can't be written: ${errorMessage(error)}`, { cause: error });
  }
}
