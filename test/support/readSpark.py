"""
What Spark reads of dumps, as JSON: readSpark.py <folder>…. Of each table: its rows, and how many values there are in all of its
columns together, so that each column of each file is read.
"""
import json
import os
import sys

from pyspark.sql import SparkSession, functions

spark = (
    SparkSession.builder.master("local[2]")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")

read = {}
for dump in sys.argv[1:]:
    for name in sorted(os.listdir(dump)):
        if not name.startswith("table="):
            continue
        frame = spark.read.parquet(os.path.join(dump, name))
        # The folder says the network and the day, too: Spark takes them from there.
        columns = [functions.count(f"`{column}`") for column in frame.columns]
        rows, *values = frame.agg(functions.count(functions.lit(1)), *columns).first()
        read[f"{os.path.basename(dump)}/{name}"] = {"rows": rows, "values": sum(values)}
print(json.dumps(read))
spark.stop()
