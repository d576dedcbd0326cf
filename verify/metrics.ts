import { Counter } from "prom-client";
import { registry } from "../lib/metrics.ts";
import type { ResultContext } from "./results.ts";
import { countDifferences } from "./results.ts";
import type { PointResult } from "./run.ts";

const labelNames = ["chain", "network", "kind", "result"] as const;

const figures = new Counter({
  name: "validator_analytics_verify_figures_total",
  help: "Figures compared with those of nodes, by result: equal, differing, or node_error for known errors of the software",
  labelNames,
  registers: [registry],
});
const points = new Counter({
  name: "validator_analytics_verify_points_total",
  help: "Heights or periods of a kind of figure, by result: compared, or missing where nodes return nothing to compare",
  labelNames,
  registers: [registry],
});

/** Counts the result of a point. */
export function countResult({ chain, network }: ResultContext, result: PointResult): void {
  const labels = { chain, network, kind: result.kind };
  const { differing, nodeErrors } = countDifferences(result);
  points.inc({ ...labels, result: result.missing === null ? "compared" : "missing" });
  figures.inc({ ...labels, result: "equal" }, result.compared - differing - nodeErrors);
  figures.inc({ ...labels, result: "differing" }, differing);
  figures.inc({ ...labels, result: "node_error" }, nodeErrors);
}
