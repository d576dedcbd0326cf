/** What operators watch: rules, dashboard and scrape settings ask only for what a process exports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import "../ingest/listener/metrics.ts";
import "../lib/bus/metrics.ts";
import "../lib/store/disks.ts";
import "../serve/http/metrics.ts";
import "../transform/frame/metrics.ts";
import { generateChain } from "../fixtures/eth/generate.ts";
import { type StubBeaconNode, startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import { createMemoryBus } from "../lib/bus/memory.ts";
import { registry } from "../lib/metrics.ts";
import { listSql } from "../lib/sql/file.ts";
import { readDisks } from "../lib/store/disks.ts";
import type { Store } from "../lib/store/store.ts";
import { projectRoot } from "./support/cli.ts";
import { ingest, log, openPipeline, openWarehouse, type TestWarehouse } from "./support/ethPipeline.ts";
import { evaluate, groupingLabelsOf, type Sample, type Scrape, selectorsOf } from "./support/promql.ts";

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
const { groups } = parse(read("ops/prometheus/rules.yml")) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

type Panel = {
  id: number;
  type: string;
  title: string;
  gridPos: { h: number; w: number; x: number; y: number };
  datasource?: { uid: string };
  targets?: { refId: string; expr: string; legendFormat: string }[];
};
type Variable = { name: string; type: string; definition?: string };
const dashboard = JSON.parse(read("ops/grafana/dashboards/validator-analytics.json")) as {
  uid: string;
  panels: Panel[];
  templating: { list: Variable[] };
  annotations: { list: { expr: string }[] };
};

/** Labels that Prometheus adds to every series. */
const scraped = ["job", "instance"];
/** Series of Prometheus itself. */
const foreign = { up: [], ALERTS: ["alertname", "alertstate", "severity"] };
/** Labels that metrics may have: each has few values, whatever the chains' size. */
const bounded = new Set(
  "network topic table group partition listener node outcome check code operation status store disk".split(
    " ",
  ),
);

/** Label names of every series that a process may export, by name. */
function exportedSeries(): Map<string, string[]> {
  const series = new Map<string, string[]>(Object.entries(foreign));
  for (const metric of registry.getMetricsAsArray()) {
    const { name, labelNames, type } = metric as unknown as {
      name: string;
      labelNames: string[];
      type: string;
    };
    const names = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    for (const suffix of names)
      series.set(name + suffix, [...labelNames, ...(suffix === "_bucket" ? ["le"] : [])]);
  }
  return series;
}
const series = exportedSeries();

/** Fails unless every series and label of the expression exists. */
function checkExpression(expr: string): void {
  const selectors = selectorsOf(expr);
  expect(selectors.length, expr).toBeGreaterThan(0);
  // label_replace makes a label out of another one.
  const known = new Set([
    ...scraped,
    ...[...expr.matchAll(/label_replace\(.+?, "(\w+)", /g)].map((match) => match[1]),
  ]);
  for (const { metric, labels } of selectors) {
    expect([...series.keys()], expr).toContain(metric);
    const own = [...scraped, ...(series.get(metric) ?? [])];
    for (const label of labels) expect(own, `${metric} in ${expr}`).toContain(label);
    for (const label of own) known.add(label);
  }
  for (const label of groupingLabelsOf(expr)) expect([...known], expr).toContain(label);
}

/** Grafana's variables as it would fill them in. */
const filledIn = (expr: string) =>
  expr.replaceAll("$__rate_interval", "1m").replaceAll(/\$(network|group)\b/g, ".+");

describe("metrics", () => {
  it("have labels with few values only, and a name with the project's prefix", () => {
    for (const [name, labels] of series) {
      if (name in foreign) continue;
      expect(name).toMatch(/^validator_analytics_[a-z0-9_]+$/);
      if (/^validator_analytics_(?:nodejs|process)_/.test(name)) continue;
      for (const label of labels) expect([...bounded, "le"], name).toContain(label);
    }
  });
});

describe("alert rules", () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))("%s asks for series that exist", (_, rule) =>
    checkExpression(rule.expr),
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s says what is wrong and what to do, with labels that it has",
    (_, rule) => {
      expect(rule.labels.severity).toMatch(/^(?:critical|warning)$/);
      expect(rule.annotations.summary?.length).toBeGreaterThan(20);
      expect(rule.annotations.description?.length).toBeGreaterThan(80);
      if (rule.for !== undefined) expect(rule.for).toMatch(/^\d+[mh]$/);
      const texts = Object.values(rule.annotations).join(" ");
      const labels = new Set([
        ...groupingLabelsOf(rule.expr),
        ...selectorsOf(rule.expr).flatMap(({ metric }) =>
          /\bby \(/.test(rule.expr) ? [] : [...scraped, ...(series.get(metric) ?? [])],
        ),
      ]);
      for (const [, label] of texts.matchAll(/\$labels\.(\w+)/g)) expect([...labels]).toContain(label);
    },
  );

  it("have names of their own", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length);
  });
});

