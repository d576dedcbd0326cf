/** What the verb `export` takes. */
import { Command, Option } from "@commander-js/extra-typings";
import { exportFormats } from "./export/formats.ts";
import { runVerb } from "./process/context.ts";

const listed = (value: string, values: string[]) => [...values, value];

export const exportCommand = new Command("export")
  .description(
    "Write a public table of a network, the rows of an operation of the API, or a daily dump of all, as files with a manifest; also while `start` runs. The same command again goes on where it was stopped, and makes again what has changed",
  )
  .argument(
    "<network>",
    "network, such as eth/mainnet; its own name or its chain's do where they mean only one",
  )
  .argument(
    "[what]",
    "a table or its view, such as eth_validator_performance_daily, or an operation of the API with a list, such as validatorsAttestations",
  )
  .option("--from <day|height>", "first day as YYYY-MM-DD, or the first height where the table goes by these")
  .option("--to <day|height>", "last day or height, inclusive")
  .addOption(
    new Option("--format <format>", "how files are written")
      .choices(exportFormats)
      .default("parquet" as const),
  )
  .option("--out <place>", "folder, or s3://bucket/folder; default: a folder named after table and network")
  .option(
    "--dump <place>",
    "instead of one table: days of all facts and dimensions, as partitioned Parquet, there",
  )
  .option("--table <table>", "with --dump: only this table; may be repeated", listed, [])
  .option(
    "--param <name=value>",
    "with an operation: a parameter of its path or query; may be repeated",
    listed,
    [],
  )
  .action((network, what, options) =>
    runVerb(async (context) =>
      (await import("./verbs/export.ts")).exportData(context, { ...options, network, what }),
    ),
  );
