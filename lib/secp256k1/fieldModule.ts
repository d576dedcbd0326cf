/**
 * Multiplication modulo p = 2^256 − 2^32 − 977 as WebAssembly, emitted here: integers of 256 bits are ten limbs of 26 bits in
 * memory, so that sums of products fit into 64 bits. Limbs are signed and may be several times as large, which leaves sums
 * and differences to the caller. JavaScript's own integers take seven times as long.
 */

export const limbs = 10;
const limbBits = 26n;
const limbMask = (1n << limbBits) - 1n;
/** 2^260 is 2^36 + 15,632 modulo p, 2^256 is 2^32 + 977. */
const fold260 = { low: 15_632n, shift: 10n };
const fold256 = { low: 977n, shift: 6n, bits: 22n };

const i32 = 0x7f;
const i64 = 0x7e;
const op = { end: 0x0b, loop: 0x03, branchIf: 0x0d, get: 0x20, set: 0x21, tee: 0x22 } as const;
const memory = { load: [0x34, 2], store: [0x3e, 2] } as const;
const math = { and: 0x83, shl: 0x86, shr: 0x87, add: 0x7c, mul: 0x7e } as const;

/** LEB128, of signed integers. */
function signed(value: bigint): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; ) {
    const byte = Number(rest & 0x7fn);
    rest >>= 7n;
    const isLast = (rest === 0n && (byte & 0x40) === 0) || (rest === -1n && (byte & 0x40) !== 0);
    bytes.push(isLast ? byte : byte | 0x80);
    if (isLast) return bytes;
  }
}
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
const sized = (bytes: readonly number[]) => [...unsigned(bytes.length), ...bytes];
const constant = (value: bigint) => [0x42, ...signed(value)];

type Code = number[];
const get = (local: number): Code => [op.get, ...unsigned(local)];
const set = (local: number): Code => [op.set, ...unsigned(local)];
const places = Array.from({ length: limbs }, (_, place) => place);

/** Loads limbs from the address in a local into locals from `first` on. */
const load = (address: number, first: number): Code =>
  places.flatMap((place) => [...get(address), ...memory.load, ...unsigned(4 * place), ...set(first + place)]);
const store = (address: number, first: number): Code =>
  places.flatMap((place) => [
    ...get(address),
    ...get(first + place),
    ...memory.store,
    ...unsigned(4 * place),
  ]);

/** Carries the excess bits of a local over to the next one. */
const carry = (from: number, to: number, bits = limbBits): Code => [
  ...[...get(to), ...get(from), ...constant(bits), math.shr, math.add, ...set(to)],
  ...[...get(from), ...constant((1n << bits) - 1n), math.and, ...set(from)],
];
const addProduct = (to: number, from: number, factor: bigint): Code => [
  ...[...get(to), ...get(from), ...constant(factor), math.mul, math.add, ...set(to)],
];
const addShifted = (to: number, from: number, bits: bigint): Code => [
  ...[...get(to), ...get(from), ...constant(bits), math.shl, math.add, ...set(to)],
];

/** Reduces sums of products in twenty locals from `c` on to limbs in the first ten; the last of the twenty is initially empty. */
function reduce(c: number): Code {
  const code: Code = [];
  for (let k = 0; k < 2 * limbs - 1; k += 1) code.push(...carry(c + k, c + k + 1));
  // The upper half, from below: its first place is folded only after it has been read.
  const over = c + 2 * limbs;
  code.push(...constant(0n), ...set(over));
  for (const place of places) {
    code.push(...addProduct(c + place, c + limbs + place, fold260.low));
    const next = place + 1 < limbs ? c + place + 1 : over;
    code.push(...addShifted(next, c + limbs + place, fold260.shift));
  }
  for (const place of places) code.push(...carry(c + place, place + 1 < limbs ? c + place + 1 : over));
  code.push(...addProduct(c, over, fold260.low), ...addShifted(c + 1, over, fold260.shift));
  for (const place of places.slice(0, -1)) code.push(...carry(c + place, c + place + 1));
  return code;
}

