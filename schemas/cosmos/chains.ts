/** Chains of the CometBFT family: what tells one from another. */

export type CosmosChain = {
  /** As paths of the API and settings name it. */
  id: string;
  token: { symbol: string; decimals: number };
  /** Base unit of amounts; coins of other denominations are kept as text. */
  denomination: string;
  /** Prefix of account addresses; operators and consensus keys add to it. */
  prefix: string;
  /** The network that is served where several are known. */
  mainNetwork: string;
  /** Chain ids of its networks. */
  chainIds: RegExp;
  /** Whether every delegation is read at the end of a day. */
  readsDelegations: boolean;
};

export const celestiaChain: CosmosChain = {
  id: "celestia",
  token: { symbol: "TIA", decimals: 6 },
  denomination: "utia",
  prefix: "celestia",
  mainNetwork: "celestia",
  chainIds: /^(?:celestia|mocha-\d+|arabica-\d+)$/,
  readsDelegations: false,
};

export const babylonChain: CosmosChain = {
  id: "babylon",
  token: { symbol: "BABY", decimals: 6 },
  denomination: "ubbn",
  prefix: "bbn",
  mainNetwork: "bbn-1",
  chainIds: /^bbn-[a-z0-9-]+$/,
  readsDelegations: true,
};

export const operatorPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valoper`;
export const consensusPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valcons`;

/** Every chain of the family, one row each. */
export const cosmosChains: readonly CosmosChain[] = [celestiaChain, babylonChain];
