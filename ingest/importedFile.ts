/** CSV files of data that no chain has, kept by operators: read when edited, published edition by edition. */
import { stat } from "node:fs/promises";
import { z } from "zod";
import type { CsvFormat } from "../lib/csvFile.ts";
import { ConfigError, errorMessage, isAppError } from "../lib/errors.ts";
import { dateText, decimalText } from "../schemas/common.ts";

/** A file's content at one time. */
export type Edition<Row> = {
  /** When it was edited, milliseconds since 1970: later editions have higher ones. */
  version: number;
  rows: readonly Row[];
};

/** The file's current edition; undefined when it has not changed. @throws ConfigError */
export type ReadEdition<Row> = (previous?: number) => Promise<Edition<Row> | undefined>;

/** Rows in a message: some 110 bytes each. */
const rowsMax = 8_000;

/** A UTC day: YYYY-MM-DD. */
export const dateCell = z.string().trim().pipe(dateText);

/** A decimal number as text, so that it stays exact; null when it is blank. */
export const decimalCell = z
  .string()
  .trim()
  .transform((text) => (text === "" ? null : text))
  .pipe(decimalText.nullable());

/**
 * Reads a file, unless it is the edition already read.
 * @param keyOf the key that only one line may have
 * @throws ConfigError that names the lines that can't be read
 */
export async function readEdition<Row extends object>(
  path: string,
  previous: number | undefined,
  { keyOf, ...format }: Omit<CsvFormat<Row>, "check"> & { keyOf(row: Row): string },
): Promise<Edition<Row> | undefined> {
  try {
    // Read before the lines, so that an edit in between is read again.
    const version = Math.floor((await stat(path)).mtimeMs);
    if (version === previous) return undefined;
    const { readCsv } = await import("../lib/csvFile.ts");
    const lines = new Map<string, number>();
    const check = (row: Row, line: number) => {
      const key = keyOf(row);
      const first = lines.get(key);
      if (first !== undefined) return `${key} is on line ${first}, too`;
      lines.set(key, line);
      return undefined;
    };
    const rows: Row[] = [];
    for await (const { line: _, ...row } of readCsv(path, { ...format, check }))
      rows.push(row as unknown as Row);
    return { version, rows };
  } catch (error) {
    const message = isAppError(error) ? error.message : `${path} can't be read: ${errorMessage(error)}`;
    throw new ConfigError(message, { code: format.code, cause: error });
  }
}

/** Publishes each edition of a file once, in parts that fit into a message. */
export function createEditionPublisher<Row>(read: ReadEdition<Row> | undefined) {
  let publishedVersion: number | undefined;
  return async (publish: (version: number, rows: Row[]) => Promise<void>): Promise<void> => {
    const edition = await read?.(publishedVersion);
    if (edition === undefined) return;
    for (let start = 0; start < edition.rows.length; start += rowsMax)
      await publish(edition.version, edition.rows.slice(start, start + rowsMax));
    publishedVersion = edition.version;
  };
}
