"""Reads from the SQL port at argv[1] with the key argv[2]: by clickhouse-connect and by DuckDB's httpfs. One JSON line each."""
import glob
import json
import os
import sys
import urllib.parse

import clickhouse_connect
import duckdb
import duckdb_extension_httpfs

address, key = sys.argv[1:]
parsed = urllib.parse.urlparse(address)


def report(name, value):
    print(json.dumps([name, value], default=str))


client = clickhouse_connect.get_client(host=parsed.hostname, port=parsed.port, username="me", password=key)
report("rows", client.query("select network, version from dim_eth_network final order by network").result_rows)
report("parameters", client.query("select {a:String}, {b:Array(UInt8)}", parameters={"a": "it's\n", "b": [1, 2]}).result_rows)
report("columns", client.query("select * from dim_eth_network final limit 1").column_names[:2])
report("tables", "dim_eth_network" in client.command("show tables").split("\n"))
report("setting", client.query("select 1", settings={"max_execution_time": 10}).result_rows)
with client.query_row_block_stream("select number from numbers(200000)") as stream:
    report("stream", sum(len(block) for block in stream))
for name, run in {
    "private": lambda: client.query("select * from app_api_key"),
    "insert": lambda: client.command("insert into dim_eth_network (network) values ('x')"),
}.items():
    try:
        run()
        report(name, "was not refused")
    except clickhouse_connect.driver.exceptions.DatabaseError as error:
        report(name, str(error).split("Code: ")[1].split(".")[0])

try:
    client.query("select 1", settings={"join_use_nulls": 1})
    report("changing", "was not refused")
except clickhouse_connect.driver.exceptions.ProgrammingError:
    report("changing", "refused")

extension = glob.glob(os.path.dirname(duckdb_extension_httpfs.__file__) + "/extensions/*/httpfs.duckdb_extension")[0]
duck = duckdb.connect()
duck.execute(f"load '{extension}'")


def url(sql, **more):
    return address + "/?" + urllib.parse.urlencode({"query": sql, **more})


csv = url("select network, version from dim_eth_network final order by network format CSVWithNames", user="me", password=key)
report("csv", duck.execute(f"select * from read_csv('{csv}')").fetchall())
duck.execute(f"create secret (type http, scope '{address}', extra_http_headers map {{'X-ClickHouse-Key': '{key}'}})")
parquet = url("select number from numbers(100000) format Parquet")
report("parquet", duck.execute(f"select count(*), sum(number)::bigint from read_parquet('{parquet}')").fetchall())
