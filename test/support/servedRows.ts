/** The facts about a chain for the tests of all endpoints. */
import type { Store } from "../../lib/store/store.ts";

/** The organization of the tests' key, and of the private rows that `insert` adds. */
export const testOrganization = "test organization";

export type ServedRows = {
  chain: string;
  /** At least four records for the examples of each of its endpoints, on its main network. */
  insert(store: Store): Promise<void>;
  /** Column of the primary key by which pages without a path parameter are read; false: the network alone. */
  key?: string | false;
  /** The same by operation, where it differs, also of paths. */
  keys?: Readonly<Record<string, string | false>>;
  /** Operations that answer one record to any caller. */
  single?: readonly string[];
  /** By the parameter of a path: the column it is read by, malformed values, and unknown values. */
  paths: Readonly<Record<string, { key: string; wrong: readonly string[]; unknown: readonly string[] }>>;
};

/** Refused where a whole number is expected. */
export const numberRefusals = [
  "-1",
  "1e3",
  "0x10",
  "+1",
  " 1",
  "01",
  "1.0",
  "4294967296",
  "99999999999999999999",
  "one",
  "NaN",
];
