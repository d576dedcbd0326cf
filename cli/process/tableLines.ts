/** Rows as lines with columns side by side, without line ends; all rows have as many cells as the first, the header. */
export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** The same as a text. */
export const textTable = (rows: readonly (readonly string[])[]): string =>
  tableLines(rows)
    .map((line) => `${line}\n`)
    .join("");
