/** Frames of WebSockets (RFC 6455), as a client writes and reads them. No extension is ever agreed on. */
import { randomBytes } from "node:crypto";
import { SourceError } from "../../lib/errors.ts";

export const opcodes = { continuation: 0, text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Clients mask what they send. */
export function encodeFrame(opcode: number, payload: Uint8Array): Buffer {
  const { length } = payload;
  const extended = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const head = Buffer.alloc(2 + extended + 4);
  head[0] = 0x80 | opcode;
  head[1] = 0x80 | (extended === 0 ? length : extended === 2 ? 126 : 127);
  if (extended === 2) head.writeUInt16BE(length, 2);
  if (extended === 8) head.writeBigUInt64BE(BigInt(length), 2);
  const mask = randomBytes(4);
  mask.copy(head, 2 + extended);
  const masked = Buffer.from(payload);
  for (let i = 0; i < length; i += 1) masked[i] = (masked[i] as number) ^ (mask[i & 3] as number);
  return Buffer.concat([head, masked]);
}

type Frame = { isLast: boolean; opcode: number; payload: Buffer };

/** Bytes that have come, joined only when a frame is whole: an answer of megabytes comes in hundreds of pieces. */
function createFrameReader(bytesMax: () => number): (piece: Buffer) => Frame[] {
  let pieces: Buffer[] = [];
  let size = 0;
  let needed = 2;

  /** The first frame, and how many bytes it takes; else how many are needed to tell more. */
  function first(bytes: Buffer): { frame: Frame; end: number } | number {
    if (bytes.length < 2) return 2;
    const [head = 0, second = 0] = bytes;
    if ((head & 0x70) !== 0 || (second & 0x80) !== 0)
      throw new SourceError("a frame that no server sends", { code: "bad_answer" });
    const short = second & 0x7f;
    const start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (bytes.length < start) return start;
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
    if (length > bytesMax())
      throw new SourceError(`an answer with more than ${bytesMax()} bytes`, { code: "too_large" });
    const end = start + length;
    if (bytes.length < end) return end;
    const payload = bytes.subarray(start, end);
    return { frame: { isLast: (head & 0x80) !== 0, opcode: head & 0x0f, payload }, end };
  }

  return (piece) => {
    pieces.push(piece);
    size += piece.length;
    const frames: Frame[] = [];
    while (size >= needed) {
      const bytes = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      const found = first(bytes);
      if (typeof found === "number") {
        pieces = [bytes];
        needed = found;
        continue;
      }
      frames.push(found.frame);
      pieces = [bytes.subarray(found.end)];
      size -= found.end;
      needed = 2;
    }
    return frames;
  };
}

export type MessageHandlers = {
  onMessage(payload: Buffer): void;
  onPing(payload: Buffer): void;
  onClose(): void;
};

/**
 * Takes bytes as they come, and calls back with whole messages.
 * @param bytesMax the longest message that is taken
 */
export function createMessageReader(
  handlers: MessageHandlers,
  bytesMax: () => number,
): (piece: Buffer) => void {
  const read = createFrameReader(bytesMax);
  let parts: Buffer[] = [];
  let size = 0;
  return (piece) => {
    for (const { isLast, opcode, payload } of read(piece)) {
      if (opcode === opcodes.ping) handlers.onPing(payload);
      else if (opcode === opcodes.close) handlers.onClose();
      else if (opcode !== opcodes.pong) {
        parts.push(payload);
        size += payload.length;
        if (size > bytesMax())
          throw new SourceError(`an answer with more than ${bytesMax()} bytes`, { code: "too_large" });
        if (!isLast) continue;
        handlers.onMessage(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
        parts = [];
        size = 0;
      }
    }
  };
}
