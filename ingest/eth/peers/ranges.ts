/** Finds ranges in a sorted CSV file without reading all of it: `first,last,…` per line, in whole numbers. */
import { type FileHandle, open } from "node:fs/promises";

/** Longer than any line. */
const blockBytes = 4_096;

export type RangeFile = {
  /** The line whose range holds a number; undefined if none does. */
  find(wanted: bigint): Promise<string | undefined>;
  close(): Promise<void>;
};

async function textAt(file: FileHandle, offset: number, bytes: number): Promise<string> {
  const buffer = Buffer.allocUnsafe(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, offset);
  // One character per byte, so that positions in the text are positions in the file.
  return buffer.toString("latin1", 0, bytesRead);
}

const boundsOf = (line: string): [bigint, bigint] => {
  const [first = "", last = ""] = line.split(",", 2);
  return [BigInt(first), BigInt(last)];
};

export async function openRanges(path: string): Promise<RangeFile> {
  const file = await open(path);
  const { size } = await file.stat();

  /** Bisects: every line that begins before `low` is no later than the wanted one, every one after `high` is later. */
  async function narrow(wanted: bigint): Promise<{ low: number; high: number }> {
    let low = 0;
    let high = size;
    while (high - low > blockBytes) {
      const middle = Math.floor((low + high) / 2);
      const text = await textAt(file, middle, blockBytes);
      const start = text.indexOf("\n") + 1;
      // The last line ends the file.
      const isLater =
        start === 0 || start >= text.length || BigInt(text.slice(start).split(",", 1)[0] ?? "") > wanted;
      if (isLater) high = middle;
      else low = middle + start;
    }
    return { low, high };
  }

  return {
    find: async (wanted) => {
      const { low, high } = await narrow(wanted);
      const text = await textAt(file, low, high - low + blockBytes);
      for (const line of text.split("\n")) {
        if (line === "") return undefined;
        const [first, last] = boundsOf(line);
        if (first > wanted) return undefined;
        if (wanted <= last) return Buffer.from(line.trimEnd(), "latin1").toString("utf8");
      }
      return undefined;
    },
    close: () => file.close(),
  };
}
