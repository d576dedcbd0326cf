/** Clients of others read from the SQL port: Python's clickhouse-connect, DuckDB's httpfs, and ClickHouse's JDBC driver, for which Java is needed. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchJars, quickJava } from "./support/kafka/jars.ts";
import { kafkaMissing } from "./support/kafka.ts";
import { installPython } from "./support/python.ts";
import { openSqlPort, type SqlPort } from "./support/sqlPort.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const run = promisify(execFile);
const support = join(import.meta.dirname, "support");

let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
let port: SqlPort;

beforeAll(async () => {
  opened = await openTemporaryStore();
  await opened.store.command(
    "insert into dim_eth_network (network, version) values ('mainnet', 1), ('hoodi', 2)",
  );
  port = await openSqlPort(opened.store);
});
afterAll(async () => {
  await port.close();
  await opened.close();
});

describe("the SQL port", () => {
  it("is read by Python and DuckDB", async () => {
    const programs = await installPython("clickhouse-connect", "1.12.0", [
      "duckdb==1.5.5",
      "duckdb-extension-httpfs==1.5.5",
    ]);
    const { stdout } = await run(join(programs, "python"), [
      join(support, "sqlDrivers.py"),
      port.url,
      port.key,
    ]);
    const lines = stdout.trimEnd().split("\n");
    expect(Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, unknown]))).toEqual({
      rows: [
        ["hoodi", 2],
        ["mainnet", 1],
      ],
      parameters: [["it's\n", [1, 2]]],
      columns: ["network", "genesis_time"],
      tables: true,
      stream: 200_000,
      // The client looks into system.settings before it sends one.
      setting: [[1]],
      changing: "refused",
      private: "60",
      insert: "497",
      csv: [
        ["hoodi", 2],
        ["mainnet", 1],
      ],
      parquet: [[100_000, 4_999_950_000]],
    });
  });

  it.skipIf(kafkaMissing() !== undefined)("is read by JDBC, as DBeaver does", async () => {
    const jars = await fetchJars(join(support, "jdbc/pom.xml"));
    const address = port.url.replace("http://", "jdbc:clickhouse://");
    const statements = [
      "select network, version, toDecimal64(1.5, 2) as d from dim_eth_network final order by network;",
      "!tables",
      "!columns dim_eth_network",
      "!dbinfo",
      "select * from app_api_key;",
    ];
    const { stdout, stderr } = await run("java", [
      ...quickJava,
      "-cp",
      join(jars, "*"),
      "sqlline.SqlLine",
      ...[
        "-d",
        "com.clickhouse.jdbc.ClickHouseDriver",
        "-u",
        `${address}/default`,
        "-n",
        "me",
        "-p",
        port.key,
      ],
      ...["--outputformat=csv", "--silent=false", "--color=false"],
      ...statements.flatMap((statement) => ["-e", statement]),
    ]).catch((error: unknown) => error as { stdout: string; stderr: string });
    const output = stdout + stderr;
    expect(output).toContain("'hoodi','2','1.50'");
    expect(output).toMatch(/'dim_eth_network','TABLE'/);
    expect(output).toMatch(/'dim_eth_network','genesis_validators_root'/);
    expect(output).toContain("There is no table app_api_key that may be read here");
  });
});
