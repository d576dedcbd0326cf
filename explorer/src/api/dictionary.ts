/** The data dictionary. It needs no key, because it describes the warehouse's schema, not its data. */
import { basePath } from "../address.ts";
import { type Reloadable, usePublic } from "./answers.ts";
import type { Dictionary } from "./dictionaryTypes.ts";

const path = "/dictionary.json";
export const dictionaryAddress = `${basePath}${path}`;

export const useDictionary = (): Reloadable<Dictionary> => usePublic<Dictionary>(path);

/** Suffixes of column names that state the unit. */
const units: Readonly<Record<string, string>> = {
  wei: "wei",
  gwei: "gwei",
  lamports: "lamports",
  navax: "nAVAX",
  planck: "planck",
  bps: "basis points",
  minutes: "minutes",
  percent: "%",
  percentage: "%",
};

/** The unit of a column, from its name; undefined: none. */
export const unitOf = (column: string): string | undefined => units[column.split("_").at(-1) ?? ""];
