/** What the server has to know of a chain: which networks of it are served. */
export type ServedChain = {
  /** As paths of the API name it. */
  id: string;
  /** What a request is about that names no network, where several are served. */
  mainNetwork: string;
  /** File below sql/queries that answers `network`, by name. It may take `{chain:String}`, the id. */
  networksSql: string;
  // In the same folder, freshness.sql returns the range of each kind of record (networks.ts); it takes the same values.
  /** What the documentation's introduction says of it. */
  note?: string;
};
