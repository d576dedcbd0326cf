/**
 * The two 32-bit halves of each value of a 64-bit column, the lower one first: the same memory, read and written without
 * a BigInt for each value.
 */
export function halves({ buffer, byteOffset, length }: BigUint64Array): Uint32Array {
  return new Uint32Array(buffer, byteOffset, length * 2);
}
