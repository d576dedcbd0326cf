/** Names of variables: misspelled settings, and those whose value stands in a file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { errorMessage } from "../lib/errors.ts";
import { envExample, isSetting, loadConfig, settingWarnings } from "./config.ts";

const node = "http://localhost:5052";

/** The problems that a set of variables has, one a line. */
function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment);
  } catch (error) {
    return errorMessage(error);
  }
  return "";
}

describe("names that are like ours and are no settings", () => {
  it.each([
    ["ETH_BEACON_URL", "ETH_BEACON_URLS"],
    ["ETH_HOODI_BEACON_URL", "ETH_HOODI_BEACON_URLS"],
    ["ETH_KEEP_RAW_DAY", "ETH_KEEP_RAW_DAYS"],
    ["SOLANA_RPC_URL_FILE", "SOLANA_RPC_URLS"],
    ["KAFKA_BROKER", "KAFKA_BROKERS"],
    ["KAFKA_BOOTSTRAP_SERVERS", "KAFKA_BROKERS"],
    ["CLICKHOUSE_URI", "CLICKHOUSE_URL"],
    ["REDIS_HOST", "REDIS_URL"],
    ["METRICS_PROT", "METRICS_PORT"],
    ["LOG_LEVLE", "LOG_LEVEL"],
    ["KAFKA_GROUP_PREFX", "KAFKA_GROUP_PREFIX"],
    ["TRUSTED_PROXY", "TRUSTED_PROXIES"],
    ["METRIC_PORT", "METRICS_PORT"],
    ["EHT_BEACON_URLS", "ETH_BEACON_URLS"],
    ["EHT_HOODI_BEACON_URLS", "ETH_HOODI_BEACON_URLS"],
    ["SOLNA_RPC_URLS", "SOLANA_RPC_URLS"],
    ["ETHBEACON_URLS", "ETH_BEACON_URLS"],
    ["DATADIR", "DATA_DIR"],
    ["DIR_DATA", "DATA_DIR"],
    ["BACKUPS_DIR", "BACKUP_DIR"],
    ["ARCHIVES_DIR", "ARCHIVE_DIR"],
    ["CLICKHOUSE_URLS", "CLICKHOUSE_URL"],
  ])("%s is an error that names %s", (name, nearest) => {
    expect(problemsOf({ [name]: "x" })).toBe(
      `Wrong settings:\n  ${name} is not a setting; did you mean ${nearest}?`,
    );
  });

  it.each([
    ["NETWORK", "NETWORKS"],
    ["MIGRATION", "MIGRATE"],
    ["EXPLORERS", "EXPLORER"],
  ])("%s is a warning that names %s, as it may belong to another program", (name, nearest) => {
    expect(problemsOf({ [name]: "x" })).toBe("");
    expect(settingWarnings({ [name]: "x" })).toEqual([`${name} is not a setting; did you mean ${nearest}?`]);
  });

  it("the address that Kubernetes has of a service is of another program", () => {
    const environment = { METRIC_PORT: "tcp://10.0.0.7:80", ETH_BEACON_PORT: "tcp://10.0.0.8:5052" };
    expect(problemsOf(environment)).toBe("");
    expect(settingWarnings(environment)).toEqual([]);
  });

  it.each([
    "ETH_BEACON_SERVICE_HOST",
    "ETH_BEACON_PORT_5052_TCP_ADDR",
    "KAFKA_PORT",
    "REDIS_SERVICE_PORT_REDIS",
    "CLICKHOUSE_USER",
    "CLICKHOUSE_UID",
    "KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS",
    "HOME",
    "HOSTNAME",
    "NODE_ENV",
    "HTTP_PROXY",
    "CLICKHOUSE_PASSWORD",
    "KAFKA_HEAP_OPTS",
    "KAFKA_ADVERTISED_LISTENERS",
    "GRAFANA_PASSWORD",
    "LOG_FILE",
    "DATA_SOURCE",
    "PATH",
  ])("%s belongs to another program", (name) => {
    expect(problemsOf({ [name]: "x" })).toBe("");
    expect(settingWarnings({ [name]: "x" })).toEqual([]);
  });
});

describe("a secret in a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "settings-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  function file(text: string): string {
    const path = join(folder, "value");
    writeFileSync(path, text);
    return path;
  }

  it("is the value of every setting that may hold one", () => {
    expect(
      loadConfig({ ETH_HOODI_BEACON_URLS_FILE: file(`${node}\na=${node}/2,\n`) }).nodes[0]?.urls.beacon,
    ).toEqual([node, `a=${node}/2`]);
    const secrets = [...envExample().matchAll(/^#?([A-Z0-9_]+(?:_URLS?|_TOKEN))=/gm)].map(([, name]) =>
      String(name),
    );
    expect(secrets).toContain("CARDANO_KOIOS_TOKEN");
    for (const name of secrets) {
      const isOpen = name === "BASE_URL";
      expect(isSetting(`${name}_FILE`), name).toBe(!isOpen);
      if (!isOpen) expect(problemsOf({ [`${name}_FILE`]: join(folder, "none") })).toContain(`${name}_FILE: `);
    }
    const url = "http://user:password@house:8123/database";
    expect(loadConfig({ CLICKHOUSE_URL_FILE: file(`${url}\n`) }).CLICKHOUSE_URL).toBe(url);
    expect(isSetting("PORT_FILE")).toBe(false);
  });

  it("is wrong next to the value and when it is empty, and messages do not quote it", () => {
    const path = file("redis://:FILEPASSWORD@redis");
    expect(problemsOf({ REDIS_URL: "redis://redis", REDIS_URL_FILE: path })).toContain(
      "REDIS_URL_FILE: REDIS_URL is set, too; leave one of both",
    );
    expect(problemsOf({ REDIS_URL_FILE: file(" \n") })).toContain("is empty");
    expect(problemsOf({ CLICKHOUSE_URL_FILE: file("FILEPASSWORD") })).toMatch(
      /CLICKHOUSE_URL: (?!.*FILEPASSWORD)/,
    );
  });
});