describe("dashboard", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  const targets = panels.flatMap((panel) =>
    (panel.targets ?? []).map((target) => [panel.title, target] as const),
  );

  it.each(targets)("%s asks for series that exist", (_, { expr, legendFormat }) => {
    expect(expr).not.toMatch(/\$(?!network\b|group\b|__rate_interval\b)/);
    checkExpression(filledIn(expr));
    const labels = selectorsOf(filledIn(expr)).flatMap(({ metric }) => [
      ...scraped,
      ...(series.get(metric) ?? []),
    ]);
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(labels).toContain(label);
  });

  it("has panels with titles, targets and room of their own", () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = new Set<string>();
    for (const { title, gridPos, type, targets: own, datasource } of dashboard.panels) {
      expect(title).not.toBe("");
      if (type !== "row") expect(own?.length, title).toBeGreaterThan(0);
      // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own notation
      if (type !== "row") expect(datasource?.uid).toBe("${datasource}");
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(cells.has(`${x}/${y}`), title).toBe(false);
          cells.add(`${x}/${y}`);
        }
    }
  });

  it("lets one choose network and group out of what there is", () => {
    const variables = dashboard.templating.list.filter(({ type }) => type === "query");
    expect(variables.map(({ name }) => name)).toEqual(["network", "group"]);
    for (const { name, definition = "" } of variables) {
      const [, metric = "", label] = /^label_values\((\w+), (\w+)\)$/.exec(definition) ?? [];
      expect(label).toBe(name);
      expect(series.get(metric)).toContain(label);
    }
    for (const { expr } of dashboard.annotations.list) checkExpression(expr);
  });
});

