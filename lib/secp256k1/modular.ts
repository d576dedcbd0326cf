/** Integers modulo another one. */

/** From 0 to below the modulus, also for negative values. */
export function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

/** The multiplicative inverse, by Euclid's algorithm. The value and the modulus must have no common divisor. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b, x, y] = [modulo(value, modulus), modulus, 1n, 0n];
  while (b !== 0n) {
    const q = a / b;
    [a, b] = [b, a - q * b];
    [x, y] = [y, x - q * y];
  }
  return modulo(x, modulus);
}
