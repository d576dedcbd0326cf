import { numberArrays, parseNativeType } from "./native/type.ts";
import type { ColumnValues, Repeated } from "./store.ts";

/** Every row of its own, as other columns of the type have them. */
export function expand(type: string, { value, rows }: Repeated): ColumnValues {
  const native = parseNativeType(type);
  if (native.kind !== "number") return new Array<string>(rows).fill(String(value));
  return new numberArrays[native.array](rows).fill(value as never);
}
