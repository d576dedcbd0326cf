/** Addition of points in limb memory: affine ones of two numbers, Jacobian ones of three. */
import { type Field, numberSize } from "./field.ts";
import { limbs } from "./fieldModule.ts";

/** Limbs of an affine and of a Jacobian point. */
export const affineSize = 2 * numberSize;
export const jacobianSize = 3 * numberSize;

/** All points are places in the field's memory. */
export function createPointArithmetic(field: Field) {
  const { memory, allocateNumber, multiply, square, subtract, addTimes } = field;
  const one = allocateNumber();
  field.write(one, 1n);
  const [t0, t1, t2] = [allocateNumber(), allocateNumber(), allocateNumber()];
  const [t3, t4, t5] = [allocateNumber(), allocateNumber(), allocateNumber()];
  const [t6, t7, t8] = [allocateNumber(), allocateNumber(), allocateNumber()];

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

  return { start, addAffine, add, addOrDouble, copy, double };
}
