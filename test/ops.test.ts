/** Operators' rules, dashboard and scrape settings use only metrics that a process exports. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { registry } from "../lib/metrics.ts";
import { alertGroups, loadMetrics } from "./support/alerts.ts";
import { projectRoot } from "./support/cli.ts";
import { groupingLabelsOf, selectorsOf } from "./support/promql.ts";

await loadMetrics();

const read = (path: string) => readFileSync(join(projectRoot, path), "utf8");

const rules = alertGroups.flatMap((group) => group.rules);

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
/** Labels that metrics may have: each has few values, for chains of any size. */
const bounded = new Set(
  "chain network kind result topic table group partition listener node outcome check code operation reason status store disk".split(
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
  const knownLabels = new Set([
    ...scraped,
    ...[...expr.matchAll(/, "(\w+)", "\$\d", "\w+", /g)].map((match) => match[1]),
  ]);
  for (const { metric, labels } of selectors) {
    expect([...series.keys()], expr).toContain(metric);
    const own = [...scraped, ...(series.get(metric) ?? [])];
    for (const label of labels) expect(own, `${metric} in ${expr}`).toContain(label);
    for (const label of own) knownLabels.add(label);
  }
  for (const label of groupingLabelsOf(expr)) expect([...knownLabels], expr).toContain(label);
}

/** Grafana's variables as it would fill them in. */
const filledIn = (expr: string) =>
  expr.replaceAll("$__rate_interval", "1m").replaceAll(/\$(chain|network|group)\b/g, ".+");

describe("metrics", () => {
  it("have labels with few values only, and a name with the project's prefix", () => {
    for (const [name, labels] of series) {
      if (name in foreign) continue;
      expect(name, `the metric ${name}`).toMatch(/^validator_analytics_[a-z0-9_]+$/);
      if (/^validator_analytics_(?:nodejs|process)_/.test(name)) continue;
      for (const label of labels) expect([...bounded, "le"], name).toContain(label);
      // Chains may call their networks alike.
      expect(labels.includes("chain"), name).toBe(labels.includes("network"));
    }
  });
});

describe("alert rules", () => {
  it.each(rules.map((rule) => [rule.alert, rule] as const))("%s uses series that exist", (_, rule) =>
    checkExpression(rule.expr),
  );

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    "%s describes the problem and the action, with existing labels",
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

  it("distinguish networks by their chain", () => {
    const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
    for (const { expr } of [...rules, ...targets]) {
      const groupings = [...expr.matchAll(/\b(?:by|on) \(([^)]*)\)/g)].map(([, names = ""]) =>
        names.split(", "),
      );
      for (const names of groupings) expect(names.includes("chain"), expr).toBe(names.includes("network"));
      for (const { labels } of selectorsOf(filledIn(expr)))
        expect(labels.includes("chain"), expr).toBe(labels.includes("network"));
    }
  });

  it("have unique names", () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    expect(new Set(alertGroups.map(({ name }) => name)).size).toBe(alertGroups.length);
  });
});

describe("dashboard", () => {
  const panels = dashboard.panels.filter(({ type }) => type !== "row");
  const targets = panels.flatMap((panel) =>
    (panel.targets ?? []).map((target) => [panel.title, target] as const),
  );

  it.each(targets)("%s uses series that exist", (_, { expr, legendFormat }) => {
    expect(expr).not.toMatch(/\$(?!chain\b|network\b|group\b|__rate_interval\b)/);
    checkExpression(filledIn(expr));
    const labels = selectorsOf(filledIn(expr)).flatMap(({ metric }) => [
      ...scraped,
      ...(series.get(metric) ?? []),
    ]);
    for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
      expect(labels, `labels of ${expr}, which hold {{${label}}} of the legend`).toContain(label);
  });

  it("has panels with titles and targets that do not overlap", () => {
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
    const cells = new Set<string>();
    for (const { title, gridPos, type, targets: own, datasource } of dashboard.panels) {
      expect(title, `ops/grafana: title of the panel at ${gridPos.x}/${gridPos.y}`).not.toBe("");
      if (type !== "row") expect(own?.length, title).toBeGreaterThan(0);
      if (type !== "row")
        // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own notation
        expect(datasource?.uid, `ops/grafana: data source of the panel "${title}"`).toBe("${datasource}");
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x += 1)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y += 1) {
          expect(cells.has(`${x}/${y}`), title).toBe(false);
          cells.add(`${x}/${y}`);
        }
    }
  });

  it("has variables for the existing chains, networks and groups", () => {
    const variables = dashboard.templating.list.filter(({ type }) => type === "query");
    expect(variables.map(({ name }) => name)).toEqual(["chain", "network", "group"]);
    for (const { name, definition = "" } of variables) {
      const [, metric = "", label] = /^label_values\((.+), (\w+)\)$/.exec(definition) ?? [];
      expect(label, `ops/grafana: label of the variable ${name}, ${definition}`).toBe(name);
      checkExpression(filledIn(metric));
      expect(
        series.get(selectorsOf(metric)[0]?.metric ?? ""),
        `labels of the metric of the variable ${name}, ${definition}`,
      ).toContain(label);
    }
    for (const { expr } of dashboard.annotations.list) checkExpression(expr);
  });
});

it("the action for an alert is in docs/operating.md as the alert states it", () => {
  const text = read("docs/operating.md");
  const missing = rules
    .map(({ alert, annotations }) => {
      const action = (annotations.description ?? "")
        .trim()
        .replace(/\s+/g, " ")
        .replaceAll("{{ $labels.job }}", "STAGE");
      return `- **${alert}**: ${action}\n`;
    })
    .filter((line) => !text.includes(line));
  expect(missing, "these lines belong below the table of alerts").toEqual([]);
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
    // Names are relative to the file, so they hold in a container and in a checkout.
    for (const path of config.rule_files) expect(read(join("ops/prometheus", path))).toContain("groups:");
    expect(config.rule_files).toEqual(["rules.yml"]);
    expect(targetsOf("prometheus")).toContain("/etc/prometheus");
    for (const { job_name, dns_sd_configs } of config.scrape_configs) {
      expect(dns_sd_configs, `ops/prometheus/prometheus.yml: targets of ${job_name}`).toEqual([
        expect.objectContaining({ names: [job_name] }),
      ]);
      expect(
        String(dns_sd_configs[0]?.port),
        `ops/prometheus/prometheus.yml: port of ${job_name}, against docker-compose.yml`,
      ).toBe(services[job_name]?.environment?.METRICS_PORT);
    }
    expect(config.scrape_configs.map(({ job_name }) => job_name)).toEqual(["listen", "transform", "serve"]);
  });

  it("provisions Grafana with Prometheus and the dashboard", () => {
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

it("log lines that an alert quotes are logged", () => {
  const folders = ["cli", "ingest", "lib", "serve", "transform"];
  const sources = folders
    .flatMap((folder) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" }).map((path) =>
        join(folder, path),
      ),
    )
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map(read)
    .join("\n");
  const quoted = rules.flatMap(({ annotations }) => [
    ...(annotations.description ?? "").matchAll(/"([a-z]+(?: [a-z]+)+)"/g),
  ]);
  expect(quoted.length).toBeGreaterThan(5);
  const unknown = quoted.map(([, line = ""]) => line).filter((line) => !sources.includes(`"${line}`));
  expect(unknown).toEqual([]);
});
