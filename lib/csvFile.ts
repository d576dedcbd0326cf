/** Reads a CSV file (RFC 4180, UTF-8) row by row. The caller acts on the rows only after the whole file was read. */
import { createReadStream } from "node:fs";
import { CsvError, type Info, parse } from "csv-parse";
import type { z } from "zod";
import { AppError, ConfigError } from "./errors.ts";

/** Number of bad lines shown. */
const shownMax = 20;
/** An open quote makes one record of all that follows: it ends here. */
const recordBytesMax = 65_536;

export type CsvFormat<Row> = {
  /** Names of the header, in any order. */
  columns: readonly string[];
  row: z.ZodType<Row, unknown>;
  /** An error that only shows in comparison with earlier rows. */
  check?: (row: Row, line: number) => string | undefined;
  /** Code of the error that refuses a file. */
  code: string;
};

function refused(path: string, problems: readonly string[], count: number, code: string): AppError {
  const shown = problems.map((problem) => `\n  ${problem}`);
  const rest = count > problems.length ? `\n  and ${count - problems.length} more` : "";
  return new AppError("fatal", `${path} was not imported, nothing was changed:${shown.join("")}${rest}`, {
    code,
    meta: { path, problems: count },
  });
}

/** Problems of a header: missing, unknown or duplicate columns. */
function headerProblems(names: readonly string[], columns: readonly string[]): string[] {
  return [
    ...columns.filter((name) => !names.includes(name)).map((name) => `line 1: the column ${name} is missing`),
    ...names
      .filter((name) => !columns.includes(name))
      .map((name) => `line 1: the column "${name}" is unknown`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `line 1: ${name} is there twice`),
  ];
}

/**
 * The file's rows, each with the line on which it begins; a file of any size takes the memory of some of its lines.
 * @throws ConfigError when there is no such file; at its end, AppError that names every wrong line (the first twenty in
 *   words)
 */
export async function* readCsv<Row>(
  path: string,
  { columns, row, check, code }: CsvFormat<Row>,
): AsyncGenerator<Row & { line: number }> {
  const problems: string[] = [];
  let count = 0;
  const note = (problem: string) => {
    count += 1;
    if (problems.length < shownMax) problems.push(problem);
  };
  const parser = parse({
    bom: true,
    columns: (header: string[]) => {
      const names = header.map((name) => name.trim());
      const wrong = headerProblems(names, columns);
      if (wrong.length > 0) throw refused(path, wrong.slice(0, shownMax), wrong.length, code);
      return names;
    },
    info: true,
    max_record_size: recordBytesMax,
    skip_empty_lines: true,
    relax_column_count: false,
  });
  const source = createReadStream(path, "utf8").on("error", (error) => parser.destroy(error));
  let line = 2;
  try {
    for await (const { record, info } of source.pipe(parser) as AsyncIterable<{
      record: Record<string, string>;
      info: Info;
    }>) {
      const parsed = row.safeParse(record);
      if (parsed.success) {
        const problem = check?.(parsed.data, line);
        if (problem === undefined) yield { ...parsed.data, line };
        else note(`line ${line}: ${problem}`);
      } else
        for (const { path: field, message } of parsed.error.issues)
          note(`line ${line}: ${field.join(".")} ${message}`);
      line = info.lines + 1;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new ConfigError(`There is no file ${path}`, { code: "no_file" });
    if (!(error instanceof CsvError)) throw error;
    note(`line ${String(error.lines ?? line)}: ${error.message}`);
  } finally {
    source.destroy();
  }
  if (count > 0) throw refused(path, problems, count, code);
}
