/** Monitoring covers every chain by its labels: an added chain is monitored without a change here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { chains } from "../chains/index.ts";
import { createMemoryCursorStore } from "../ingest/listener/cursor.ts";
import { followChain } from "../ingest/listener/follow.ts";
import type { ChainSession } from "../ingest/listener/session.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { createLogger } from "../lib/logger.ts";
import { registry } from "../lib/metrics.ts";
import { alertGroups, expressionOf, loadMetrics, scrape } from "./support/alerts.ts";
import { projectRoot } from "./support/cli.ts";
import { selectorsOf } from "./support/promql.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");
const dashboardText = read("ops/grafana/dashboards/validator-analytics.json");
const dashboard = JSON.parse(dashboardText) as {
  panels: { title: string; targets?: { expr: string }[] }[];
};
const expressions = [
  ...alertGroups.flatMap(({ rules }) => rules.map(({ alert, expr }) => [alert, expr] as const)),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => [title, expr.replaceAll(/\$\w+/g, "5m")] as const),
  ),
];

/** For diagnosing one process: its batches, and a listener's counters of one topic. */
const unwatched = [
  "published_messages_total",
  "published_bytes_total",
  "lag_heights",
  "dropped_bytes_total",
].concat(["bus_batch_seconds", "bus_batch_bytes"]);

beforeAll(loadMetrics);

describe("rules and panels", () => {
  it.each(expressions)("%s", (_, expr) => {
    for (const { id, family, topics } of chains)
      for (const name of [id, family, ...topics.map((topic) => topic.name)])
        expect(expr, `an expression of ops/ that names a chain, family or topic`).not.toMatch(
          new RegExp(`(?<![a-z])${name.replaceAll(".", "[.]")}(?![a-z])`),
        );
  });

  it("name no chain, network or topic: labels do", () => {
    const names = registry.getMetricsAsArray().map(({ name }) => name);
    for (const { family } of chains)
      for (const name of names)
        expect(name, `a metric that names the family ${family}`).not.toMatch(new RegExp(`_${family}_`));
  });

  it("use every metric of ours, except those listed for diagnosing a process", () => {
    const usedMetrics = new Set(
      expressions.flatMap(([, expr]) =>
        selectorsOf(expr).map(({ metric }) => metric.replace(/_bucket$/, "")),
      ),
    );
    const others = registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !usedMetrics.has(name) && !/^validator_analytics_(?:nodejs|process)_/.test(name));
    for (const name of others)
      expect(
        unwatched.some((end) => name.endsWith(end)),
        `${name} is in no rule and no panel`,
      ).toBe(true);
  });
});

describe("every chain", () => {
  it.each(chains.map((chain) => [chain.id, chain] as const))(
    "%s exports its newest height and its pace",
    (_, chain) => {
      expect(chain.secondsPerHeight).toBeGreaterThan(0);
      const folder = join("transform", chain.family);
      const sources = readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => read(join(folder, name)));
      expect(sources.some((source) => source.includes("markComputed("))).toBe(true);
    },
  );

  it.each(chains.map((chain) => [chain.id, chain] as const))(
    "%s raises the alert when its head stands still for longer than two heights take, not before",
    async (id, { secondsPerHeight }) => {
      const stopper = new AbortController();
      const session = {
        network: "testnet",
        status: () => {
          stopper.abort();
          return Promise.reject(new Error("the node is away"));
        },
      } as unknown as ChainSession;
      const log = createLogger("silent");
      const deps = { bus: createMemoryBus({ log }), cursors: createMemoryCursorStore(), log };
      await followChain({ id, secondsPerHeight }, session, deps, { signal: stopper.signal });
      const samples = await scrape();
      const sampleOf = (name: string) =>
        samples
          .get(`validator_analytics_ingest_${name}`)
          ?.find(({ labels }) => labels.listener === `${id}/testnet`)?.value ?? Number.NaN;
      const changedAt = sampleOf("head_changed_timestamp_seconds");
      expect(Math.abs(changedAt - Date.now() / 1000)).toBeLessThan(60);
      // The rule, as it is written.
      expect(expressionOf("NodeStands")).toBe(
        "time() - validator_analytics_ingest_head_changed_timestamp_seconds > 1200 + 2 * validator_analytics_ingest_height_seconds",
      );
      const stands = (seconds: number) => seconds > 1200 + 2 * sampleOf("height_seconds");
      expect(stands(secondsPerHeight)).toBe(false);
      expect(stands(2 * secondsPerHeight + 1500)).toBe(true);
    },
  );
});