/** multiply(to, a, b) */
function multiplication(): Code {
  const [a, b, c] = [3, 3 + limbs, 3 + 2 * limbs];
  const code = [...load(1, a), ...load(2, b)];
  for (let k = 0; k < 2 * limbs - 1; k += 1) {
    let isFirst = true;
    for (let i = Math.max(0, k - limbs + 1); i <= Math.min(k, limbs - 1); i += 1) {
      code.push(...get(a + i), ...get(b + k - i), math.mul);
      if (!isFirst) code.push(math.add);
      isFirst = false;
    }
    code.push(...set(c + k));
  }
  code.push(...constant(0n), ...set(c + 2 * limbs - 1));
  return [...code, ...reduce(c), ...store(0, c)];
}

/** square(to, a, times): to the power of 2^times. */
function squaring(): Code {
  const [a, twice, c] = [3, 3 + limbs, 3 + 2 * limbs];
  const body: Code = [];
  for (const place of places) {
    body.push(...get(c + place), op.tee, ...unsigned(a + place));
    body.push(...constant(1n), math.shl, ...set(twice + place));
  }
  for (let k = 0; k < 2 * limbs - 1; k += 1) {
    let isFirst = true;
    for (let i = Math.max(0, k - limbs + 1); i <= Math.floor(k / 2); i += 1) {
      body.push(...get(a + i), ...get(i === k - i ? a + i : twice + k - i), math.mul);
      if (!isFirst) body.push(math.add);
      isFirst = false;
    }
    body.push(...set(c + k));
  }
  body.push(...constant(0n), ...set(c + 2 * limbs - 1), ...reduce(c));
  const again = [...get(2), 0x41, 1, 0x6b, op.tee, 2, op.branchIf, 0];
  return [...load(1, c), op.loop, 0x40, ...body, ...again, op.end, ...store(0, c)];
}

/** canonical(to, a, _): limbs of exactly 26 bits, and 22 in the last, of a number below 2^256. */
function canonicalization(): Code {
  const c = 3;
  const over = c + limbs;
  const last = c + limbs - 1;
  const pass: Code = [];
  for (const place of places.slice(0, -1)) pass.push(...carry(c + place, c + place + 1));
  pass.push(...constant(0n), ...set(over), ...carry(last, over, fold256.bits));
  pass.push(...addProduct(c, over, fold256.low), ...addShifted(c + 1, over, fold256.shift));
  const rest = places.slice(0, -1).flatMap((place) => carry(c + place, c + place + 1));
  return [...load(1, c), ...pass, ...pass, ...rest, ...store(0, c)];
}

const section = (id: number, bytes: readonly number[]) => [id, ...sized(bytes)];
const vector = (items: readonly (readonly number[])[]) => [...unsigned(items.length), ...items.flat()];
const textOf = (name: string) => sized([...Buffer.from(name)]);

/** The module: memory of so many 64 KB pages, and the functions. All take addresses in bytes. */
export function fieldModule(pages: number): Uint8Array<ArrayBuffer> {
  const functions = { multiply: multiplication(), square: squaring(), canonical: canonicalization() };
  const names = Object.keys(functions);
  const locals = vector([[...unsigned(3 + 4 * limbs + 2), i64]]);
  const bodies = Object.values(functions).map((code) => sized([...locals, ...code, op.end]));
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, ...vector([[i32], [i32], [i32]]), 0]])),
    ...section(3, vector(names.map(() => [0]))),
    ...section(5, vector([[0, ...unsigned(pages)]])),
    ...section(
      7,
      vector([
        [...textOf("memory"), 2, 0],
        ...names.map((name, place) => [...textOf(name), 0, ...unsigned(place)]),
      ]),
    ),
    ...section(10, vector(bodies)),
  ]);
}

export const limbOf = (value: bigint, place: number) =>
  Number((value >> (limbBits * BigInt(place))) & limbMask);
export const bitsPerLimb = Number(limbBits);
