/** A statement that the engine can explain: its select, with a value in the place of each placeholder. */
import type { QueryParams } from "../../lib/store/store.ts";

/** A value that a placeholder of this type accepts. */
function anyValue(type: string): QueryParams[string] {
  if (type.startsWith("Nullable(")) return null;
  if (type.startsWith("Array(")) return [];
  if (type.startsWith("Date")) return "2026-01-01";
  return /^(U?Int|Float|Decimal|Bool)/.test(type) ? 1 : "";
}

/** Every line stays the line that it was. */
const blank = (text: string) => text.replaceAll(/[^\n]/g, " ");

/** The select of a statement, and values for it. A sort column is replaced by a number. */
export function selectOf(text: string): { sql: string; params: QueryParams } {
  const sql = text
    .replace(/^\s*insert\s+into\s+\w+\s*(\([^)]*\))?/i, blank)
    .replace(/^\s*create or replace view \w+ as\b/i, blank)
    .replace(/\ncomment '[^']*'\s*$/, "\n")
    .replaceAll(/\{\w+:Identifier\}/g, "1")
    // The older planner, which some statements select, shows no tree.
    .replace(/\benable_analyzer = 0\b/, "enable_analyzer = 1");
  const names = [...sql.matchAll(/\{(\w+):([^}]+)\}/g)];
  return { sql, params: Object.fromEntries(names.map(([, name, type]) => [name, anyValue(type ?? "")])) };
}
