/** An answer as one piece of memory. */
import type { Readable } from "node:stream";

/**
 * The embedded engine returns one piece, which is the answer itself: `node:stream/consumers` would copy it twice, which
 * takes as long as producing a million rows.
 */
export async function readWhole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}
