/** Public data: tables and views of the warehouse except the application's, and those of the engine's own without data of others. */
import { LRUCache } from "lru-cache";
import { loadSql } from "../../../lib/sql/file.ts";
import { privatePrefix, publicTables } from "../../../lib/sql/publicTables.ts";
import { bindParameters } from "../../../lib/store/parameters.ts";
import type { Store } from "../../../lib/store/store.ts";
import { harmlessSettings } from "./settings.ts";

/** The engine's own tables, with the same content for every caller. */
const openSystemTables = new Set(
  "one numbers numbers_mt zeros zeros_mt functions formats data_type_families table_engines table_functions aggregate_function_combinators time_zones collations"
    .split(" ")
    .map((name) => `system.${name}`),
);

/**
 * The engine's tables that describe all tables, or the connection's settings instead of the port's. A statement of ours
 * (sql/queries/analyst) replaces each.
 */
const filteredFiles = new Map([
  ["system.columns", "system_columns"],
  ["system.data_skipping_indices", "system_data_skipping_indices"],
  ["system.databases", "system_databases"],
  ["system.settings", "system_settings"],
  ["system.tables", "system_tables"],
  ["information_schema.columns", "information_schema_columns"],
  ["information_schema.schemata", "information_schema_schemata"],
  ["information_schema.tables", "information_schema_tables"],
  ["information_schema.views", "information_schema_views"],
]);

const systemDatabases = new Set([
  "system",
  "information_schema",
  "INFORMATION_SCHEMA",
  "_temporary_and_external_tables",
]);

/** `INFORMATION_SCHEMA.TABLES` is another name of the same. */
const plainName = (name: string) => (name.startsWith("INFORMATION_SCHEMA.") ? name.toLowerCase() : name);

export type Catalog = {
  /** The warehouse's own. */
  database: string;
  publicTables: ReadonlySet<string>;
  /** Tables and databases that there are and that aren't public. */
  isHiddenTable(name: string): boolean;
  isOtherDatabase(name: string): boolean;
  /** Whether every caller may read it unfiltered. */
  isOpen(name: string): boolean;
  /** The statement that replaces a table that may be read in part; undefined: there is none. */
  filtered(name: string): string | undefined;
  /** Which tables those statements read. */
  isReadByFilter(name: string): boolean;
  /** Changes when tables or databases come or go. */
  generation: string;
};

type Names = { database: string; databases: string[]; tables: string[] };

/** How late a new table is noticed. */
const namesTtlMs = 5_000;

/** @returns a function that returns the current catalog */
export function createCatalog(
  store: Pick<Store, "text">,
  tables: readonly string[] = publicTables(),
  ttlMs = namesTtlMs,
): () => Promise<Catalog> {
  const open = new Set(tables);
  const cache = new LRUCache<"now", Catalog>({
    max: 1,
    ttl: ttlMs,
    // While it is reloaded, the previous one is good enough.
    allowStale: false,
    fetchMethod: async () => {
      const text = await store.text(loadSql("queries/analyst/names.sql").text);
      return catalogOf(JSON.parse(text) as Names);
    },
  });

  function catalogOf({ database, databases, tables: existing }: Names): Catalog {
    const hidden = new Set(existing.filter((name) => !open.has(name)));
    const others = new Set([...databases, ...systemDatabases].filter((name) => name !== database));
    const values = { database, tables: [...open], ...harmlessSettings };
    const filters = new Map<string, string>();
    for (const [name, file] of filteredFiles)
      filters.set(name, bindParameters(loadSql(`queries/analyst/${file}.sql`).text, values));
    return {
      database,
      publicTables: open,
      isHiddenTable: (name) => hidden.has(name) || (name.startsWith(privatePrefix) && !open.has(name)),
      isOtherDatabase: (name) => others.has(name),
      isOpen: (name) => openSystemTables.has(name),
      filtered: (name) => filters.get(plainName(name)),
      isReadByFilter: (name) => filters.has(plainName(name)),
      generation: JSON.stringify([database, [...databases].sort(), [...hidden].sort(), existing.length]),
    };
  }

  return async () => await cache.forceFetch("now");
}

/** For documents: the visible tables of the engine. */
export const shownSystemTables = [...openSystemTables, ...filteredFiles.keys()].sort();
