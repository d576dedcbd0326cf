/** What tells one chain of the family from another: data. */
export type CosmosChain = {
  id: string;
  token: { symbol: string; decimals: number };
  /** Base unit of amounts; coins of other denominations are kept as text. */
  denomination: string;
  /** Prefix of account addresses; operators and consensus keys add to it. */
  prefix: string;
  /** Chain ids of this chain's networks. */
  chainIds: RegExp;
  /** Read every delegation at the end of a day. */
  readsDelegations: boolean;
};

export const operatorPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valoper`;
export const consensusPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valcons`;