describe("provisioning", () => {
  type Compose = { services: Record<string, { volumes?: string[]; environment?: Record<string, string> }> };
  const { services } = parse(read("docker-compose.yml"), { merge: true }) as Compose;
  const targetsOf = (name: string) => (services[name]?.volumes ?? []).map((volume) => volume.split(":")[1]);

  it("scrapes every stage on its METRICS_PORT, and loads the rules", () => {
    const config = parse(read("ops/prometheus/prometheus.yml")) as {
      rule_files: string[];
      scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    expect(config.rule_files).toEqual(["/etc/prometheus/rules.yml"]);
    expect(targetsOf("prometheus")).toContain("/etc/prometheus");
    for (const { job_name, dns_sd_configs } of config.scrape_configs) {
      expect(dns_sd_configs).toEqual([expect.objectContaining({ names: [job_name] })]);
      expect(String(dns_sd_configs[0]?.port)).toBe(services[job_name]?.environment?.METRICS_PORT);
    }
    expect(config.scrape_configs.map(({ job_name }) => job_name)).toEqual(["listen", "transform", "serve"]);
  });

  it("gives Grafana Prometheus and the dashboard", () => {
    const sources = parse(read("ops/grafana/provisioning/datasources/prometheus.yml")) as {
      datasources: { url: string; type: string }[];
    };
    expect(sources.datasources).toEqual([
      expect.objectContaining({ type: "prometheus", url: "http://prometheus:9090" }),
    ]);
    const { providers } = parse(read("ops/grafana/provisioning/dashboards/dashboards.yml")) as {
      providers: { options: { path: string } }[];
    };
    const folder = providers[0]?.options.path;
    expect(targetsOf("grafana")).toContain(folder);
    expect(services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH).toBe(
      `${folder}/validator-analytics.json`,
    );
  });
});

/** Four epochs a day, so that days begin and end within a short chain. */
const chain = generateChain({
  seed: 5,
  validators: 64,
  preset: "minimal",
  startEpoch: 6,
  epochs: 12,
  spec: { SECONDS_PER_SLOT: "2700" },
});
const from = chain.options.startEpoch + 1;

/** What Prometheus would read now. */
async function scrape(): Promise<Scrape> {
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

describe("the alert on flat tables, on what a real run exports", () => {
  const flat = rules.find(({ alert }) => alert === "TableFlat")?.expr ?? "";
  let node: StubBeaconNode;
  let warehouse: TestWarehouse;
  let network: string;
  let snapshots: Scrape[];

  /** Ingests ranges one after the other, with a scrape behind each. */
  async function run(store: Store): Promise<Scrape[]> {
    const pipeline = await openPipeline(store, createMemoryBus({ log }));
    const scrapes: Scrape[] = [];
    for (const epoch of [from, from + 2]) {
      network = await ingest(node.url, store, pipeline, { from: epoch, to: epoch + 1 });
      scrapes.push(await scrape());
    }
    await pipeline.stop();
    return scrapes;
  }
  const pairs = (scrapes: readonly Scrape[]) =>
    scrapes.slice(1).map((after, i) => [scrapes[i] as Scrape, after] as const);

  beforeAll(async () => {
    node = await startStubBeaconNode(chain);
    warehouse = await openWarehouse();
    snapshots = await run(warehouse.store);
  });
  afterAll(async () => {
    await warehouse.close();
    await node.close();
  });

  it("selects series on all its sides", () => {
    const last = snapshots.at(-1);
    for (const { metric } of selectorsOf(flat)) {
      const found = (last?.get(metric) ?? []).filter(({ labels }) => labels.network === network);
      expect(found.length, metric).toBeGreaterThan(0);
    }
    const tables = (last?.get("validator_analytics_transform_table_expected") ?? []).map(
      ({ labels }) => labels.table,
    );
    expect(tables.sort()).toEqual([
      "fct_eth_validator_duty_epoch",
      "int_eth_epoch",
      "raw_eth_block",
      "raw_eth_committee",
      "raw_eth_epoch",
      "raw_eth_proposer_duty",
    ]);
  });

  it("is silent while all goes well: each of those tables got rows in every step", () => {
    for (const [before, after] of pairs(snapshots)) {
      expect(evaluate(flat, before, after)).toEqual([]);
      // Not because nothing was consumed.
      const consumed = evaluate(
        "sum by (network, topic) (increase(validator_analytics_transform_network_messages_total[15m])) > 0",
        before,
        after,
      );
      expect(consumed.map(({ labels }) => labels.topic)).toEqual(
        expect.arrayContaining(["eth.block", "eth.committee", "eth.epoch"]),
      );
    }
  });

  it("names the tables whose rows stay away, and no other", async () => {
    const lost = { "eth.committee": "raw_eth_committee", "eth.epoch": "int_eth_epoch" };
    const store: Store = {
      ...warehouse.store,
      insert: async (name, columns) => {
        if (!Object.values(lost).includes(name)) await warehouse.store.insert(name, columns);
      },
    };
    for (const [before, after] of pairs(await run(store))) {
      const found = evaluate(flat, before, after).map(({ labels }) => labels);
      expect(found).toHaveLength(2);
      for (const [topic, table] of Object.entries(lost))
        expect(found).toContainEqual({ network, topic, table });
    }
  });

  it("is silent when nothing is consumed", async () => {
    const now = await scrape();
    expect(evaluate(flat, now, now)).toEqual([]);
  });

  it("has rows and bytes for own tables only, by network", () => {
    const known = listSql("tables").map((path) => path.split("/").at(-1)?.replace(".sql", ""));
    for (const metric of ["written_rows_total", "written_bytes_total"]) {
      for (const { labels } of snapshots.at(-1)?.get(`validator_analytics_store_${metric}`) ?? []) {
        expect([...known, "other"]).toContain(labels.table);
        expect([network, ""]).toContain(labels.network);
      }
    }
  });

  it("tells the newest height that is computed, and its time on the chain", async () => {
    const [row] = await warehouse.store.rows<{ epoch: number }>(
      "select max(epoch) as epoch from int_eth_epoch final",
    );
    const last = (name: string) =>
      snapshots
        .at(-1)
        ?.get(`validator_analytics_transform_computed_${name}`)
        ?.find(({ labels }) => labels.network === network)?.value;
    const [info] = await warehouse.store.rows<{ end: string }>(
      `select genesis_time + {epoch:UInt64} * slots_per_epoch * seconds_per_slot as end from dim_eth_network final`,
      { epoch: (row?.epoch ?? 0) + 1 },
    );
    expect(last("height")).toBe(row?.epoch);
    expect(last("timestamp_seconds")).toBe(Number(info?.end));
  });

  it("knows how full the warehouse's disks are", async () => {
    await readDisks(warehouse.store);
    const now = await scrape();
    const free = now.get("validator_analytics_store_disk_free_bytes")?.[0]?.value ?? 0;
    const total = now.get("validator_analytics_store_disk_total_bytes")?.[0]?.value ?? 0;
    expect(free).toBeGreaterThan(0);
    expect(total).toBeGreaterThan(free);
  });
});
