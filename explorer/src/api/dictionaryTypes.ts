/** What the page shows of `/dictionary.json`, which is no operation of the API; where the server's own types have less, its suite doesn't compile. */
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
