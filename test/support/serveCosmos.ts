/** Rows of every chain of the CometBFT family, inserted by hand: 23 days of one validator and one delegator. */
import { delegatorAddress, validatorIdentity } from "../../fixtures/cosmos/addresses.ts";
import type { Store } from "../../lib/store/store.ts";
import { type CosmosChain, cosmosChains, operatorPrefix } from "../../schemas/cosmos/chains.ts";
import { exampleAddress } from "../../serve/cosmos/endpoint.ts";
import { announceNetwork } from "../../transform/cosmos/networks.ts";
import type { ServedRows } from "./servedRows.ts";

const days = 23;

/** Values for a path with this address: unknown ones, and malformed ones. */
function addressPath(key: string, prefix: string, unknown: string) {
  const address = exampleAddress(prefix);
  const last = address.at(-1) === "q" ? "p" : "q";
  const wrong = [
    "1",
    address.slice(0, -1),
    `${address.slice(0, -1)}${last}`,
    `${address.slice(0, -4)}${address.slice(-4).toUpperCase()}`,
    // No chain's prefix, also of one that is added.
    `other${address.slice(address.indexOf("1"))}`,
    `${address} `,
  ];
  return { key, wrong, unknown: [unknown] };
}

/** Example values of a chain's path parameters, by the parameter's name. */
function pathsOf(chain: CosmosChain): ServedRows["paths"] {
  return Object.fromEntries(
    Object.entries(chain.paths).flatMap(([record, path]) => {
      const parameter = /\{(\w+)\}/.exec(path)?.[1];
      if (parameter === undefined) return [];
      const values = record.startsWith("delegator")
        ? addressPath("delegator", chain.prefix, delegatorAddress(chain, 1))
        : addressPath("validator", operatorPrefix(chain), validatorIdentity(chain, 1).validator);
      return [[parameter, values]];
    }),
  );
}

/** Days of one validator, whose address is that of the documentation's examples. */
export async function insertRewards(
  store: Store,
  chain: CosmosChain,
  network = chain.mainNetwork,
): Promise<void> {
  const { account, consensusAddress } = validatorIdentity(chain, 0);
  const validator = exampleAddress(operatorPrefix(chain));
  const values = { network, validator, account, consensusAddress };
  await announceNetwork(store, chain, network);
  await store.command(
    `insert into raw_cosmos_validator
    select {network:String}, {validator:String}, 1, 'one', {account:String}, {consensusAddress:String}, 'AA==', 0.1, 1, 1,
      null, null, null, 1, 0, 1`,
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
    `insert into int_cosmos_validator_daily
    select network, validator, day, moniker, account_address, consensus_address, consensus_pubkey, from_block, to_block,
      delegation_reward, commission_reward, 0, 0, commission_rate, reward_residual, commission_residual, 1, is_complete, 1
    from fct_cosmos_validator_reward_daily final where network = {network:String} and validator = {validator:String}`,
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
    validator: exampleAddress(operatorPrefix(chain)),
    delegator: exampleAddress(chain.prefix),
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

/** Blocks of the second day, each of which pays the validator. */
async function insertFacts(store: Store, chain: CosmosChain): Promise<void> {
  const values = { network: chain.mainNetwork, validator: exampleAddress(operatorPrefix(chain)) };
  await store.command(
    `insert into int_cosmos_day select {network:String}, toDate('2026-01-02'), 11, 20, 1, null, 1, 2`,
    values,
  );
  await store.command(
    `insert into raw_cosmos_block
    select {network:String}, 11 + number, toDate('2026-01-02'), upper(hex(SHA256(toString(number)))), null, null,
      toDateTime64('2026-01-02 00:00:00', 3, 'UTC') + number, 1
    from numbers(10)`,
    values,
  );
  await store.command(
    `insert into raw_cosmos_event
    select {network:String}, 11 + number, 'finalize', 0, 1, 'rewards', {validator:String}, '',
      toDecimal256('1234567890123456.000000000000000001', 18), null, 1
    from numbers(10)`,
    values,
  );
}

/** Validators and delegators of one state, for lists of them. */
async function insertSubjects(store: Store, chain: CosmosChain): Promise<void> {
  const network = chain.mainNetwork;
  const height = 300;
  await store.command(
    `insert into raw_cosmos_state values ({network:String}, {height:UInt32}, '2026-01-23', 9, ${chain.readsDelegations ? "9" : "null"}, 1)`,
    { network, height },
  );
  await store.command(
    "insert into int_cosmos_day select {network:String}, toDate('2026-01-01') + number, 1, 2, 2, null, number < 22, 1 from numbers(23)",
    { network },
  );
  const identities = Array.from({ length: 9 }, (_, i) => validatorIdentity(chain, i + 2));
  const values = {
    network,
    height,
    validators: identities.map(({ validator }) => validator),
    accounts: identities.map(({ account }) => account),
    delegators: identities.map((_, i) => delegatorAddress(chain, i + 2)),
  };
  await store.command(
    `insert into raw_cosmos_validator
    select {network:String}, validator, {height:UInt32}, concat('name ', toString(place % 5)), account, '', 'AA==', 0.05,
      1000000 * place, null, null, null, null, place % 2, place % 3 = 0, 1
    from (select arrayJoin(arrayZip({validators:Array(String)}, {accounts:Array(String)}, range(9))) as each,
      each.1 as validator, each.2 as account, each.3 as place)`,
    values,
  );
  if (chain.readsDelegations)
    await store.command(
      `insert into raw_cosmos_delegation
      select {network:String}, {height:UInt32}, arrayJoin({delegators:Array(String)}), {validators:Array(String)}[1], 5000000, 1`,
      values,
    );
}

export const cosmosRows: readonly ServedRows[] = cosmosChains.map((chain) => ({
  chain: chain.id,
  insert: async (store) => {
    await insertRewards(store, chain);
    await insertFacts(store, chain);
    await insertSubjects(store, chain);
    if (chain.readsDelegations) await insertStates(store, chain);
  },
  keys: { [`${chain.id}ValidatorExplain`]: "height" },
  paths: pathsOf(chain),
}));
