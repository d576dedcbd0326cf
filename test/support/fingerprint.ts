import { quoteName } from "../../lib/store/names.ts";
import type { Store } from "../../lib/store/store.ts";

/**
 * A hash of the rows of every non-empty table, in any order. As tuples: a row with a null in it would have no
 * hash otherwise.
 */
export async function fingerprint(store: Store, tables = "raw|int|dim|fct"): Promise<Record<string, string>> {
  const nonEmpty = await store.rows<{ name: string }>(
    `select name from system.tables
    where database = currentDatabase() and match(name, '^(${tables})_') and total_rows > 0 order by name`,
  );
  const reads = nonEmpty.map(
    ({ name }) =>
      `select '${name}' as name, concat(toString(count()), ':', hex(groupBitXor(cityHash64(tuple(*))))) as hash from ${quoteName(name)} final having count() > 0`,
  );
  if (reads.length === 0) return {};
  const rows = await store.rows<{ name: string; hash: string }>(reads.join("\nunion all\n"));
  return Object.fromEntries(rows.map(({ name, hash }) => [name, hash]));
}
