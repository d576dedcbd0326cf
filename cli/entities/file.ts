/** Reads a CSV file of entities (RFC 4180, UTF-8) as a whole: all of its rows, or what is wrong with it. */
import { createReadStream } from "node:fs";
import { CsvError, type Info, parse } from "csv-parse";
import { AppError, ConfigError } from "../../lib/errors.ts";
import { type EntityRow, entityColumns, entityRow } from "./rows.ts";

/** So many bad lines are shown. */
const shownMax = 20;

function refused(path: string, problems: readonly string[]): AppError {
  const shown = problems.slice(0, shownMax).map((problem) => `\n  ${problem}`);
  const rest = problems.length > shownMax ? `\n  and ${problems.length - shownMax} more` : "";
  return new AppError("fatal", `${path} was not imported, nothing was changed:${shown.join("")}${rest}`, {
    code: "bad_entities",
    meta: { path, problems: problems.length },
  });
}

/** @throws AppError when the header lacks a column, or has another */
function checkHeader(path: string, header: readonly string[]): string[] {
  const names = header.map((name) => name.trim());
  const missing = entityColumns.filter((name) => !names.includes(name));
  const unknown = names.filter((name) => !(entityColumns as readonly string[]).includes(name));
  const problems = [
    ...missing.map((name) => `line 1: the column ${name} is missing`),
    ...unknown.map((name) => `line 1: the column "${name}" is unknown`),
    ...names.filter((name, at) => names.indexOf(name) !== at).map((name) => `line 1: ${name} is there twice`),
  ];
  if (problems.length > 0) throw refused(path, problems);
  return names;
}

/**
 * @returns rows with the line on which each begins
 * @throws ConfigError when there is no such file; AppError that names every wrong line (the first twenty in words)
 */
export async function readEntityFile(path: string): Promise<EntityRow[]> {
  const rows: EntityRow[] = [];
  const problems: string[] = [];
  const parser = parse({
    bom: true,
    columns: (header: string[]) => checkHeader(path, header),
    info: true,
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
      const parsed = entityRow.safeParse(record);
      if (parsed.success) rows.push({ ...parsed.data, line });
      else
        for (const { path: field, message } of parsed.error.issues)
          problems.push(`line ${line}: ${field.join(".")} ${message}`);
      line = info.lines + 1;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT")
      throw new ConfigError(`There is no file ${path}`, { code: "no_file" });
    if (!(error instanceof CsvError)) throw error;
    problems.push(`line ${String(error.lines ?? line)}: ${error.message}`);
  }
  if (problems.length > 0) throw refused(path, problems);
  return rows;
}
