/** Reads archives (write.ts). */
import { type FileHandle, open } from "node:fs/promises";
import { ConfigError } from "../../lib/errors.ts";
import { loadZstd } from "../../lib/zstd.ts";
import { type ArchiveDescription, type ArchiveLine, archiveLine, frameLength, headBytes } from "./format.ts";

/** Frames are a page of rows; more would not be one. */
const frameBytesMax = 1_073_741_824;

async function readExactly(file: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(bytes, read, length - read, position + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

const damaged = (path: string) =>
  new ConfigError(`${path} is damaged, or no whole archive: write it again`, { code: "bad_archive" });

async function* linesOf(path: string): AsyncGenerator<ArchiveLine> {
  const zstd = await loadZstd();
  const file = await open(path, "r").catch((error: unknown) => {
    throw new ConfigError(`${path} can't be read: ${(error as Error).message}`, { cause: error });
  });
  try {
    for (let position = 0; ; ) {
      const head = await readExactly(file, headBytes, position);
      if (head.length === 0) return;
      const length = frameLength(head);
      if (length === undefined || length > frameBytesMax) throw damaged(path);
      const frame = await readExactly(file, length, position + headBytes);
      if (frame.length < length) throw damaged(path);
      yield archiveLine.parse(JSON.parse(zstd.decompress(frame).toString("utf8")));
      position += headBytes + length;
    }
  } finally {
    await file.close();
  }
}

/** The description of an archive; undefined if the file is something else, such as a recording. */
export async function describeArchive(path: string): Promise<ArchiveDescription | undefined> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return undefined;
  const isArchive = frameLength(await readExactly(file, headBytes, 0)) !== undefined;
  await file.close();
  if (!isArchive) return undefined;
  for await (const line of linesOf(path)) return "archive" in line ? line.archive : undefined;
  return undefined;
}

/** The rows of an archive, in the order in which they were written. @throws ConfigError `bad_archive` */
export async function* readArchive(path: string): AsyncGenerator<Extract<ArchiveLine, { table: string }>> {
  let rows = 0;
  let isWhole = false;
  for await (const line of linesOf(path)) {
    if ("table" in line) {
      rows += line.rows.length;
      yield line;
    } else if ("end" in line) isWhole = line.end.rows === rows;
  }
  if (!isWhole) throw damaged(path);
}
