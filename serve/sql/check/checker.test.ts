import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Store } from "../../../lib/store/store.ts";
import { openTemporaryStore } from "../../../test/support/serve.ts";
import { failureOf } from "../../../test/support/stores.ts";
import { type Checker, createChecker } from "./checker.ts";

const secret = "the-secret-of-somebody";
const budget = {
  seconds: 20,
  memoryMib: 1_024,
  rows: 100_000_000,
  foreign: { resultRows: 1_000_000, resultMib: 64, threads: 1 },
};

let opened: Awaited<ReturnType<typeof openTemporaryStore>>;
let store: Store;
let check: Checker;

async function run(sql: string, params: Record<string, string | null> = {}): Promise<string> {
  const checked = await check(sql, params);
  const { bytes } = await store.bytes(checked.sql, checked.format ?? "TSV");
  return bytes.toString("utf8");
}

beforeAll(async () => {
  opened = await openTemporaryStore();
  await opened.store.command(
    `insert into app_api_key (key_id, name, key_hash, tier, version) values ('${secret}', '${secret}', '${secret}', 'free', 1)`,
  );
  await opened.store.command("create database shadow_of_replay");
  await opened.store.command(`create table shadow_of_replay.fct_eth_block (secret String) engine = Memory`);
  await opened.store.command(`insert into shadow_of_replay.fct_eth_block values ('${secret}')`);
  await opened.store.command(`create table not_declared (secret String) engine = Memory`);
  await opened.store.command(`create view view_of_keys as select * from app_api_key`);
  await opened.store.command(
    `create dictionary secrets (key_id String, name String) primary key key_id source(clickhouse(table 'app_api_key')) layout(complex_key_hashed()) lifetime(0)`,
  );
  await opened.store.command(
    `create table joined (key_id String, name String) engine = Join(any, left, key_id)`,
  );
  await opened.store.command("insert into dim_eth_network (network, version) values ('mainnet', 1)");
  store = opened.store.within({ budget });
  check = createChecker(store);
});
afterAll(async () => opened.close());

const questions: readonly (readonly [sql: string, answer: string | RegExp])[] = [
  ["select network from dim_eth_network final", "mainnet\n"],
  ["select d.network from default.dim_eth_network as d -- ;\n;", "mainnet\n"],
  [
    "/* ; */ select count() from dim_eth_network where network in (select network from dim_eth_network)",
    "1\n",
  ],
  ["select 1 in (1, 2), 'app_api_key', '; drop table x'", "1\tapp_api_key\t; drop table x\n"],
  ["with dim_eth_network as (select 'mine' as network) select network from dim_eth_network", "mine\n"],
  ["with t as (select 1 as x union all select 2) select sum(x), count(distinct x) from t", "3\t2\n"],
  ["with t as materialized (select 1 as x) select sum(x) from t", "1\n"],
  [
    "with recursive r as (select 1 as n union all select n + 1 from r where n < 5) select sum(n) from r",
    "15\n",
  ],
  ["select number from numbers(3) order by number desc limit 1", "2\n"],
  [
    "select sum(number) from system.numbers_mt where number < 10 limit 10 settings max_threads = 1",
    /^45|Limit/,
  ],
  [
    "select arrayMap(x -> x * 2, [1, 2]), sumIf(number, number > 1), quantile(0.5)(number) from numbers(5)",
    "[2,4]\t9\t2\n",
  ],
  ["select * apply(max) from numbers(4)", "3\n"],
  ["select name from system.tables where name like 'app%' or database <> 'default'", ""],
  ["select t.name from system.tables as t where t.name = 'dim_eth_network'", "dim_eth_network\n"],
  ["select tables.name from system.tables where tables.name = 'dim_eth_network'", "dim_eth_network\n"],
  [
    "select system.tables.name from system.tables where system.tables.name = 'dim_eth_network'",
    "dim_eth_network\n",
  ],
  ["select count() from system.columns where table like 'app%'", "0\n"],
  ["select name from system.databases", "default\n"],
  [
    "select table_name from information_schema.tables where table_name like '%api_key%' or table_schema = 'shadow_of_replay'",
    "",
  ],
  ["select count() > 10 from INFORMATION_SCHEMA.COLUMNS", "1\n"],
  ["select count() > 100 from system.functions", "1\n"],
  ["select dummy from system.one", "0\n"],
  ["show databases", "default\n"],
  ["show tables like 'dim_eth_net%'", "dim_eth_network\n"],
  ["show full tables from default not ilike 'X%' limit 1", /^\w+\n$/],
  ["exists table app_api_key", "0\n"],
  ["exists dim_eth_network", "1\n"],
  ["show create table default.dim_eth_network", /^CREATE TABLE default\.dim_eth_network/],
  ["describe table (select 1 as x)", /^x\tUInt8/],
  ["desc dim_eth_network", /^network\t/],
  ["describe system.tables", /^database\tString/],
  ["explain syntax select 1 + 1", /^SELECT/],
  ["explain plan header = 1 select 1", /Header/],
  ["explain ast select 1", /Literal/],
  ["select 1 as one format JSONEachRow", '{"one":1}\n'],
  ["select 1 as one settings max_threads = 8 format JSONEachRow", '{"one":1}\n'],
  ["select version() like '2%', currentDatabase(), timezone() <> ''", "1\tdefault\t1\n"],
  ["select vaShare(1, 2)", /./],
  ["select 'a\\'b;' as `x y`, \"network\" from dim_eth_network", "a\\'b;\tmainnet\n"],
  [
    "select case when 1 then 'x' end, case 2 when 2 then 'y' end, exists(select 1), untuple((1, 2))",
    "x\ty\t1\t1\t2\n",
  ],
  ["select row_number() over (order by number) from numbers(2)", "1\n2\n"],
  ["select $tag$ it's; $tag$", " it\\'s; \n"],
];

