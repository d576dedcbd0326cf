import { type ExampleCase, into } from "./example.ts";

const dayOfTwo = { day: "2026-03-01", moniker: "Two" };

export const cosmosExamples: Readonly<Record<string, ExampleCase>> = {
  commission_changes: {
    rows: [
      into(
        "fct_cosmos_validator_reward_daily",
        "validator, day, moniker, commission_rate",
        "'celestia', 'v1', '2026-03-01', 'One', 0.05",
        "'celestia', 'v1', '2026-03-02', 'One', 0.05",
        "'celestia', 'v1', '2026-03-03', 'One', 0.1",
        "'celestia', 'v2', '2026-03-01', 'Two', 0.2",
        "'celestia', 'v2', '2026-03-02', 'Two', null",
        "'celestia', 'v2', '2026-03-03', 'Two', 0.2",
      ),
    ],
    answer: [{ day: "2026-03-03", moniker: "One", validator: "v1", before: "0.05", commission_rate: "0.1" }],
  },
  rewards_by_validator: {
    rows: [
      into(
        "dim_cosmos_network",
        "chain, denomination, token_decimals, version",
        "'celestia', 'celestia', 'utia', 6, 2",
      ),
      into("int_cosmos_day", "day, is_complete", "'celestia', '2026-03-30', 1"),
      into(
        "fct_cosmos_validator_reward_daily",
        "validator, day, moniker, delegation_reward, commission_reward, net_delegation_reward",
        "'celestia', 'v1', '2026-03-29', 'One', 1500001, 150000, 1350001",
        "'celestia', 'v1', '2026-03-30', 'One', 500000, 50000, 450000",
        "'celestia', 'v2', '2026-03-30', 'Two', 3000000, 0, 3000000",
        "'celestia', 'v2', '2026-02-01', 'Two', 9000000, 0, 9000000",
      ),
    ],
    answer: [
      { name: "Two", validator: "v2", gross: 3, commission: 0, net: 3 },
      { name: "One", validator: "v1", gross: 2.000001, commission: 0.2, net: 1.800001 },
    ],
  },
  jailed_validators: {
    rows: [
      into(
        "raw_cosmos_validator",
        "validator, height, moniker, is_jailed, is_bonded, commission_rate",
        "'celestia', 'v1', 10, 'One', 1, 0, 0.1",
        "'celestia', 'v2', 10, 'Two', 0, 1, 0.1",
        "'celestia', 'v3', 10, 'Three', 0, 0, 0.05",
        "'celestia', 'v2', 9, 'Two', 1, 0, 0.1",
      ),
    ],
    answer: [
      { moniker: "One", validator: "v1", is_jailed: 1, is_bonded: 0, commission_rate: "0.1" },
      { moniker: "Three", validator: "v3", is_jailed: 0, is_bonded: 0, commission_rate: "0.05" },
    ],
  },
  residuals: {
    rows: [
      into(
        "fct_cosmos_validator_reward_daily",
        "validator, day, moniker, reward_residual, commission_residual",
        "'bbn-1', 'v1', '2026-03-01', 'One', -7.5, 0",
        "'bbn-1', 'v2', '2026-03-01', 'Two', 0.5, 0",
        "'bbn-1', 'v3', '2026-03-01', 'Three', null, null",
      ),
    ],
    answer: [{ ...dayOfTwo, validator: "v2", reward_residual: "0.5", commission_residual: "0" }],
  },
  delegators_by_stake: {
    rows: [
      into(
        "fct_cosmos_delegator_state_daily",
        "delegator, day, validator, active_stake, is_complete",
        "'bbn-1', 'd1', '2026-03-02', 'v1', 2000000, 1",
        "'bbn-1', 'd1', '2026-03-02', 'v2', 500000, 1",
        "'bbn-1', 'd2', '2026-03-02', 'v1', 9000000, 1",
        "'bbn-1', 'd3', '2026-03-03', 'v1', 99000000, 0",
        "'bbn-1', 'd3', '2026-03-01', 'v1', 99000000, 1",
      ),
    ],
    answer: [
      { delegator: "d2", stake_baby: 9, validators: "1" },
      { delegator: "d1", stake_baby: 2.5, validators: "2" },
    ],
  },
};

