/** Arguments of the verb `export`. */
import { Command, Option } from "@commander-js/extra-typings";
import { parsePoint, repeated } from "./arguments.ts";
import { exportFormats } from "./export/formats.ts";
import { runVerb } from "./process/context.ts";

export const exportCommand = new Command("export")
  .description(
    "Export a public table, the rows of an API operation, or a daily dump of all tables, as files with a manifest; also while `start` runs. Run the same command again to resume an interrupted export or to update changed files",
  )
  .argument(
    "<network>",
    "network, such as eth/mainnet. The network's or the chain's name alone is enough where it is unambiguous",
  )
  .argument(
    "[what]",
    "table or view, such as eth_validator_performance_daily, or an API operation that returns a list, such as validatorsAttestations",
  )
  .option("--from <day|height>", "first day as YYYY-MM-DD, or first height for tables by height", parsePoint)
  .option("--to <day|height>", "last day or height, inclusive", parsePoint)
  .addOption(
    new Option("--format <format>", "file format").choices(exportFormats).default("parquet" as const),
  )
  .option(
    "--out <place>",
    "folder, or s3://bucket/folder (default: a folder named after the table and the network)",
  )
  .option(
    "--dump <place>",
    "instead of one table, write all facts and dimensions by day as partitioned Parquet to this folder or s3://bucket/folder",
  )
  .addOption(repeated("--table <table>", "with --dump: only this table; may be repeated"))
  .addOption(
    repeated("--param <name=value>", "with an operation: a path or query parameter; may be repeated"),
  )
  .action((network, what, options) =>
    runVerb(async (context) =>
      (await import("./verbs/export.ts")).exportData(context, { ...options, network, what }),
    ),
  );
