import type { Store } from "./store.ts";

/** The same warehouse; its writes count as the chain's, because networks of two chains may share a name. */
export function forChain(store: Store, chain: string): Store {
  return {
    ...store,
    insert: (table, columns) => store.insert(table, columns, chain),
    command: (sql, params) => store.command(sql, params, chain),
  };
}