export const polkadotExamples: Readonly<Record<string, ExampleCase>> = {
  era_points: {
    rows: [
      into(
        "raw_polkadot_era",
        "era, day, version",
        "'polkadot', 1500, '2026-03-01', 1",
        "'polkadot', 1499, '2026-02-28', 1",
      ),
      into("dim_polkadot_name", "account, name, version", "'polkadot', 'one', 'PARENT/one', 1"),
      into(
        "raw_polkadot_validator",
        "era, validator, point_count, commission_ppb, version",
        "'polkadot', 1500, 'one', 60000, 50000000, 1",
        "'polkadot', 1500, 'two', 20000, 1000000000, 1",
        "'polkadot', 1499, 'one', 1, 0, 1",
      ),
    ],
    answer: [
      { name: "PARENT/one", validator: "one", points: 60000, against_mean: 1.5, commission_percent: 5 },
      { name: null, validator: "two", points: 20000, against_mean: 0.5, commission_percent: 100 },
    ],
  },
  unclaimed_rewards: {
    rows: [
      into(
        "fct_polkadot_claim_era",
        "era, validator, page_count, claimed_page_count, earned_validator_planck, earned_delegator_planck, claimed_validator_planck, claimed_delegator_planck",
        "'polkadot', 1500, 'one', 3, 1, 100000000000, 900000000000, 50000000000, 450000000000",
        "'polkadot', 1500, 'two', 1, 1, 5, 5, 5, 5",
      ),
    ],
    answer: [{ era: 1500, validator: "one", open_pages: "2", open_dot: 50 }],
  },
  rewards_per_stake: {
    rows: [
      into("fct_polkadot_network_reward_daily", "day, is_complete", "'polkadot', '2026-03-30', 1"),
      into(
        "fct_polkadot_validator_reward_daily",
        "validator, day, delegator_planck, total_stake_planck, own_stake_planck, is_complete",
        // 1 / 1000 and 3 / 1000 of the nominators' stake: a mean of 0.2 % a day.
        "'polkadot', 'one', '2026-03-29', 1000, 1100000, 100000, 1",
        "'polkadot', 'one', '2026-03-30', 3000, 1100000, 100000, 1",
        "'polkadot', 'alone', '2026-03-30', 0, 100000, 100000, 1",
        "'polkadot', 'one', '2026-01-01', 90000, 1100000, 100000, 1",
      ),
    ],
    answer: [{ validator: "one", days: "2", nominators_percent: 73, stake_dot: 0.00011 }],
  },
  residuals: {
    rows: [
      into(
        "fct_polkadot_claim_era",
        "era, validator, earned_delegator_planck, paid_delegator_planck, residual_planck",
        "'polkadot', 1500, 'rounded', 4000000000000, 3999999959980, 40020",
        "'polkadot', 1500, 'lost', 4000000000000, 3999999959979, 40021",
        "'polkadot', 1500, 'more', 1000, 1002, -2",
        "'polkadot', 1500, 'open', 1000, 0, null",
      ),
      into(
        "int_polkadot_validator_era",
        "era, validator, nominator_count",
        "'polkadot', 1500, 'rounded', 10",
        "'polkadot', 1500, 'lost', 10",
        "'polkadot', 1500, 'more', 1",
        "'polkadot', 1500, 'open', 1",
      ),
    ],
    answer: [
      {
        era: 1500,
        validator: "lost",
        earned_delegator_planck: "4000000000000",
        paid_delegator_planck: "3999999959979",
        residual_planck: "40021",
      },
      {
        era: 1500,
        validator: "more",
        earned_delegator_planck: "1000",
        paid_delegator_planck: "1002",
        residual_planck: "-2",
      },
    ],
  },
};

