/** Rows of Celestia and Babylon, put into the warehouse by hand: 23 days of one validator and one delegator. */
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import type { Store } from "../../lib/store/store.ts";
import { babylonChain, type CosmosChain, celestiaChain } from "../../schemas/cosmos/chains.ts";

const days = 23;

/** What paths ask for, by the name of the parameter: what is there, what isn't, and what is no address. */
export const cosmosPaths = {
  node_id: pathsOf(
    validatorIdentity(celestiaChain, 0).validator,
    validatorIdentity(celestiaChain, 1).validator,
  ),
  validator_address: pathsOf(
    validatorIdentity(babylonChain, 0).validator,
    validatorIdentity(babylonChain, 1).validator,
  ),
  delegator_address: pathsOf(delegatorAddress(babylonChain, 0), delegatorAddress(babylonChain, 1)),
};

function pathsOf(sample: string, unknown: string) {
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

async function insertRewards(store: Store, chain: CosmosChain): Promise<void> {
  const { validator, account, consensusAddress } = validatorIdentity(chain, 0);
  const values = { network: chain.mainNetwork, chain: chain.id, validator, account, consensusAddress };
  await store.command("insert into dim_cosmos_network select {network:String}, {chain:String}, 1", values);
  await store.command(
    `insert into raw_cosmos_validator
    select {network:String}, {validator:String}, 1, 'one', {account:String}, {consensusAddress:String}, 'AA==', 0.1, 1, 1,
      null, null, 1, 0, 1`,
    values,
  );
  await store.command(
    `insert into fct_${chain.id}_validator_reward_daily
    select {network:String}, {validator:String}, toDate('2026-01-01') + number, 'one', {consensusAddress:String}, 'AA==',
      {account:String}, number * 10 + 1, number * 10 + 10, toDecimal256('12345678901234567.000000000000000001', 18) + number,
      1234567890, 5, 0.1, null, null, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_${chain.id}_network_reward_daily
    select {network:String}, toDate('2026-01-01') + number, number * 10 + 1, number * 10 + 10, 100,
      toDecimal256('12345678901234567.000000000000000001', 18), 1234567890, 5, 0.1, number < ${days - 1}, 1
    from numbers(${days})`,
    values,
  );
}

export async function insertCosmosRows(store: Store): Promise<void> {
  await insertRewards(store, celestiaChain);
  await insertRewards(store, babylonChain);
  const values = {
    network: babylonChain.mainNetwork,
    validator: validatorIdentity(babylonChain, 0).validator,
    delegator: delegatorAddress(babylonChain, 0),
  };
  await store.command(
    `insert into fct_babylon_validator_state_daily
    select {network:String}, {validator:String}, toDate('2026-01-01') + number, 1, 2, 2, 1234567, 3, 1, 1
    from numbers(${days})`,
    values,
  );
  await store.command(
    `insert into fct_babylon_delegator_state_daily
    select {network:String}, {delegator:String}, toDate('2026-01-01') + number, {validator:String}, 1, 2, 2, 1234567, 1, 1
    from numbers(${days})`,
    values,
  );
}
