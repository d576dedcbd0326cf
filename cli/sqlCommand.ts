/** Arguments of the verb `sql`. */
import { Command, Option } from "@commander-js/extra-typings";
import { listSql, readSql } from "../lib/sql/file.ts";
import { repeated } from "./arguments.ts";
import { runVerb } from "./process/context.ts";

export const sql = new Command("sql")
  .description(
    "Query the warehouse with SQL (select, show tables, describe): one statement, statements from standard input, or a prompt at a terminal. All tables can be read, including the application's own",
  )
  .argument("[statement]", "statement to run (default: standard input, or a prompt)")
  .addOption(
    new Option("--format <format>", "output format; a `format` clause in the statement takes precedence")
      .choices(["table", "csv", "json", "ndjson", "parquet", "arrow"] as const)
      .default("table" as const),
  )
  .option("--out <file>", "write the result to this file")
  .addOption(repeated("--param <name=value>", "value of a {name:Type} placeholder; may be repeated"))
  .option("--show <path>", "print a file of sql/ with its fragments included, and exit")
  .option("--files", "list the files of sql/, and exit", false)
  .action((statement, { show, files, ...options }) =>
    runVerb(async (context) => {
      if (show !== undefined) return readSql(show);
      if (files) return `${listSql("").join("\n")}\n`;
      return await (await import("./verbs/sql.ts")).sql(context, { ...options, statement });
    }),
  );
