import type { Store } from "../../lib/store/store.ts";

/** A hash of every table's rows, whatever their order. As tuples: a row with a null in it would have no hash otherwise. */
export async function fingerprint(store: Store, tables = "raw|int|dim|fct"): Promise<Record<string, string>> {
  const found = await store.rows<{ name: string }>(
    `select name from system.tables where database = currentDatabase() and match(name, '^(${tables})_') order by name`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of found) {
    const [row] = await store.rows<{ hash: string }>(
      `select concat(toString(count()), ':', hex(groupBitXor(cityHash64(tuple(*))))) as hash from ${name} final`,
    );
    hashes[name] = row?.hash ?? "";
  }
  return hashes;
}
