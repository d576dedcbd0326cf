/** Reads a whole CSV file of entities: all of its rows, or its errors. */
import { readCsv } from "../../lib/csvFile.ts";
import { type EntityRow, entityColumns, entityRow } from "./rows.ts";

/**
 * @returns rows with the line on which each begins
 * @throws ConfigError if the file doesn't exist; AppError that names every wrong line (the first twenty with reasons)
 */
export async function readEntityFile(path: string): Promise<EntityRow[]> {
  const rows: EntityRow[] = [];
  const format = { columns: entityColumns, row: entityRow, code: "bad_entities" };
  for await (const row of readCsv(path, format)) rows.push(row);
  return rows;
}
