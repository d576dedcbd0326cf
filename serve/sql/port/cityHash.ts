/** CityHash128 of version 1.0.2, by which ClickHouse checks its frames. */

const bits64 = (value: bigint) => BigInt.asUintN(64, value);
const k0 = 0xc3a5c85c97cb3127n;
const k1 = 0xb492b66fbe98f273n;
const k2 = 0x9ae16a3b2f90404fn;
const k3 = 0xc949d7c7509e6557n;
const kMul = 0x9ddfea08eb382d69n;

type Pair = readonly [low: bigint, high: bigint];

const rotate = (value: bigint, shift: bigint) =>
  shift === 0n ? value : (value >> shift) | bits64(value << (64n - shift));
const shiftMix = (value: bigint) => value ^ (value >> 47n);
const times = (left: bigint, right: bigint) => bits64(left * right);

function hash16(low: bigint, high: bigint): bigint {
  const first = shiftMix(times(low ^ high, kMul));
  return times(shiftMix(times(high ^ first, kMul)), kMul);
}

function hash0to16(bytes: Buffer): bigint {
  const { length } = bytes;
  const size = BigInt(length);
  if (length > 8) {
    const last = bytes.readBigUInt64LE(length - 8);
    return hash16(bytes.readBigUInt64LE(0), rotate(bits64(last + size), size)) ^ last;
  }
  if (length >= 4)
    return hash16(size + (BigInt(bytes.readUInt32LE(0)) << 3n), BigInt(bytes.readUInt32LE(length - 4)));
  if (length === 0) return k2;
  const [first = 0, middle = 0, last = 0] = [bytes[0], bytes[length >> 1], bytes[length - 1]];
  const low = BigInt(first + (middle << 8));
  const high = BigInt(length + (last << 2));
  return times(shiftMix(times(low, k2) ^ times(high, k3)), k2);
}

function weak32(bytes: Buffer, at: number, seedLow: bigint, seedHigh: bigint): Pair {
  const word = (index: number) => bytes.readBigUInt64LE(at + 8 * index);
  const last = word(3);
  const first = bits64(seedLow + word(0));
  const turned = rotate(bits64(seedHigh + first + last), 21n);
  const sum = bits64(first + word(1) + word(2));
  return [bits64(sum + last), bits64(turned + rotate(sum, 44n) + first)];
}

function murmur(bytes: Buffer, [seedLow, seedHigh]: Pair): Pair {
  const { length } = bytes;
  let [first, second] = [seedLow, seedHigh];
  let third: bigint;
  let fourth: bigint;
  if (length <= 16) {
    first = times(shiftMix(times(first, k1)), k1);
    third = bits64(times(second, k1) + hash0to16(bytes));
    fourth = shiftMix(bits64(first + (length >= 8 ? bytes.readBigUInt64LE(0) : third)));
  } else {
    third = hash16(bits64(bytes.readBigUInt64LE(length - 8) + k1), first);
    fourth = hash16(bits64(second + BigInt(length)), bits64(third + bytes.readBigUInt64LE(length - 16)));
    first = bits64(first + fourth);
    for (let at = 0; at < length - 16; at += 16) {
      first = times(first ^ times(shiftMix(times(bytes.readBigUInt64LE(at), k1)), k1), k1);
      second ^= first;
      third = times(third ^ times(shiftMix(times(bytes.readBigUInt64LE(at + 8), k1)), k1), k1);
      fourth ^= third;
    }
  }
  first = hash16(first, third);
  second = hash16(fourth, second);
  return [first ^ second, hash16(second, first)];
}

function seeded(bytes: Buffer, seed: Pair): Pair {
  const { length } = bytes;
  if (length < 128) return murmur(bytes, seed);
  const word = (at: number) => bytes.readBigUInt64LE(at);
  let [x, y] = seed;
  let z = times(BigInt(length), k1);
  const vLow = bits64(times(rotate(y ^ k1, 49n), k1) + word(0));
  let v: Pair = [vLow, bits64(times(rotate(vLow, 42n), k1) + word(8))];
  let w: Pair = [
    bits64(times(rotate(bits64(y + z), 35n), k1) + x),
    times(rotate(bits64(x + word(88)), 53n), k1),
  ];
  let at = 0;
  for (; length - at >= 128; at += 128) {
    for (const part of [at, at + 64]) {
      x = times(rotate(bits64(x + y + v[0] + word(part + 16)), 37n), k1) ^ w[1];
      y = times(rotate(bits64(y + v[1] + word(part + 48)), 42n), k1) ^ v[0];
      z = rotate(z ^ w[0], 33n);
      v = weak32(bytes, part, times(v[1], k1), bits64(x + w[0]));
      w = weak32(bytes, part + 32, bits64(z + w[1]), y);
      [z, x] = [x, z];
    }
  }
  y = bits64(y + times(rotate(w[0], 37n), k0) + z);
  x = bits64(x + times(rotate(bits64(v[0] + z), 49n), k0));
  for (let done = 32; done - 32 < length - at; done += 32) {
    const part = length - done;
    y = bits64(times(rotate(bits64(y - x), 42n), k0) + v[1]);
    w = [bits64(w[0] + word(part + 16)), w[1]];
    x = bits64(times(rotate(x, 49n), k0) + w[0]);
    w = [bits64(w[0] + v[0]), w[1]];
    v = weak32(bytes, part, v[0], v[1]);
  }
  x = hash16(x, v[0]);
  y = hash16(y, w[0]);
  return [bits64(hash16(bits64(x + v[1]), w[1]) + y), hash16(bits64(x + w[1]), bits64(y + v[1]))];
}

/** @returns its two words */
export function cityHash128(bytes: Buffer): Pair {
  const { length } = bytes;
  if (length >= 16)
    return seeded(bytes.subarray(16), [bytes.readBigUInt64LE(0) ^ k3, bytes.readBigUInt64LE(8)]);
  if (length >= 8)
    return seeded(Buffer.alloc(0), [
      bytes.readBigUInt64LE(0) ^ times(BigInt(length), k0),
      bytes.readBigUInt64LE(length - 8) ^ k1,
    ]);
  return seeded(bytes, [k0, k1]);
}
