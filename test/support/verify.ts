/** Runs the comparisons of `verify` against stub nodes and the warehouse that was read from them. */

import { openApi } from "../../cli/process/api.ts";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Verification } from "../../verify/figure.ts";
import { type PointResult, stepsOf, verifyPoint } from "../../verify/run.ts";

export type Verified = {
  /** Figures compared, by kind; every kind is listed. */
  compared: Record<string, number>;
  differences: PointResult["differences"];
  /** Reasons why points were not compared. */
  missing: string[];
};

/** Compares every height of a range (or each nth) with the nodes, and the API's figures with both. */
export async function verifyRange(
  verification: Verification,
  about: { chain: string; family: string; network: string; store: Store },
  range: { from: number; to: number },
  every = 1,
): Promise<Verified> {
  const { signal } = new AbortController();
  const log = createLogger("silent");
  const request = openApi(about.store, log);
  const api = (path: string) => request(about.network, path);
  const software = await verification.software(signal);
  const steps = await stepsOf(verification, { range, every, isReadable: async () => true }, signal);
  const results: PointResult[] = [];
  for (const { kind, point } of steps)
    results.push(await verifyPoint(kind, point, { ...about, log, signal, software, api }));
  const comparedOf = (name: string) =>
    results.reduce((sum, { kind, compared }) => sum + (kind === name ? compared : 0), 0);
  return {
    compared: Object.fromEntries(verification.kinds.map(({ name }) => [name, comparedOf(name)])),
    differences: results.flatMap(({ differences }) => differences),
    missing: results.flatMap(({ kind, point, missing }) =>
      missing === null ? [] : [`${kind} ${point}: ${missing}`],
    ),
  };
}