const attacks: readonly string[] = [
  // Tables, by every way to name one.
  "select * from app_api_key",
  "select * from default.app_api_key",
  "select * from `app_api_key`",
  'select * from "default"."app_api_key"',
  "select * from “app_api_key”",
  "select * from `app\\x5fapi_key`",
  "select * from /* fct_eth_block */ app_api_key -- dim_eth_network",
  "select 1 where 'x' in app_api_key",
  "select 1 where 'x' global not in default.app_api_key",
  "select 'x' in (select key_id from app_api_key)",
  "select (select max(key_hash) from app_api_key)",
  "select (select (select max(key_hash) from app_api_key))",
  "select exists(select 1 from app_api_key)",
  "select [(select max(key_hash) from app_api_key)][1]",
  "select if(0, (select max(key_hash) from app_api_key), '')",
  "select 1 from dim_eth_network join app_api_key on 1",
  "select 1 from dim_eth_network, app_api_key",
  "select 1 from dim_eth_network left join (select * from app_api_key) as k on true",
  "select 1 union all select length(key_hash) from app_api_key",
  "select key_hash from app_api_key except select ''",
  "(select 1) intersect (select length(key_hash) from app_api_key)",
  "with dim_eth_network as (select * from app_api_key) select * from dim_eth_network",
  "with unused as (select * from app_api_key) select 1",
  "with (select max(key_hash) from app_api_key) as x select x",
  "with recursive r as (select key_id from app_api_key union all select key_id from r) select * from r",
  "with dim_eth_network as (select 1) select * from default.app_api_key",
  "with app_api_key as (select 1 as x) select * from app_api_key",
  "from app_api_key select *",
  "select * from (select * from (select * from app_api_key))",
  "select arrayMap(x -> (select max(key_hash) from app_api_key), [1])",
  "select 1 from numbers((select count() from app_api_key))",
  "select 1 limit (select count() from app_api_key)",
  "select number from numbers(3) order by number with fill from (select count() from app_api_key)",
  "select number, 1 as y from numbers(3) order by number with fill interpolate (y as (select count() from app_api_key))",
  "select sum(number) over (partition by (select max(key_hash) from app_api_key)) from numbers(3)",
  "select 1 from numbers(3) window w as (order by (select max(key_hash) from app_api_key))",
  "select 1 from numbers(3) group by grouping sets ((number), ((select max(key_hash) from app_api_key)))",
  "select 1 from numbers(3) having (select count() from app_api_key) qualify 1",
  "select number from numbers(3) array join [(select max(key_hash) from app_api_key)] as a",
  "select * replace ((select max(key_hash) from app_api_key) as number) from numbers(1)",
  "select * apply(x -> (select max(key_hash) from app_api_key)) from numbers(1)",
  "select columns('.*') from app_api_key",
  "select app_api_key.* from app_api_key",
  "select * from not_declared",
  "select * from view_of_keys",
  "select * from secrets",
  "select * from joined",
  "select * from shadow_of_replay.fct_eth_block",
  "select * from `shadow_of_replay.fct_eth_block`",
  "select 1 where 'x' in shadow_of_replay.fct_eth_block",
  "select (select secret from shadow_of_replay.fct_eth_block)",
  "describe app_api_key",
  "describe table shadow_of_replay.fct_eth_block",
  "describe (select * from app_api_key)",
  "show create table app_api_key",
  "show create table `app_api_key`",
  "show create view view_of_keys",
  "show create database default",
  "show create dictionary secrets",
  "show tables from shadow_of_replay",
  "show tables where (select count() from app_api_key) > 0",
  "show columns from app_api_key",
  "show index from app_api_key",
  "explain select * from app_api_key",
  "explain estimate select * from app_api_key",
  "explain query tree select (select max(key_hash) from app_api_key)",
  "explain table override mysql('a', 'b', 'c', 'd', 'e') partition by x",
  "explain current transaction",
  "select * from (explain select * from app_api_key)",
  "select * from viewExplain('EXPLAIN', '', (select * from app_api_key))",
  // Table functions.
  "select * from merge('default', 'app_')",
  "select * from merge('^app_')",
  "select * from merge(REGEXP('.*'), '.*')",
  "select * from remote('127.0.0.1', default.app_api_key)",
  "select * from remoteSecure('127.0.0.1', default, app_api_key)",
  "select * from cluster('default', default.app_api_key)",
  "select * from clusterAllReplicas('default', default, app_api_key)",
  "select * from loop(app_api_key) limit 1",
  "select * from loop('default', 'app_api_key') limit 1",
  "select * from view(select * from app_api_key)",
  "select * from viewIfPermitted(select * from app_api_key else null('x String'))",
  "select * from dictionary('secrets')",
  "select * from executable('id', 'TSV', 'x String')",
  "select * from file('/etc/passwd', 'LineAsString')",
  "select * from fileCluster('default', '/etc/passwd', 'LineAsString')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  "select * from s3('http://127.0.0.1:1/x.csv')",
  "select * from input('x String')",
  "select * from sqlite('/tmp/x', 'y')",
  "select * from mysql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
  "select * from postgresql('127.0.0.1:1', 'a', 'b', 'c', 'd')",
  "select * from redis('127.0.0.1:1', 'k', 'k String, v String')",
  "select * from mongodb('127.0.0.1:1', 'a', 'b', 'c', 'd', 'x String')",
  "select * from jdbc('jdbc:x', 'y')",
  "select * from iceberg('http://127.0.0.1:1/')",
  "select * from deltaLakeLocal('/')",
  "select * from filesystem('/etc')",
  "select * from mergeTreeIndex('default', 'app_api_key')",
  "select * from mergeTreeProjection('default', 'app_api_key', 'x')",
  "select * from fuzzQuery('select 1')",
  "select * from format(CSV, '1')",
  "select * from eval('select * from app_api_key')",
  "select * from prometheusQuery('a', 'b', 1)",
  "select (select max(line) from file('/etc/passwd', 'LineAsString'))",
  "select * from numbers(1) as a join merge('app_') as b on true",
  "select * from view_of_keys()",
  // Functions that read what is no table, or do something.
  "select file('/etc/passwd')",
  "select FILE('/etc/passwd')",
  "select `file`('/etc/passwd')",
  "select * apply(file) from (select '/etc/passwd')",
  "select arrayMap(file, ['/etc/passwd'])",
  "select arrayMap(x -> file(x), ['/etc/passwd'])",
  "with file as lower select lower('/etc/passwd'), file('/etc/passwd')",
  "with (x -> file(x)) as lower select lower('/etc/passwd')",
  "select (select file('/etc/passwd'))",
  "select 1 from numbers(1) where file('/etc/passwd') = ''",
  "select 1 from numbers(length(file('/etc/passwd')))",
  "select 1 from numbers(3) order by number with fill to length(file('/etc/passwd'))",
  "select hostName() as `a, function_name: plus`",
  "select 'a\n  FUNCTION id: 1, function_name: plus', hostName()",
  "select dictGet('secrets', 'name', 'x')",
  "select dictGetOrDefault('secrets', 'name', 'x', '')",
  "select dictHas('secrets', 'x')",
  "select joinGet('joined', 'name', 'x')",
  "select joinGetOrNull('default.joined', 'name', 'x')",
  "select hasColumnInTable('default', 'app_api_key', 'key_hash')",
  "select catboostEvaluate('/etc/passwd', 1)",
  "select hostName(), fqdn(), getMacro('x')",
  "select getServerPort('http_port')",
  "select getClientHTTPHeader('authorization')",
  "select getServerSetting('path')",
  "select getSetting('max_threads')",
  "select filesystemAvailable()",
  "select sleep(3)",
  "select sleepEachRow(1) from numbers(3)",
  "select logTrace('x')",
  "select addressToLine(1)",
  "select demangle('x'), addressToSymbol(1)",
  "select showCertificate()",
  "select serverUUID()",
  "select aiGenerate('x')",
  "select mergeTreePartInfo('all_1_1_0')",
  "select generateSerialID('x')",
  "select regionToName(1)",
  "select fuzzQuery('select 1')",
  "select no_such_function(1)",
  "select hasColumnInTableIf('default', 'app_api_key', 'x', 1)",
  // The engine's own tables.
  "select * from system.processes",
  "select * from system.users",
  "select * from system.parts",
  "select * from system.query_log",
  "select * from system.disks",
  "select * from system.server_settings",
  "select * from `system`.`processes`",
  "select * from system.`dictionaries`",
  "select * from system.build_options",
  "select 1 where 'x' in system.processes",
  "select * from information_schema.statistics",
  "with system.tables as x select x",
  "select * from system.tables final",
  // Statements that are no question, more than one of them, and options.
  "select 1; select * from app_api_key",
  "select $a$ ' $a$; select * from app_api_key --'",
  "select 1 /* ; */; drop table app_api_key",
  "select '\\'; select * from app_api_key --",
  "select 1 into outfile '/tmp/should_not_be_here'",
  "select 1 into outfile '/tmp/should_not_be_here' truncate and stdout format CSV",
  "select 1 settings readonly = 0, max_memory_usage = 0, allow_ddl = 1, join_use_nulls = 1",
  "select * from (select 1 settings final = 1)",
  "select (select 1 settings max_execution_time = 0, max_memory_usage = 0)",
  "with c as (select 1 settings readonly = 0) select 1",
  "set readonly = 0",
  "set max_execution_time = 0",
  "use system",
  "insert into dim_eth_network (network, version) values ('x', 1)",
  "insert into function file('/tmp/should_not_be_here') select 1",
  "create table x (a UInt8) engine = Memory",
  "create temporary table x (a UInt8)",
  "create view x as select 1",
  "create function x as y -> y",
  "drop table app_api_key",
  "truncate table dim_eth_network",
  "rename table dim_eth_network to x",
  "exchange tables dim_eth_network and app_api_key",
  "alter table dim_eth_network delete where 1",
  "delete from dim_eth_network where 1",
  "update dim_eth_network set version = 2 where 1",
  "optimize table dim_eth_network",
  "attach table x from '/tmp' (a UInt8) engine = File(CSV)",
  "detach table app_api_key",
  "backup table app_api_key to File('x')",
  "restore table app_api_key from File('x')",
  "kill query where 1",
  "system flush logs",
  "system shutdown",
  "grant all on *.* to default",
  "create user x",
  "show grants",
  "show processlist",
  "show access",
  "check table app_api_key",
  "watch app_api_key",
  "exists dictionary secrets",
  "execute as default select 1",
  "begin transaction",
  "",
  ";",
  "-- nothing",
  "format JSON",
  "select",
  "select \0 1",
  "select '\uFFFD'",
  `select ${"(".repeat(5_000)}1${")".repeat(5_000)}`,
  `select ${"-".repeat(3)}1`,
  `select '${"x".repeat(300_000)}'`,
  `with 1 as a0${Array.from({ length: 24 }, (_, index) => `, a${index} + a${index} as a${index + 1}`).join("")} select a24`,
  `with c0 as (select 1 as x)${Array.from({ length: 18 }, (_, index) => `, c${index + 1} as (select a.x from c${index} as a, c${index} as b)`).join("")} select * from c18`,
];

