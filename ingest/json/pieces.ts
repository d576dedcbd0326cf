/** Walks JSON token by token, however its bytes are cut into pieces. */
import { malformed, needMore, skipSpace } from "./skip.ts";

/** Usually this much of the next piece completes the token cut off at the end of the last one. */
const joinBytes = 1024;

export type PieceWalk = {
  /**
   * One token at a position that holds no white space.
   * @returns the position after it, or `needMore` to be called again for the same token with more bytes
   */
  step(bytes: Buffer, position: number, limit: number): number;
  /** The longest allowed token; `name` describes its content for messages. */
  longest: { bytes: number; name: string };
};

/** @returns a function that takes the pieces in order: each is read before it returns, and not kept */
export function createPieceWalker({ step, longest }: PieceWalk): (piece: Uint8Array) => void {
  let rest: Buffer = Buffer.alloc(0);

  /** Walks as far as the bytes go. @returns where it stopped */
  function walk(bytes: Buffer): number {
    const limit = bytes.length;
    let position = skipSpace(bytes, 0, limit);
    while (position < limit) {
      const next = step(bytes, position, limit);
      if (next === needMore) break;
      position = skipSpace(bytes, next, limit);
    }
    return position;
  }

  /** Completes the cut-off token with the start of the piece, without copying all of it. @returns the rest of the piece */
  function finishRest(piece: Buffer): Buffer {
    const size = Math.min(piece.length, Math.max(joinBytes, rest.length));
    const joined = Buffer.concat([rest, piece.subarray(0, size)]);
    const end = walk(joined);
    const left = piece.subarray(end < rest.length ? size : end - rest.length);
    rest = end < rest.length ? joined.subarray(end) : joined.subarray(0, 0);
    return left;
  }

  return (piece) => {
    let left = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    while (rest.length > 0 && left.length > 0) left = finishRest(left);
    // The piece's memory is the caller's, so the remainder is copied.
    if (left.length > 0) rest = Buffer.from(left.subarray(walk(left)));
    if (rest.length > longest.bytes) throw malformed(`${longest.name} is too long`);
  };
}
