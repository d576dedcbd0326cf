/** What the server has to know of a chain: which networks of it are served. */
export type ServedChain = {
  /** As paths of the API name it. */
  id: string;
  /** What a request is about that names no network, where several are served. */
  mainNetwork: string;
  /** File below sql/queries that answers `network`, by name. It may take `{chain:String}`, the id. */
  networksSql: string;
  // Beside it, freshness.sql tells how far each kind of record goes (networks.ts); it takes the same.
  /** What the documentation's introduction says of it. */
  note?: string;
};
