/**
 * Versions of rows: of the rows of one key the one with the highest version stays (ReplacingMergeTree). A version is
 * computed from the state of knowledge and of the code, never from the clock. The fields of a layout are in its bits one
 * below the other, so that a field decides only where those above it are equal.
 */
import { FatalError } from "./errors.ts";

/** Widths in bits by field, from what weighs most to what weighs least; 64 at most together. */
export type VersionLayout = Readonly<Record<string, number>>;

type VersionValues<Layout extends VersionLayout> = Readonly<Record<keyof Layout, number | bigint>>;

/** The highest value that a field holds. */
export function versionFieldMax<Layout extends VersionLayout>(
  layout: Layout,
  name: keyof Layout & string,
): bigint {
  return 2n ** BigInt(layout[name] ?? 0) - 1n;
}

/** The increment of a version per unit of each field, for statements that count a field themselves. */
export function versionUnits<Layout extends VersionLayout>(layout: Layout): Record<keyof Layout, bigint> {
  const units: Record<string, bigint> = {};
  let width = 0;
  for (const [name, bits] of Object.entries(layout).reverse()) {
    units[name] = 2n ** BigInt(width);
    width += bits;
  }
  if (width > 64)
    throw new FatalError(`A version of ${width} bits does not fit into UInt64`, { code: "version_overflow" });
  return units as Record<keyof Layout, bigint>;
}

/** @throws FatalError `version_overflow` when a value does not fit its field: it would count for the field above */
export function packVersion<Layout extends VersionLayout>(
  layout: Layout,
  values: VersionValues<Layout>,
): bigint {
  let version = 0n;
  for (const [name, unit] of Object.entries(versionUnits(layout)) as [keyof Layout & string, bigint][]) {
    const value = BigInt(values[name]);
    if (value < 0n || value > versionFieldMax(layout, name))
      throw new FatalError(`Version: ${name} is ${value}, which ${layout[name]} bits do not hold`, {
        code: "version_overflow",
        meta: { field: name },
      });
    version += value * unit;
  }
  return version;
}
