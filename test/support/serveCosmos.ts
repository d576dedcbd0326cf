/** Rows of every chain of the CometBFT family, put into the warehouse by hand: 23 days of one validator and one delegator. */
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import type { Store } from "../../lib/store/store.ts";
import { type CosmosChain, cosmosChains } from "../../schemas/cosmos/chains.ts";
import { announceNetwork } from "../../transform/cosmos/networks.ts";

const days = 23;

type PathValues = {
  /** There is one. */
  sample: string;
  /** Addresses that nothing is known of. */
  unknown: string[];
  /** No addresses. */
  wrong: string[];
};

function valuesOf(sample: string, unknown: string): PathValues {
  const last = sample.at(-1) === "q" ? "p" : "q";
  const wrong = [
    "1",
    sample.slice(0, -1),
    `${sample.slice(0, -1)}${last}`,
    sample.toUpperCase(),
    `cosmos${sample.slice(sample.indexOf("1"))}`,
    `${sample} `,
  ];
  return { sample, unknown: [unknown], wrong };
}

/** What a chain's paths ask for, by the name of the parameter. */
function pathsOf(chain: CosmosChain): [string, PathValues][] {
  return Object.entries(chain.paths).flatMap(([record, path]) => {
    const parameter = /\{(\w+)\}/.exec(path)?.[1];
    if (parameter === undefined) return [];
    const address = (index: number) =>
      record.startsWith("delegator")
        ? delegatorAddress(chain, index)
        : validatorIdentity(chain, index).validator;
    return [[parameter, valuesOf(address(0), address(1))]];
  });
}

/** What paths ask for, by the name of the parameter: what is there, what isn't, and what is no address. */
export const cosmosPaths: Readonly<Record<string, PathValues>> = Object.fromEntries(
  cosmosChains.flatMap(pathsOf),
);

async function insertRewards(store: Store, chain: CosmosChain): Promise<void> {
  const { validator, account, consensusAddress } = validatorIdentity(chain, 0);
  const values = { network: chain.mainNetwork, validator, account, consensusAddress };
  await announceNetwork(store, chain, chain.mainNetwork);
  await store.command(
    `insert into raw_cosmos_validator
    select {network:String}, {validator:String}, 1, 'one', {account:String}, {consensusAddress:String}, 'AA==', 0.1, 1, 1,
      null, null, 1, 0, 1`,
    values,
  );
  await store.command(
    `insert into fct_cosmos_validator_reward_daily
    select {network:String}, {validator:String}, toDate('2026-01-01') + number, 'one', {consensusAddress:String}, 'AA==',
      {account:String}, number * 10 + 1, number * 10 + 10, toDecimal256('12345678901234567.000000000000000001', 18) + number,
      1234567890, 5, 0.1, null, null, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_cosmos_network_reward_daily
    select {network:String}, toDate('2026-01-01') + number, number * 10 + 1, number * 10 + 10, 100,
      toDecimal256('12345678901234567.000000000000000001', 18), 1234567890, 5, 0.1, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
}

async function insertStates(store: Store, chain: CosmosChain): Promise<void> {
  const values = {
    network: chain.mainNetwork,
    validator: validatorIdentity(chain, 0).validator,
    delegator: delegatorAddress(chain, 0),
  };
  await store.command(
    `insert into fct_cosmos_validator_state_daily
    select {network:String}, {validator:String}, toDate('2026-01-01') + number, 1, 2, 2, 1234567, 3, 1, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_cosmos_delegator_state_daily
    select {network:String}, {delegator:String}, toDate('2026-01-01') + number, {validator:String}, 1, 2, 2, 1234567, 1, 1
    from numbers(${days})`,
    values,
  );
}

export async function insertCosmosRows(store: Store): Promise<void> {
  for (const chain of cosmosChains) {
    await insertRewards(store, chain);
    if (chain.readsDelegations) await insertStates(store, chain);
  }
}
