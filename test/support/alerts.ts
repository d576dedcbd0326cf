/** The alert rules as Prometheus reads them, and the metrics that it would scrape from this process. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { parse } from "yaml";
import { registry } from "../../lib/metrics.ts";
import { projectRoot } from "./cli.ts";
import type { Sample, Scrape } from "./promql.ts";

type AlertRule = {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};

const text = readFileSync(join(projectRoot, "ops/prometheus/rules.yml"), "utf8");

export const { groups: alertGroups } = parse(text) as { groups: { name: string; rules: AlertRule[] }[] };

/** Loads every module that registers a metric, so that the registry has all metrics of any process. */
export async function loadMetrics(): Promise<void> {
  for (const folder of ["cli", "ingest", "lib", "serve", "transform", "verify"])
    for (const name of readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })) {
      const path = join(projectRoot, folder, name);
      if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
      if (/\bnew (?:Counter|Gauge|Histogram|Summary)\(/.test(readFileSync(path, "utf8"))) await import(path);
    }
}

/** The expression of an alert. */
export function expressionOf(alert: string): string {
  const rule = alertGroups.flatMap(({ rules }) => rules).find((each) => each.alert === alert);
  return rule?.expr ?? expect.unreachable(`no alert ${alert}`);
}

/** The metrics that Prometheus would scrape now. */
export async function scrape(): Promise<Scrape> {
  const metrics = await registry.getMetricsAsJSON();
  return new Map(
    metrics.map(({ name, values }) => [
      name,
      (values as { labels: Record<string, unknown>; value: number }[]).map(
        ({ labels, value }): Sample => ({
          labels: Object.fromEntries(Object.entries(labels).map(([label, text]) => [label, String(text)])),
          value,
        }),
      ),
    ]),
  );
}
