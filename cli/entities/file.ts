/** Reads a CSV file of entities as a whole: all of its rows, or what is wrong with it. */
import { readCsv } from "../../lib/csvFile.ts";
import { type EntityRow, entityColumns, entityRow } from "./rows.ts";

/**
 * @returns rows with the line on which each begins
 * @throws ConfigError when there is no such file; AppError that names every wrong line (the first twenty in words)
 */
export async function readEntityFile(path: string): Promise<EntityRow[]> {
  const rows: EntityRow[] = [];
  const format = { columns: entityColumns, row: entityRow, code: "bad_entities" };
  for await (const row of readCsv(path, format)) rows.push(row);
  return rows;
}
