/** Each alert fires when it should and is silent when it should be, as Prometheus itself evaluates the rules. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
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

const folder = mkdtempSync(join(tmpdir(), "alert-rules-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// JSON is YAML.
function write(name: string, content: unknown): string {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
}

/** A rule alone in its file: a test evaluates all rules of a file, each minute of the hours. */
const tests = rules.map(({ alert, ...rule }) => {
  const rulesFile = write(`${alert}.yml`, { groups: [{ name: alert, rules: [{ alert, ...rule }] }] });
  const cases = alertCases[alert]?.map((one) => testOf(alert, one));
  const test = { rule_files: [rulesFile], evaluation_interval: "1m", tests: cases };
  return [alert, write(`${alert}.test.yml`, test)] as const;
});

const promtoolOn = (files: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(promtool, ["test", "rules", ...files], { encoding: "utf8" });
  return { status, text: `${stdout}${stderr}` };
};

/** One process checks all of them, because it starts slowly; after a failure one each, to find the name. */
let haveAllPassed = false;
beforeAll(() => {
  haveAllPassed = !isMissing && promtoolOn(tests.map(([, file]) => file)).status === 0;
});

it.skipIf(isMissing).each(tests)("%s", (_, file) => {
  if (!haveAllPassed) expect(promtoolOn([file]).text).toContain("SUCCESS");
});
