/** A Native block as a file. */
import { open } from "node:fs/promises";

/** The rest of chunks after so many written bytes. */
export function afterBytes(chunks: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let written = 0;
  let left = bytes;
  for (const { length } of chunks) {
    if (length > left) break;
    left -= length;
    written += 1;
  }
  const [first, ...others] = chunks.slice(written);
  return first === undefined ? [] : [first.subarray(left), ...others];
}

/** All chunks at once: a turn of the event loop for each keeps the engine waiting while this thread is busy. */
export async function writeChunks(file: string, chunks: readonly Uint8Array[]): Promise<void> {
  const handle = await open(file, "wx");
  try {
    let left = chunks;
    while (left.length > 0) {
      const { bytesWritten } = await handle.writev([...left]);
      left = afterBytes(left, bytesWritten);
    }
  } finally {
    await handle.close();
  }
}