describe("the checker", () => {
  it.each(questions)("answers %s", async (sql, answer) => {
    const told = await run(sql);
    if (typeof answer === "string") expect(told).toBe(answer);
    else expect(told).toMatch(answer);
  });

  it.each(attacks)("refuses %s", async (sql) => {
    const error = await failureOf(run(sql));
    expect([error.kind, error.meta.clickhouseCode]).toEqual(["store", expect.any(Number)]);
    expect(error.message).not.toContain(secret);
    expect(error.message).not.toMatch(/Maybe you meant/);
  });

  it("takes values as values and names as names", async () => {
    expect(await run("select {x:String}, {n:Nullable(UInt8)}", { x: "'); drop", n: null })).toBe(
      "\\'); drop\t\\N\n",
    );
    expect(await run("select count() from {t:Identifier}", { t: "dim_eth_network" })).toBe("1\n");
    for (const t of ["app_api_key", "default.app_api_key", "system.processes", "a` from app_api_key --"])
      expect((await failureOf(run("select count() from {t:Identifier}", { t }))).kind).toBe("store");
    expect((await failureOf(run("select {f:Identifier}('/etc/passwd')", { f: "file" }))).kind).toBe("store");
  });

  it("knows no answer of before to a table that is hidden by now", async () => {
    await opened.store.command("create table late (x UInt8) engine = Memory");
    const late = createChecker(store, { tables: ["late"], namesTtlMs: 1 });
    expect((await late("select x from late")).sql).toContain("late");
    expect((await failureOf(late("select network from dim_eth_network"))).code).toBe("unknown_table");
  });
});
