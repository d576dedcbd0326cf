/** Reads a recording at random: an index in memory, made without decompressing, and a few blocks that were read last. */
import { type FileHandle, open } from "node:fs/promises";
import { LRUCache } from "lru-cache";
import { ConfigError, errorMessage } from "../../lib/errors.ts";
import { loadZstd, type Zstd } from "../../lib/zstd.ts";
import {
  type BlockIndex,
  blockHeadBytes,
  decodeIndex,
  descriptionKey,
  type ExchangeHead,
  endKey,
  indexBytes,
  type RecordingDescription,
  recordingDescription,
} from "./format.ts";

/** What one read brings of a block: its index is rarely longer. */
const readAheadBytes = 16_384;
const cachedBytesMax = 33_554_432;
/** A block of 256 KiB has fewer lines. */
const linesPerBlockMax = 65_536;

export type RecordedAnswer = {
  status: number;
  headers: Record<string, string>;
  /** Iterate once. */
  body: AsyncIterable<Buffer>;
};

export type Recording = {
  path: string;
  description: RecordingDescription;
  /** False when the recording was interrupted. */
  isComplete: boolean;
  /** Length up to the last whole block. */
  bytes: number;
  /** Length of the unreadable rest: a truncated block, or damage. */
  bytesLost: number;
  /** Different ones. */
  requestCount: number;
  has(key: string): boolean;
  /** The last answer to a request, a refusal only when there is nothing better. @throws Error when it is damaged */
  answer(key: string): Promise<RecordedAnswer | undefined>;
  close(): Promise<void>;
};

type Block = { start: number; index: BlockIndex; frames: { start: number; bytes: number }[]; end: number };

async function readExactly(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

/** The block that starts there; undefined when there is none, or not all of it. */
async function readBlock(file: FileHandle, start: number): Promise<Block | undefined> {
  const head = await readExactly(file, start, readAheadBytes);
  const bytes = indexBytes(head);
  if (bytes === undefined) return undefined;
  const payload =
    blockHeadBytes + bytes <= head.length
      ? head.subarray(blockHeadBytes, blockHeadBytes + bytes)
      : await readExactly(file, start + blockHeadBytes, bytes);
  const index = payload.length === bytes ? decodeIndex(payload) : undefined;
  if (index === undefined) return undefined;
  let end = start + blockHeadBytes + bytes;
  const frames = index.frames.map((length) => {
    end += length;
    return { start: end - length, bytes: length };
  });
  return { start, index, frames, end };
}

/** Where each answer is: a block's number and a line in it, as one number. */
type Positions = {
  blocks: number[];
  positions: Map<string, number>;
  /** Keys whose only answers are refusals. */
  refused: Set<string>;
  bytes: number;
};

async function readPositions(file: FileHandle, size: number): Promise<Positions> {
  const read: Positions = { blocks: [], positions: new Map(), refused: new Set(), bytes: 0 };
  while (read.bytes < size) {
    const block = await readBlock(file, read.bytes);
    if (block === undefined || block.end > size) break;
    const base = read.blocks.length * linesPerBlockMax;
    read.blocks.push(block.start);
    for (const [line, [key, , status]] of block.index.lines.entries()) {
      const isRefusal = status >= 400;
      if (isRefusal && read.positions.has(key) && !read.refused.has(key)) continue;
      read.positions.set(key, base + line);
      if (isRefusal) read.refused.add(key);
      else read.refused.delete(key);
    }
    read.bytes = block.end;
  }
  return read;
}

type Line = ExchangeHead & { body?: string; body_base64?: string };

function bodyOf({ body, body_base64: base64 }: Line): Buffer {
  return base64 === undefined ? Buffer.from(body ?? "") : Buffer.from(base64, "base64");
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** A line in several frames: the first ends inside the body's text, the last one closes it. */
async function readLong(
  read: (frame: number) => Promise<string>,
  frameCount: number,
): Promise<RecordedAnswer> {
  const first = JSON.parse(`${await read(0)}"}`) as Line;
  const isBase64 = first.body_base64 !== undefined;
  async function* body(): AsyncGenerator<Buffer> {
    yield bodyOf(first);
    for (let frame = 1; frame < frameCount; frame += 1) {
      const part = await read(frame);
      const text = JSON.parse(
        frame === frameCount - 1 ? `"${part.replace(/"\}\n$/, '"')}` : `"${part}"`,
      ) as string;
      yield Buffer.from(text, isBase64 ? "base64" : "utf8");
    }
  }
  return { status: first.status, headers: first.headers, body: body() };
}

function createLineReader(file: FileHandle, zstd: Zstd, blocks: readonly number[]) {
  /** Blocks of small lines, decompressed. */
  const cache = new LRUCache<number, { index: BlockIndex; text: Buffer }>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ text }) => text.length + 1,
  });

  async function readFrame({ start, bytes }: { start: number; bytes: number }): Promise<Buffer> {
    return zstd.decompress(await readExactly(file, start, bytes));
  }

  async function blockAt(number: number): Promise<Block> {
    const block = await readBlock(file, blocks[number] ?? 0);
    if (block === undefined) throw new Error("the file has changed while it was read");
    return block;
  }

  async function smallLine(number: number, line: number, block?: Block): Promise<Line> {
    let small = cache.get(number);
    if (small === undefined) {
      const { index, frames } = block ?? (await blockAt(number));
      small = { index, text: Buffer.concat(await Promise.all(frames.map(readFrame))) };
      cache.set(number, small);
    }
    const start = small.index.lines[line]?.[1] ?? 0;
    const end = small.index.lines[line + 1]?.[1] ?? small.text.length;
    return JSON.parse(small.text.toString("utf8", start, end)) as Line;
  }

  async function answerAt(position: number): Promise<RecordedAnswer> {
    const [number, line] = [Math.floor(position / linesPerBlockMax), position % linesPerBlockMax];
    const block = cache.has(number) ? undefined : await blockAt(number);
    if (block !== undefined && block.frames.length > 1) {
      const { frames } = block;
      const read = async (frame: number) => {
        const place = frames[frame];
        return place === undefined ? "" : (await readFrame(place)).toString("utf8");
      };
      return await readLong(read, frames.length);
    }
    const { status, headers, ...rest } = await smallLine(number, line, block);
    return { status, headers, body: once(bodyOf({ status, headers, ...rest })) };
  }

  return { smallLine, answerAt };
}

