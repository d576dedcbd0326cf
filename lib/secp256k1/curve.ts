/** Points of secp256k1 in limb memory: affine ones of two numbers, Jacobian ones of three. */
import { bitsPerLimb, fieldModule, limbOf, limbs } from "./fieldModule.ts";

export const p = 2n ** 256n - 2n ** 32n - 977n;
export const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const generator = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};
/** The curve is y² = x³ + 7. */
const seven = 7n;

export type Affine = { x: bigint; y: bigint };

export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** By Euclid's algorithm. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (b !== 0n) {
    const q = a / b;
    [a, b] = [b, a - q * b];
    [x, y] = [y, x - q * y];
  }
  return modulo(x, modulus);
}

const pageBytes = 65_536;
/** Limbs of a number, of an affine and of a Jacobian point. */
const numberSize = limbs;
export const affineSize = 2 * limbs;
export const jacobianSize = 3 * limbs;

type Exports = {
  memory: { buffer: ArrayBuffer };
  multiply(to: number, a: number, b: number): void;
  square(to: number, a: number, times: number): void;
  canonical(to: number, a: number, unused: number): void;
};

/** Node's types declare the namespace without its values. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object) => { exports: Exports };
  };
};

/** @param points capacity for affine points, in addition to those that are always needed */
export function createCurve(points: number) {
  const room = (points * affineSize + 2_048 * jacobianSize + 64 * numberSize) * 4;
  const { Module, Instance } = webAssembly;
  const wasm = new Instance(new Module(fieldModule(Math.ceil(room / pageBytes)))).exports;
  const memory = new Int32Array(wasm.memory.buffer);
  let used = 0;
  /** Places are counted in limbs. */
  const allocate = (size: number) => {
    used += size;
    return used - size;
  };

  const multiply = (to: number, a: number, b: number) => wasm.multiply(to * 4, a * 4, b * 4);
  const square = (to: number, a: number, times = 1) => wasm.square(to * 4, a * 4, times);
  function subtract(to: number, a: number, b: number): void {
    for (let i = 0; i < limbs; i += 1) memory[to + i] = (memory[a + i] as number) - (memory[b + i] as number);
  }
  function addTimes(to: number, a: number, b: number, times: number): void {
    for (let i = 0; i < limbs; i += 1)
      memory[to + i] = (memory[a + i] as number) + times * (memory[b + i] as number);
  }
  function write(to: number, value: bigint): void {
    for (let i = 0; i < limbs; i += 1) memory[to + i] = limbOf(value, i);
  }
  function read(at: number): bigint {
    let value = 0n;
    for (let i = limbs - 1; i >= 0; i -= 1)
      value = (value << BigInt(bitsPerLimb)) + BigInt(memory[at + i] as number);
    return modulo(value, p);
  }

  const scratch = Array.from({ length: 24 }, () => allocate(numberSize));
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, one, curveSeven] = scratch as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  write(one, 1n);
  write(curveSeven, seven);

  /** The square root of a number, if it has one: its power of (p + 1) / 4, by that exponent's runs of ones. */
  function squareRoot(to: number, a: number): void {
    const [x2, x3, x22, x44] = [t0, t1, t2, t3];
    const runOn = (target: number, from: number, times: number, factor: number) => {
      square(t9, from, times);
      multiply(target, t9, factor);
    };
    runOn(x2, a, 1, a);
    runOn(x3, x2, 1, a);
    runOn(t4, x3, 3, x3);
    runOn(t4, t4, 3, x3);
    runOn(t4, t4, 2, x2);
    runOn(x22, t4, 11, t4);
    runOn(x44, x22, 22, x22);
    runOn(t4, x44, 44, x44);
    runOn(t5, t4, 88, t4);
    runOn(t4, t5, 44, x44);
    runOn(t4, t4, 3, x3);
    runOn(t4, t4, 23, x22);
    runOn(t4, t4, 6, x2);
    square(to, t4, 2);
  }

  /** The point with this x and parity of y; not on the curve if x has no point. */
  function lift(to: number, x: bigint, parity: number): void {
    write(to, x);
    square(t6, to);
    multiply(t7, t6, to);
    addTimes(t6, t7, curveSeven, 1);
    squareRoot(t8, t6);
    wasm.canonical((to + limbs) * 4, t8 * 4, 0);
    if (((memory[to + limbs] as number) & 1) === parity) return;
    for (let i = 0; i < limbs; i += 1) memory[to + limbs + i] = -(memory[to + limbs + i] as number);
  }

  function writeAffine(to: number, { x, y }: Affine): void {
    write(to, x);
    write(to + limbs, y);
  }

  /** Converts an affine point to a Jacobian one. */
  function start(to: number, affine: number): void {
    memory.copyWithin(to, affine, affine + affineSize);
    memory.copyWithin(to + affineSize, one, one + limbs);
  }

  /** Adds an affine point to a different Jacobian one that is not its opposite; for equal or opposite points the sum is wrong. */
  function addAffine(at: number, affine: number): void {
    const [x1, y1, z1] = [at, at + limbs, at + 2 * limbs];
    square(t0, z1);
    multiply(t1, affine, t0);
    multiply(t2, t0, z1);
    multiply(t3, affine + limbs, t2);
    subtract(t1, t1, x1);
    subtract(t3, t3, y1);
    square(t4, t1);
    multiply(t5, t1, t4);
    multiply(t6, x1, t4);
    multiply(t7, z1, t1);
    memory.copyWithin(z1, t7, t7 + limbs);
    square(t8, t3);
    subtract(t8, t8, t5);
    addTimes(x1, t8, t6, -2);
    subtract(t6, t6, x1);
    multiply(t7, t3, t6);
    multiply(t8, y1, t5);
    subtract(y1, t7, t8);
  }

  /** The same for two Jacobian points. */
  function add(at: number, other: number): void {
    const [x1, y1, z1] = [at, at + limbs, at + 2 * limbs];
    const [x2, y2, z2] = [other, other + limbs, other + 2 * limbs];
    square(t0, z1);
    square(t1, z2);
    multiply(t2, x1, t1);
    multiply(t3, x2, t0);
    multiply(t4, t1, z2);
    multiply(t5, y1, t4);
    multiply(t4, t0, z1);
    multiply(t6, y2, t4);
    subtract(t3, t3, t2);
    subtract(t6, t6, t5);
    multiply(t7, z1, z2);
    multiply(z1, t7, t3);
    square(t0, t3);
    multiply(t1, t3, t0);
    multiply(t4, t2, t0);
    square(t7, t6);
    subtract(t7, t7, t1);
    addTimes(x1, t7, t4, -2);
    subtract(t4, t4, x1);
    multiply(t7, t6, t4);
    multiply(t8, t5, t1);
    subtract(y1, t7, t8);
  }

  function double(at: number): void {
    const [x, y, z] = [at, at + limbs, at + 2 * limbs];
    square(t0, x);
    square(t1, y);
    multiply(t2, x, t1);
    multiply(t3, y, z);
    square(t4, t1);
    for (let i = 0; i < limbs; i += 1) {
      memory[z + i] = 2 * (memory[t3 + i] as number);
      memory[t0 + i] = 3 * (memory[t0 + i] as number);
      memory[t2 + i] = 4 * (memory[t2 + i] as number);
    }
    square(t5, t0);
    addTimes(x, t5, t2, -2);
    subtract(t6, t2, x);
    multiply(t7, t0, t6);
    addTimes(y, t7, t4, -8);
  }

  const copy = (to: number, from: number) => void memory.copyWithin(to, from, from + jacobianSize);

  /** `add` for points that may share limbs, as at the beginning of a sum of sums. */
  function addOrDouble(at: number, other: number): void {
    for (let i = 0; i < jacobianSize; i += 1)
      if (memory[at + i] !== memory[other + i]) {
        add(at, other);
        return;
      }
    double(at);
  }

  /** Sum of affine points times scalars below 2^256. @returns false for none at all */
  function sumOfProducts(to: number, terms: readonly { at: number; scalar: bigint }[]): boolean {
    const words = terms.map(({ scalar }) => scalar.toString(2).padStart(256, "0"));
    let isBegun = false;
    for (let bit = 0; bit < 256; bit += 1) {
      if (isBegun) double(to);
      for (let place = 0; place < terms.length; place += 1) {
        if (words[place]?.charCodeAt(bit) !== 49) continue;
        const at = terms[place]?.at ?? 0;
        if (isBegun) addAffine(to, at);
        else start(to, at);
        isBegun = true;
      }
    }
    return isBegun;
  }

  /** Whether two Jacobian points are equal. */
  function areEqual(a: number, b: number): boolean {
    const [za, zb] = [read(a + 2 * limbs), read(b + 2 * limbs)];
    const [za2, zb2] = [(za * za) % p, (zb * zb) % p];
    const isSame = (u: bigint, v: bigint) => modulo(u - v, p) === 0n;
    return (
      za !== 0n &&
      zb !== 0n &&
      isSame(read(a) * zb2, read(b) * za2) &&
      isSame(read(a + limbs) * ((zb2 * zb) % p), read(b + limbs) * ((za2 * za) % p))
    );
  }

  function toAffine(at: number): Affine {
    const z = inverse(read(at + 2 * limbs), p);
    const z2 = (z * z) % p;
    return { x: (read(at) * z2) % p, y: (read(at + limbs) * ((z2 * z) % p)) % p };
  }

  return {
    allocate,
    read,
    lift,
    writeAffine,
    start,
    addAffine,
    add,
    addOrDouble,
    copy,
    double,
    sumOfProducts,
    areEqual,
    toAffine,
  };
}

export const isOnCurve = ({ x, y }: Affine) => modulo(y * y - x * x * x - seven, p) === 0n;
