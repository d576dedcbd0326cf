/** Results of comparisons in the warehouse: app_verification. */
import type { Column, Store } from "../lib/store/store.ts";
import type { Kind } from "./figure.ts";
import type { PointResult } from "./run.ts";

const differencesKept = 100;

const uint64 = (name: string, value: number): Column => ({
  ...{ name, type: "UInt64" },
  values: BigUint64Array.of(BigInt(value)),
});
const text = (name: string, value: string): Column => ({ name, type: "String", values: [value] });

/** Differences without an explanation, and those by known errors of node software. */
export function countDifferences({ differences }: Pick<PointResult, "differences">) {
  const nodeErrors = differences.filter(({ nodeError }) => nodeError !== null).length;
  return { differing: differences.length - nodeErrors, nodeErrors };
}

export type ResultContext = {
  chain: string;
  network: string;
  /** What heights of the chain count. */
  unit: string;
  software: readonly string[];
};

/** Stores the result of one point. @param at milliseconds since 1970 */
export async function writeResult(
  store: Store,
  { chain, network, unit, software }: ResultContext,
  kind: Kind,
  result: PointResult,
  at = Date.now(),
): Promise<void> {
  const { differing, nodeErrors } = countDifferences(result);
  const { point, compared, missing, differences } = result;
  const kept = differences.slice(0, differencesKept).map(({ kind: _kind, point: _point, ...rest }) => rest);
  await store.insert("app_verification", [
    ...[text("chain", chain), text("network", network), text("kind", kind.name), uint64("point", point)],
    ...[text("unit", kind.unit ?? unit), text("title", kind.title), text("source", kind.source)],
    uint64("compared_count", compared),
    uint64("differing_count", differing),
    uint64("node_error_count", nodeErrors),
    text("missing", missing ?? ""),
    text("differences", JSON.stringify(kept)),
    {
      ...{ name: "software", type: "Array(String)" },
      values: { kind: "array", offsets: BigUint64Array.of(BigInt(software.length)), values: software },
    },
    { name: "verified_at", type: "DateTime", values: Uint32Array.of(Math.floor(at / 1000)) },
    uint64("version", at),
  ]);
}