function notARecording(path: string): ConfigError {
  return new ConfigError(
    `${path} is no recording of \`record\`: it doesn't begin with the index of a block. Files that were compressed anew have lost it.`,
    { code: "no_recording" },
  );
}

/**
 * Opens a recording.
 * @returns undefined when not even its first line was written
 * @throws ConfigError when it can't be read or is no recording
 */
export async function openRecording(path: string): Promise<Recording | undefined> {
  const zstd = await loadZstd();
  const file = await open(path, "r").catch((error: unknown) => {
    throw new ConfigError(`${path} can't be read: ${errorMessage(error)}`, { cause: error });
  });
  try {
    const { size } = await file.stat();
    const { blocks, positions, bytes } = await readPositions(file, size);
    const lines = createLineReader(file, zstd, blocks);
    const first = positions.get(descriptionKey);
    if (first === undefined) {
      const head = await readExactly(file, 0, blockHeadBytes);
      if (size >= blockHeadBytes && indexBytes(head) === undefined) throw notARecording(path);
      await file.close();
      return undefined;
    }
    const line = (await lines.smallLine(0, first)) as unknown as Record<string, unknown>;
    const described = recordingDescription.safeParse(line[descriptionKey]);
    if (!described.success) throw notARecording(path);
    const isComplete = positions.delete(endKey);
    positions.delete(descriptionKey);
    return {
      path,
      description: described.data,
      isComplete,
      bytes,
      bytesLost: size - bytes,
      requestCount: positions.size,
      has: (key) => positions.has(key),
      answer: async (key) => {
        const position = positions.get(key);
        if (position === undefined) return undefined;
        try {
          return await lines.answerAt(position);
        } catch (error) {
          throw new Error(`${path} is damaged: ${errorMessage(error)}`, { cause: error });
        }
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
