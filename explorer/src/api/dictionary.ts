/** The data dictionary, which whoever sees the page may read: it is of the warehouse's form, not of what is in it. */
import { basePath } from "../address.ts";
import { type Asked, usePublic } from "./answers.ts";
import type { Dictionary } from "./dictionaryTypes.ts";

const path = "/dictionary.json";
export const dictionaryAddress = `${basePath}${path}`;

export const useDictionary = (): Asked<Dictionary> => usePublic<Dictionary>(path);

/** Words behind a column's name that say what it counts in. */
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

/** The unit of a column, which its name says; undefined: it has none. */
export const unitOf = (column: string): string | undefined => units[column.split("_").at(-1) ?? ""];
