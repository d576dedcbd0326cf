/** Chains of the CometBFT family: a chain is one row here, with all its differences from others. */

/** Daily records that the API may have for a chain, each defined once for all of them. */
export type CosmosRecord = "validatorRewards" | "networkRewards" | "validatorState" | "delegatorState";

export type CosmosChain = {
  /** Name in paths of the API, topics and settings. */
  id: string;
  /** Name in headings. */
  name: string;
  /** Whole tokens are 10 to the power of `decimals` base units. */
  token: { symbol: string; decimals: number };
  /** Base unit of amounts; coins of other denominations are kept as text. */
  denomination: string;
  /** Usual time between two blocks. */
  secondsPerBlock: number;
  /** Prefix of account addresses; operators and consensus keys add to it. */
  prefix: string;
  /** The default network if several are known. */
  mainNetwork: string;
  /** Another of its networks. */
  testNetwork: string;
  /**
   * Chain ids of its networks. No other chain of the family may have the same: they alone identify a network in tables.
   * A setting may name another.
   */
  chainIds: RegExp;
  /** Whether every delegation is read at the end of a day. */
  readsDelegations: boolean;
  /** Whether validators are also paid directly: a second pair of reward events, all of it commission. */
  paysValidatorsDirectly: boolean;
  /** Whether staking messages wait for the end of an epoch. */
  queuesStaking: boolean;
  /** Whether a changed delegation claims nothing: its rewards stay pending until the delegator claims them (CIP-30). */
  keepsRewardsOnChange: boolean;
  /** Path of each record of the chain in the API, below `/v1/<id>/`, with the specification's parameter names. */
  paths: Readonly<Partial<Record<CosmosRecord, string>>>;
};

export const cosmosChains: readonly CosmosChain[] = [
  {
    id: "babylon",
    name: "Babylon",
    token: { symbol: "BABY", decimals: 6 },
    denomination: "ubbn",
    secondsPerBlock: 10,
    prefix: "bbn",
    mainNetwork: "bbn-1",
    testNetwork: "bbn-test-6",
    chainIds: /^bbn-[a-z0-9-]+$/,
    readsDelegations: true,
    paysValidatorsDirectly: true,
    queuesStaking: true,
    keepsRewardsOnChange: false,
    paths: {
      validatorRewards: "validators/{validator_address}/rewards",
      networkRewards: "network/rewards",
      validatorState: "validators/{validator_address}/state",
      delegatorState: "delegators/{delegator_address}/state",
    },
  },
  {
    id: "celestia",
    name: "Celestia",
    token: { symbol: "TIA", decimals: 6 },
    denomination: "utia",
    secondsPerBlock: 6,
    prefix: "celestia",
    mainNetwork: "celestia",
    testNetwork: "mocha-4",
    chainIds: /^(?:celestia|mocha-\d+|arabica-\d+)$/,
    readsDelegations: false,
    paysValidatorsDirectly: false,
    queuesStaking: false,
    keepsRewardsOnChange: true,
    paths: {
      validatorRewards: "validators/{node_id}/rewards",
      networkRewards: "network/rewards",
    },
  },
];

/** The row of a chain. @throws RangeError */
export function cosmosChainOf(id: string): CosmosChain {
  const row = cosmosChains.find((chain) => chain.id === id);
  if (row === undefined) throw new RangeError(`no CometBFT chain ${id}`);
  return row;
}

export const celestiaChain = cosmosChainOf("celestia");
export const babylonChain = cosmosChainOf("babylon");

export const operatorPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valoper`;
export const consensusPrefix = (chain: Pick<CosmosChain, "prefix">) => `${chain.prefix}valcons`;
