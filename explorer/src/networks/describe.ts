/**
 * How a network is described: which calls there are, which of their fields are shown, and how. Paths and fields are checked against
 * the API's types, so a field that the API no longer has doesn't compile.
 */
import type { AnswerOf, PathOf } from "validator-analytics-client";
import type { ApiPath } from "../api/path.ts";
import type { Unit } from "../format/units.ts";

type Item<Value> = Value extends readonly (infer One)[] ? One : never;
type Field<Value, Name> = Value extends Record<Name & string, infer Inner> ? Inner : never;
/** One record of an answer, regardless of its envelope. */
export type RecordOf<Path extends PathOf<"get">> =
  AnswerOf<Path> extends infer Body
    ? Body extends readonly (infer One)[]
      ? One
      : Body extends { results: readonly unknown[] }
        ? Item<Field<Body, "results">>
        : Body extends { data: readonly unknown[] }
          ? Item<Field<Body, "data">>
          : Body
    : never;

/** A field of a record, or of an object in it: `token.symbol`. */
export type FieldOf<Row> = {
  [Name in keyof Row & string]: Row[Name] extends readonly unknown[]
    ? Name
    : Row[Name] extends object
      ? `${Name}.${keyof Row[Name] & string}` | Name
      : Name;
}[keyof Row & string];

export type Column<Name extends string = string> = {
  field: Name;
  label: string;
  unit: Unit;
  /** An explanation, if the label isn't enough. */
  about?: string;
};

export type Chart<Name extends string = string> = {
  id: string;
  title: string;
  /** line: one value after the other; stack: parts of a sum, those that are below zero downwards. */
  shape: "line" | "stack" | "bars";
  /** Fields, all of the same unit. */
  series: readonly Name[];
  /** Fields with an inverted sign: missed or lost amounts are drawn below zero. */
  below?: readonly Name[];
  /** Top of the axis, where values have one: 1 of a share. */
  top?: number;
};

/** How a list is paged: v1 by dates, v0 from its newest record on; whole: not at all, whichever days are shown. */
export type Paging = "v1" | "v0" | "whole";

/** Records over time, by one call, shown by charts and as a table. */
export type Section<Name extends string = string> = {
  id: string;
  title: string;
  about?: string;
  path: ApiPath;
  /** Fixed fields of the query. */
  query?: Readonly<Record<string, string>>;
  paging: Paging;
  /** The day of a record. */
  day: Name;
  /** The field that separates records of one day, such as tokens: each has its own line. */
  splitBy?: Name;
  /** Stands side by side where subjects are compared; default: yes. */
  isCompared?: boolean;
  columns: readonly Column<Name>[];
  charts: readonly Chart<Name>[];
  /** The text without records; default: a hint to try other days. */
  empty?: string;
};

/** One record: attributes, or totals. */
export type Facts<Name extends string = string> = {
  title: string;
  path: ApiPath;
  query?: Readonly<Record<string, string>>;
  columns: readonly Column<Name>[];
};

/** Totals by window of time; the API returns all windows, or the requested one. */
export type Windows<Name extends string = string> = Facts<Name> & { hasWindowParameter?: boolean };

/** A list with its own endpoint; its first column is the link. */
export type PlainList<Name extends string = string> = {
  path: ApiPath;
  /** Field that is the id. */
  id: Name;
  columns: readonly Column<Name>[];
  /** Advice if the list is empty. */
  empty: string;
};

/** A kind of subject: validators, delegators, pools. */
export type Kind = {
  /** As `/v1/{chain}/subjects` has it. */
  id: string;
  /** In addresses. */
  path: string;
  one: string;
  many: string;
  /** The parameter of the paths below; several: the names that different paths use for it. */
  parameter: string | readonly string[];
  /** Where it isn't listed by `/v1/{chain}/subjects`. */
  list?: PlainList;
  /** For a key of its organization only. */
  isPrivate?: boolean;
  /** Further fields of every call's query. */
  query?: Readonly<Record<string, string>>;
  /** Columns of the list besides name and id. */
  listed: readonly ListedField[];
  /** Fields that a list can be sorted by. */
  sorts: readonly SortField[];
  statuses?: readonly string[];
  facts?: Facts;
  windows?: Windows;
  sections: readonly Section[];
  /** The endpoint that explains a day's numbers, if the network has one; days in tables link to it. */
  explain?: ExplainPath;
  /** Where a day has several records: the call's further parameters, and the record fields that hold their values. */
  explainedBy?: ExplainedBy;
};

export type ExplainedBy = Readonly<Record<string, string>>;

export type ExplainPath = Extract<ApiPath, `${string}/explain`>;
/** Its answer, the same for every network. */
export type Explanation = AnswerOf<"/v1/eth/validators/{validator_index_or_pubkey}/explain">;

/** Fields of `/v1/{chain}/subjects`. */
export type ListedField =
  | "status"
  | "stake"
  | "commission"
  | "effectiveness"
  | "rewards"
  | "penalties"
  | "missedDuties"
  | "proposals"
  | "lastDay";
export type SortField = "stake" | "rewards" | "effectiveness" | "name" | "id";

export type Network = {
  /** Of the chain, as paths have it. */
  id: string;
  name: string;
  symbol: string;
  about: string;
  /** A few numbers for the page of all networks. */
  headline?: Facts;
  facts?: Facts;
  windows?: Windows;
  sections: readonly Section[];
  kinds: readonly Kind[];
  /** Pages that only this network has: a tab each. */
  pages?: readonly NetworkPage[];
};

/** A page that only one network has: windows of time, records over time, then tables. */
export type NetworkPage = {
  /** In addresses. */
  path: string;
  title: string;
  about: string;
  windows?: readonly Windows[];
  /** All sections cover all time, so the page has no choice of days. */
  sections?: readonly Section[];
  tables: readonly Table[];
};

/** A list with its own endpoint. */
export type Table<Name extends string = string> = {
  id: string;
  title: string;
  about?: string;
  path: ApiPath;
  query?: Readonly<Record<string, string>>;
  /** The API has a parameter for the window of time. */
  hasWindowParameter?: boolean;
  columns: readonly Column<Name>[];
  /** Fields that are ids of a kind: its path. */
  links?: Readonly<Partial<Record<string, string>>>;
  /** The text without records. */
  empty: string;
};

/** Declares a section: its fields are those of the path's records. */
export const section = <const Path extends ApiPath>(
  declared: Omit<Section<FieldOf<RecordOf<Path>>>, "path"> & { path: Path },
): Section => declared as unknown as Section;

/** Declares facts in the same way. */
export const facts = <const Path extends ApiPath>(
  declared: Omit<Facts<FieldOf<RecordOf<Path>>>, "path"> & { path: Path },
): Facts => declared as unknown as Facts;

export const table = <const Path extends ApiPath>(
  declared: Omit<Table<FieldOf<RecordOf<Path>>>, "path"> & { path: Path },
): Table => declared as unknown as Table;

export const plainList = <const Path extends ApiPath>(
  declared: Omit<PlainList<FieldOf<RecordOf<Path>>>, "path"> & { path: Path },
): PlainList => declared as unknown as PlainList;

export const windows = <const Path extends ApiPath>(
  declared: Omit<Windows<FieldOf<RecordOf<Path>>>, "path"> & { path: Path },
): Windows => declared as unknown as Windows;

/** The parameters that identify a subject. */
export const paramsOf = ({ parameter }: Pick<Kind, "parameter">, id: string): Record<string, string> =>
  Object.fromEntries([parameter].flat().map((name) => [name, id]));
