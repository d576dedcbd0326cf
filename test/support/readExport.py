"""The rows that DuckDB and Arrow read from an export, as JSON: readExport.py <folder of a dump> <Arrow file> <table> <statement>."""
import json
import sys
import duckdb
import pyarrow.ipc

dump, arrow, table, statement = sys.argv[1:]
rows = duckdb.sql(
    f"""select cast(day as varchar), count(*), cast(sum(cast(delegation_reward as decimal(38, 18))) as varchar), count(commission_rate)
    from read_parquet('{dump}/table={table}/**/*.parquet', hive_partitioning = true)
    where network = 'celestia' group by day order by day"""
).fetchall()
read = pyarrow.ipc.open_file(arrow).read_all()
documented = sorted([str(day), count] for day, count in duckdb.sql(statement).fetchall())
print(json.dumps({"duckdb": rows, "documented": documented, "arrow": [read.num_rows, str(min(read.column("day").to_pylist()))]}))
