/** What the verb `sql` takes. */
import { Command, Option } from "@commander-js/extra-typings";
import { listSql, readSql } from "../lib/sql/file.ts";
import { runVerb } from "./process/context.ts";

const listed = (value: string, values: string[]) => [...values, value];

export const sql = new Command("sql")
  .description(
    "Ask the warehouse by SQL (select, show tables, describe): one statement, those on standard input, or, at a terminal, a prompt. All tables may be read, those of the application too",
  )
  .argument("[statement]", "one statement; without it, standard input or a prompt")
  .addOption(
    new Option("--format <format>", "how answers are written; a statement's own `format` clause comes first")
      .choices(["table", "csv", "json", "ndjson", "parquet", "arrow"] as const)
      .default("table" as const),
  )
  .option("--out <file>", "write the answer to this file")
  .option("--param <name=value>", "a value of the statement's {name:Type}; may be repeated", listed, [])
  .option("--show <path>", "print a file of sql/ as it runs, fragments in their places, and end")
  .option("--files", "list the files of sql/, and end", false)
  .action((statement, { show, files, ...options }) =>
    runVerb(async (context) => {
      if (show !== undefined) return readSql(show);
      if (files) return `${listSql("").join("\n")}\n`;
      return await (await import("./verbs/sql.ts")).sql(context, { ...options, statement });
    }),
  );
