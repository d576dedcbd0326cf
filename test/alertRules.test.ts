/** Each alert fires when it should and is silent when it should be, as Prometheus itself evaluates the rules. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type AlertCase, alertCases } from "./support/alertCases.ts";
import { alertGroups } from "./support/alerts.ts";

const promtool = process.env.PROMTOOL ?? "promtool";
const isMissing = spawnSync(promtool, ["--version"]).error !== undefined;

/** A test of promtool: whether it is firing after hours of these series, a sample a minute. */
function testOf(alert: string, { series, fires, hours = 4 }: AlertCase) {
  const firing = `count(ALERTS{alertname="${alert}", alertstate="firing"})`;
  return {
    name: `${alert} ${fires ? "fires" : "is silent"}`,
    interval: "1m",
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: [
      {
        expr: `(${firing} or vector(0)) > bool 0`,
        eval_time: `${hours}h`,
        exp_samples: [{ labels: "{}", value: fires ? 1 : 0 }],
      },
    ],
  };
}

const rules = alertGroups.flatMap((group) => group.rules);

it("every alert has cases in which it fires, and in which it is silent", () => {
  expect(Object.keys(alertCases).sort()).toEqual(rules.map(({ alert }) => alert).sort());
  for (const [alert, cases] of Object.entries(alertCases))
    expect(new Set(cases.map(({ fires }) => fires)).size, alert).toBe(2);
});

it.skipIf(isMissing).each(rules.map((rule) => [rule.alert, rule] as const))("%s", (alert, rule) => {
  const folder = mkdtempSync(join(tmpdir(), "alert-rules-"));
  // JSON is YAML.
  const write = (name: string, content: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  try {
    // Alone: a test evaluates all rules of its file, each minute of the hours.
    const rulesFile = write("rule.yml", { groups: [{ name: alert, rules: [rule] }] });
    const tests = alertCases[alert]?.map((one) => testOf(alert, one));
    const file = write("test.yml", { rule_files: [rulesFile], evaluation_interval: "1m", tests });
    const { stdout, stderr } = spawnSync(promtool, ["test", "rules", file], { encoding: "utf8" });
    expect(`${stdout}${stderr}`).toContain("SUCCESS");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
