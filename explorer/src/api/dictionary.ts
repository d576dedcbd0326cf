/** The data dictionary, which whoever sees the page may read: it is of the warehouse's form, not of what is in it. */
import { basePath } from "../address.ts";
import { type Asked, usePublic } from "./answers.ts";

export type DictionaryTable = {
  name: string;
  layer: "raw" | "int" | "dim" | "fct";
  chain: string;
  grain: string;
  view: string | null;
  key: string[];
  partition: string | null;
  keep: { meaning: string };
  fedBy: { kind: "topic" | "model" | "stage"; name: string };
  columns: { name: string; type: string; comment: string }[];
  reads: string[];
  readBy: { tables: string[]; views: string[]; operations: string[]; examples: string[] };
};

export type DictionaryView = {
  name: string;
  chain: string;
  grain: string;
  about: string;
  parameters: { name: string; type: string }[];
  example: string;
  reads: string[];
};

type DictionaryFunction = { name: string; about: string; arguments: string[]; example: string };

export type DictionaryExample = {
  name: string;
  chain: string;
  question: string;
  notes: string;
  sql: string;
  reads: string[];
};

export type Dictionary = {
  tables: DictionaryTable[];
  views: DictionaryView[];
  functions: DictionaryFunction[];
  examples: DictionaryExample[];
};

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
