/** The curve secp256k1: its points in limb memory, and sums of their products. */
import { createField, numberSize, p } from "./field.ts";
import { limbs } from "./fieldModule.ts";
import { inverse, modulo } from "./modular.ts";
import { affineSize, createPointArithmetic, jacobianSize } from "./points.ts";

export const n = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
export const generator = {
  x: 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n,
  y: 0x483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8n,
};
/** The curve is y² = x³ + 7. */
const seven = 7n;

export type Affine = { x: bigint; y: bigint };

/** @param pointsMax capacity for affine points, in addition to those that are always needed */
export function createCurve(pointsMax: number) {
  const field = createField(pointsMax * affineSize + 2_048 * jacobianSize + 64 * numberSize);
  const { memory, allocateNumber, multiply, square, canonical, addTimes, write, read, squareRoot } = field;
  const points = createPointArithmetic(field);
  const { start, addAffine, double } = points;

  const [xSquared, xCubed] = [allocateNumber(), allocateNumber()];
  const [ySquared, y] = [allocateNumber(), allocateNumber()];
  const curveSeven = allocateNumber();
  write(curveSeven, seven);

  /** The point with this x and parity of y; not on the curve if x has no point. */
  function lift(to: number, x: bigint, parity: number): void {
    write(to, x);
    square(xSquared, to);
    multiply(xCubed, xSquared, to);
    addTimes(ySquared, xCubed, curveSeven, 1);
    squareRoot(y, ySquared);
    canonical(to + limbs, y);
    if (((memory[to + limbs] as number) & 1) === parity) return;
    for (let i = 0; i < limbs; i += 1) memory[to + limbs + i] = -(memory[to + limbs + i] as number);
  }

  function writeAffine(to: number, { x, y }: Affine): void {
    write(to, x);
    write(to + limbs, y);
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
    allocate: field.allocate,
    read,
    lift,
    writeAffine,
    start,
    addAffine,
    add: points.add,
    addOrDouble: points.addOrDouble,
    copy: points.copy,
    double,
    sumOfProducts,
    areEqual,
    toAffine,
  };
}

export const isOnCurve = ({ x, y }: Affine) => modulo(y * y - x * x * x - seven, p) === 0n;
