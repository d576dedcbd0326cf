/** A chain as the server sees it: its name in paths and its networks. */
export type ServedChain = {
  /** Its name in paths of the API. */
  id: string;
  /** The network of a request that names none, where several are served. */
  mainNetwork: string;
  /** File below sql/queries that answers `network`, by name. It may take `{chain:String}`, the id. */
  networksSql: string;
  // In the same folder, freshness.sql returns the range of each kind of record (networks.ts); it takes the same values.
  /** Its note in the documentation's introduction. */
  note?: string;
};
