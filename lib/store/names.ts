import { StoreError } from "../errors.ts";

const namePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** A column's name in backticks. @throws StoreError `bad_name` */
export function quoteName(name: string): string {
  if (!namePattern.test(name)) throw new StoreError(`"${name}" is no name`, { code: "bad_name" });
  return `\`${name}\``;
}

/** A table's name, `table` or `database.table`, in backticks. @throws StoreError `bad_name` */
export function quoteTable(table: string): string {
  return table.split(".").map(quoteName).join(".");
}
