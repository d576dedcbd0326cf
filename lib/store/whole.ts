/** An answer as one piece of memory. */
import type { Readable } from "node:stream";

/**
 * The embedded engine hands over one piece, which is the answer as it stands: `node:stream/consumers` would copy it twice, as long
 * as it takes to make a million rows.
 */
export async function readWhole(stream: Readable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const [first] = pieces;
  return pieces.length === 1 && first !== undefined ? first : Buffer.concat(pieces);
}
