/** The input of an SQL rule, and its result. */
import type { Source } from "./source.ts";
import type { TreeNode } from "./tree.ts";

export const statementKinds = [
  "functions",
  "tables",
  "views",
  "models",
  "queries",
  "examples",
  "migrations",
] as const;

/** The folder below sql/. */
export type StatementKind = (typeof statementKinds)[number];

/** The engine's description of the warehouse. */
export type Warehouse = {
  /** Columns that identify a row, by the name of a table or of its plain view. */
  keys: ReadonlyMap<string, readonly string[]>;
  /** Nullable columns of tables and their plain views: `table.column`. */
  nullable: ReadonlySet<string>;
  /** Texts of our functions, by name. */
  functions: ReadonlyMap<string, string>;
};

export type Statement = {
  /** Below sql/. */
  path: string;
  kind: StatementKind;
  /** The whole text, fragments included, comments blanked. */
  text: string;
  source: Source;
  frontMatter: Readonly<Record<string, string>>;
  /** Why the engine refuses it. */
  problem?: Problem;
  /** The resolved select. None where the statement selects nothing, where the engine refuses it, and for a migration. */
  tree?: TreeNode;
  warehouse: Warehouse;
};

/** `line` of the statement's text, from 1; default: where its code begins. */
export type Problem = { line?: number; message: string };

export type SqlRule = {
  /** In lower case, with hyphens: a reason names it. */
  name: string;
  /** The problem, and the correction; nothing where the statement is right. */
  find(statement: Statement): Problem[];
};
