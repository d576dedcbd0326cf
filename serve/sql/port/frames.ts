/**
 * ClickHouse's own frames, which its JDBC driver requests (`compress=1`): a checksum, a header, an LZ4 block. The blocks
 * are literals only, so nothing gets smaller; the driver only has to be able to read them.
 */
import { setImmediate } from "node:timers/promises";
import { cityHash128 } from "./cityHash.ts";

const frameBytes = 65_536;
const headerBytes = 9;
const lz4 = 0x82;

/** An LZ4 block of one sequence without a match. */
function literals(part: Buffer): Buffer {
  const rest = part.length - 15;
  if (rest < 0) return Buffer.concat([Buffer.from([part.length << 4]), part]);
  const length = Buffer.alloc(Math.floor(rest / 255) + 2, 255);
  length[0] = 0xf0;
  length[length.length - 1] = rest % 255;
  return Buffer.concat([length, part]);
}

function frame(part: Buffer): Buffer[] {
  const block = literals(part);
  const content = Buffer.alloc(headerBytes + block.length);
  content[0] = lz4;
  content.writeUInt32LE(content.length, 1);
  content.writeUInt32LE(part.length, 5);
  block.copy(content, headerBytes);
  const [low, high] = cityHash128(content);
  const checksum = Buffer.alloc(16);
  checksum.writeBigUInt64LE(low, 0);
  checksum.writeBigUInt64LE(high, 8);
  return [checksum, content];
}

export async function framed(bytes: Buffer): Promise<Buffer> {
  const frames: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += frameBytes) {
    frames.push(...frame(bytes.subarray(start, start + frameBytes)));
    // The checksum is arithmetic: other requests go on between two frames.
    await setImmediate();
  }
  return Buffer.concat(frames);
}
