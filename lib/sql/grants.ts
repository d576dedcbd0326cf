/** The privileges of each stage in a warehouse on servers, and no others. An operator grants the roles to users. */
import { basename } from "node:path";
import { listSql } from "./file.ts";
import { publicTables } from "./publicTables.ts";
import { loadTable } from "./table.ts";

export type Stage = "listen" | "transform" | "serve" | "operator";

const roleOf = (stage: Stage): string => `validator_analytics_${stage}`;

/** The stage that writes a table, by its front matter. Operators write the tables of the command line. */
const writers: Readonly<Record<string, Stage>> = {
  ingest: "listen",
  topic: "transform",
  model: "transform",
  transform: "transform",
  serve: "serve",
  cli: "operator",
};

/** Tables of the engine, which a server may keep from whom they are not granted to. */
export const systemTables: Readonly<Record<Exclude<Stage, "operator">, readonly string[]>> = {
  listen: ["disks"],
  transform: ["databases", "disks", "parts", "tables"],
  serve: ["disks", "tables"],
};

/** Tables queried by the checker of analysts' statements, and by drivers. */
const analystSystemTables = ["columns", "data_skipping_indices", "databases", "functions", "tables"];

/** Tables that a stage inserts into, in the order of their names. */
export function writtenTables(stage: Stage): string[] {
  return listSql("tables")
    .map((path) => basename(path, ".sql"))
    .filter((table) => {
      const { fed_by: source = "" } = loadTable(table).frontMatter;
      return writers[source.split(" ")[0] ?? ""] === stage;
    })
    .sort();
}

const droppedByServe = () =>
  writtenTables("serve").filter((table) => loadTable(table).frontMatter.keep === "usage");

function stageGrants(stage: Exclude<Stage, "operator">, isCluster: boolean): string[] {
  const role = roleOf(stage);
  const tables = writtenTables(stage).map((table) => `  insert on ${table}`);
  return [
    `create role if not exists ${role}`,
    `grant select on * to ${role}`,
    `grant\n${tables.join(",\n")}\nto ${role}`,
    ...systemTables[stage].map((table) => `grant select on system.${table} to ${role}`),
    // The engine treats `alter table … drop partition` as a deletion: retention needs it.
    ...(stage === "transform"
      ? [`grant\n${tables.map((line) => line.replace("insert", "alter delete")).join(",\n")}\nto ${role}`]
      : []),
    // The server drops old usage of keys.
    ...(stage === "serve"
      ? droppedByServe().map((table) => `grant alter delete on ${table} to ${role}`)
      : []),
    ...(stage === "transform" && isCluster ? [`grant cluster on *.* to ${role}`] : []),
  ];
}

/** The operator who runs `migrate`, `replay`, `keys` and the other verbs. */
function operatorGrants(isCluster: boolean): string[] {
  const role = roleOf("operator");
  return [
    `create role if not exists ${role}`,
    // `replay` makes a database of its own and exchanges tables with it.
    `grant select, insert, create database, create table, create view, drop database, drop table, drop view, alter, truncate, optimize on *.* to ${role}`,
    `grant create function, drop function on *.* to ${role}`,
    // `backup`, and stopping one that runs.
    `grant backup, kill query on *.* to ${role}`,
    ...(isCluster ? [`grant cluster on *.* to ${role}`] : []),
  ];
}

/** The user of SQL_CLICKHOUSE_URL: public tables only. Each statement comes with its limits, so `readonly` is 2. */
function analystGrants(): string[] {
  const role = "validator_analytics_sql";
  return [
    `create role if not exists ${role} settings readonly = 2, allow_ddl = 0, allow_introspection_functions = 0`,
    `grant\n${publicTables()
      .map((table) => `  select on ${table}`)
      .join(",\n")}\nto ${role}`,
    ...analystSystemTables.map((table) => `grant select on system.${table} to ${role}`),
  ];
}

/** Statements for a server, in order; run them in the warehouse's database. */
export function grantStatements({ isCluster = false }: { isCluster?: boolean } = {}): string[] {
  const stages = ["listen", "transform", "serve"] as const;
  return [
    ...stages.flatMap((stage) => stageGrants(stage, isCluster)),
    ...operatorGrants(isCluster),
    ...analystGrants(),
  ];
}

/** The file of ops/clickhouse. */
export function grantsText(options: { isCluster?: boolean } = {}): string {
  const head = [
    "-- Roles for a warehouse on ClickHouse servers: each stage reads all tables and writes its own.",
    "-- Made by `validator-analytics grants`. With MIGRATE=off in all stages only `migrate` changes tables. After it:",
    "--   clickhouse-client --database <database> --queries-file grants.sql",
    "--   create user serve identified by '…'; grant validator_analytics_serve to serve;",
  ];
  return `${[...head, ...grantStatements(options).map((statement) => `\n${statement};`)].join("\n")}\n`;
}
