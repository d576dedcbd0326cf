/** Which rows of a chain's tables belong to a range of heights; data, one declaration a chain (heights.ts). */
import type { RowFilter } from "../../lib/store/shadow.ts";

/** The filter of each table that has heights; a table without is not named. */
export type RowsOfRange = ReadonlyMap<string, RowFilter>;