export const cardanoExamples: Readonly<Record<string, ExampleCase>> = {
  pool_saturation: {
    rows: [
      into(
        "raw_cardano_epoch",
        "epoch, optimal_pool_count, max_supply, reserves, version",
        "'mainnet', 600, 500, 45000000000000000, 7000000000000000, 1",
        "'mainnet', 601, 500, 45000000000000000, null, 1",
      ),
      into(
        "raw_cardano_pool",
        "epoch, pool, ticker, active_stake, margin, version",
        // Saturation is 38 billion ADA over 500: 76 million.
        "'mainnet', 600, 'pool1a', 'AAA', 38000000000000, 0.02, 1",
        "'mainnet', 600, 'pool1b', null, 76000000000000, 0, 1",
        "'mainnet', 600, 'pool1c', 'CCC', 0, 0, 1",
        "'mainnet', 601, 'pool1a', 'AAA', 1, 0, 1",
      ),
    ],
    answer: [
      { ticker: null, pool: "pool1b", stake_ada: 76000000, saturation_percent: 100, margin: "0" },
      { ticker: "AAA", pool: "pool1a", stake_ada: 38000000, saturation_percent: 50, margin: "0.02" },
    ],
  },
  pledge_not_met: {
    rows: [
      into("raw_cardano_epoch", "epoch, version", "'mainnet', 600, 1"),
      into(
        "raw_cardano_pool",
        "epoch, pool, ticker, active_stake, pledge, owner_stake, version",
        "'mainnet', 600, 'pool1a', 'AAA', 10, 1000000000, 250000000, 1",
        "'mainnet', 600, 'pool1b', 'BBB', 10, 1000000000, 1000000000, 1",
        "'mainnet', 599, 'pool1b', 'BBB', 10, 1000000000, 0, 1",
      ),
    ],
    answer: [{ epoch: 600, ticker: "AAA", pool: "pool1a", pledge_ada: 1000, held_ada: 250 }],
  },
  rewards_by_epoch: {
    rows: [
      into(
        "fct_cardano_pool_reward_epoch",
        "epoch, pool, block_count, leader_reward, member_reward, version",
        "'mainnet', 600, 'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy', 40, 500000000, 9500000000, 1",
        "'mainnet', 601, 'pool1pu5jlj4q9w9jlxeu370a3c9myx47md5j5m2str0naunn2q3lkdy', 41, null, null, 1",
        "'mainnet', 601, 'pool1other', 99, 1, 1, 1",
      ),
    ],
    answer: [
      { epoch: 601, block_count: 41, earned_ada: null, leader_share: null },
      { epoch: 600, block_count: 40, earned_ada: 10000, leader_share: 0.05 },
    ],
  },
  residuals: {
    rows: [
      into(
        "fct_cardano_pool_reward_epoch",
        "epoch, pool, leader_reward, member_reward, ledger_leader_reward, ledger_member_reward, reward_residual, version",
        "'mainnet', 600, 'pool1a', 10, 90, 10, 90, 0, 1",
        "'mainnet', 600, 'pool1b', 10, 91, 10, 90, 1, 1",
        "'mainnet', 601, 'pool1b', null, null, null, null, null, 1",
      ),
    ],
    answer: [
      {
        epoch: 600,
        pool: "pool1b",
        leader_reward: "10",
        member_reward: "91",
        ledger_leader_reward: "10",
        ledger_member_reward: "90",
        reward_residual: "1",
      },
    ],
  },
};

const avalancheStakes = into(
  "int_avalanche_stake",
  "node_id, tx_id, end_at, weight_navax, is_validator, reward_navax, paid_own_navax, paid_fee_navax, is_committed, paid_on, version",
  "'mainnet', 'NodeID-1', repeat('a', 64), 1772323200, 2000000000000, 1, 50000000000, 50000000000, 1000000000, 1, '2026-03-01', 1",
  "'mainnet', 'NodeID-1', repeat('b', 64), 1772409600, 25000000000, 0, 700000000, 0, 0, 0, '2026-03-02', 1",
  "'mainnet', 'NodeID-2', repeat('c', 64), 1772323200, 2000000000000, 1, 40000000000, 0, 0, 0, '2026-03-01', 1",
  // Ends on Wednesday, 2026-04-01.
  "'mainnet', 'NodeID-3', repeat('d', 64), 1775001600, 3000000000000, 1, 40000000000, 0, 0, null, null, 1",
  "'mainnet', 'NodeID-3', repeat('e', 64), 1775001601, 500000000000, 0, 1, 0, 0, null, null, 1",
);

export const avalancheExamples: Readonly<Record<string, ExampleCase>> = {
  rewards_not_granted: {
    rows: [avalancheStakes],
    answer: [
      { day: "2026-03-02", node_id: "NodeID-1", kind: "delegation", stake_avax: 25, lost_avax: 0.7 },
      { day: "2026-03-01", node_id: "NodeID-2", kind: "validator", stake_avax: 2000, lost_avax: 40 },
    ],
  },
  uptime_of_validators: {
    rows: [avalancheStakes],
    answer: [
      { node_id: "NodeID-2", ended: "1", rewarded: "0", rewarded_part: 0, paid_avax: 0 },
      { node_id: "NodeID-1", ended: "2", rewarded: "1", rewarded_part: 0.5, paid_avax: 51 },
    ],
  },
  stakes_that_end: {
    rows: [avalancheStakes],
    answer: [{ week: "2026-03-30", validators: "1", delegations: "1", stake_avax: 3500 }],
  },
  residuals: {
    rows: [
      into(
        "fct_avalanche_network_reward_daily",
        "day, potential_residual_navax, supply_residual_navax",
        "'mainnet', '2026-03-01', 0, 0",
        "'mainnet', '2026-03-02', 0, -5",
        "'mainnet', '2026-03-03', null, null",
      ),
    ],
    answer: [{ day: "2026-03-02", potential_residual_navax: "0", supply_residual_navax: "-5" }],
  },
};
