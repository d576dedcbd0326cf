/** Numbers modulo p in limb memory. */
import { bitsPerLimb, fieldModule, limbOf, limbs } from "./fieldModule.ts";
import { modulo } from "./modular.ts";

export const p = 2n ** 256n - 2n ** 32n - 977n;

const pageBytes = 65_536;
/** Limbs of a number. */
export const numberSize = limbs;

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

export type Field = ReturnType<typeof createField>;

/**
 * A memory of limbs, and operations on the numbers in it. Places and sizes are counted in limbs.
 * @param capacity limbs that can be allocated, of which the field takes seven numbers
 */
export function createField(capacity: number) {
  const { Module, Instance } = webAssembly;
  const pages = Math.ceil((capacity * 4) / pageBytes);
  const wasm = new Instance(new Module(fieldModule(pages))).exports;
  const memory = new Int32Array(wasm.memory.buffer);
  let used = 0;
  const allocate = (size: number) => {
    used += size;
    return used - size;
  };
  const allocateNumber = () => allocate(numberSize);

  const multiply = (to: number, a: number, b: number) => wasm.multiply(to * 4, a * 4, b * 4);
  const square = (to: number, a: number, times = 1) => wasm.square(to * 4, a * 4, times);
  /** Limbs of exactly 26 bits, and 22 in the last, of a number below 2^256. */
  const canonical = (to: number, a: number) => wasm.canonical(to * 4, a * 4, 0);
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

  const [x2, x3, x22, x44] = [allocateNumber(), allocateNumber(), allocateNumber(), allocateNumber()];
  const [run, longRun, power] = [allocateNumber(), allocateNumber(), allocateNumber()];

  /** The square root of a number, if it has one: its power of (p + 1) / 4, by that exponent's runs of ones. */
  function squareRoot(to: number, a: number): void {
    const runOn = (target: number, from: number, times: number, factor: number) => {
      square(power, from, times);
      multiply(target, power, factor);
    };
    runOn(x2, a, 1, a);
    runOn(x3, x2, 1, a);
    runOn(run, x3, 3, x3);
    runOn(run, run, 3, x3);
    runOn(run, run, 2, x2);
    runOn(x22, run, 11, run);
    runOn(x44, x22, 22, x22);
    runOn(run, x44, 44, x44);
    runOn(longRun, run, 88, run);
    runOn(run, longRun, 44, x44);
    runOn(run, run, 3, x3);
    runOn(run, run, 23, x22);
    runOn(run, run, 6, x2);
    square(to, run, 2);
  }

  return {
    memory,
    allocate,
    allocateNumber,
    multiply,
    square,
    canonical,
    subtract,
    addTimes,
    write,
    read,
    squareRoot,
  };
}
