/**
 * The file of an archive: rows of raw tables as JSON lines in zstd frames, readable with `zstd -dc file | jq`. The first
 * line describes the content, the last line marks completeness. A skippable frame before each frame holds its length.
 */
import { z } from "zod";

/** Another one than recordings begin with. */
const skippableMagic = 0x184d2a5a;
export const headBytes = 12;

export const archiveDescription = z.object({
  version: z.literal(1).default(1),
  chain: z.string(),
  network: z.string(),
  unit: z.string(),
  /** Heights whose rows can be computed from it, inclusive. */
  from: z.number().int(),
  to: z.number().int(),
});
export type ArchiveDescription = z.infer<typeof archiveDescription>;

export type Cell = string | number | null | readonly number[];

export const archiveLine = z.union([
  z.object({ archive: archiveDescription }),
  z.object({ table: z.string(), rows: z.array(z.record(z.string(), z.custom<Cell>())) }),
  z.object({ end: z.object({ rows: z.number().int() }) }),
]);
export type ArchiveLine = z.infer<typeof archiveLine>;

/** The skippable frame in front of a frame. */
export function frameHead(length: number): Buffer {
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(skippableMagic, 0);
  head.writeUInt32LE(4, 4);
  head.writeUInt32LE(length, 8);
  return head;
}

/** Length of the frame that follows a head; undefined if the bytes are not a head. */
export function frameLength(head: Buffer): number | undefined {
  if (head.length < headBytes || head.readUInt32LE(0) !== skippableMagic || head.readUInt32LE(4) !== 4)
    return undefined;
  return head.readUInt32LE(8);
}
