/** Rows for lists of subjects, inserted by hand: nine of each kind of every chain whose other rows have fewer. */

import { accountOf } from "../../fixtures/polkadot/model.ts";
import { toNodeId } from "../../lib/cb58.ts";
import type { Store } from "../../lib/store/store.ts";
import { poolHashOf, poolIdOf } from "../../schemas/cardano/poolId.ts";
import { addressOf as polkadotAddress } from "./polkadotTruth.ts";

const nine = Array.from({ length: 9 }, (_, place) => place + 20);

export async function insertPolkadotSubjects(store: Store, network = "polkadot"): Promise<void> {
  const values = { network, validators: nine.map((i) => polkadotAddress(accountOf("validator", i))) };
  await store.command(
    `insert into raw_polkadot_validator (network, era, validator, commission_ppb, total_stake_planck, version)
    select {network:String}, 100, arrayJoin({validators:Array(String)}), 50000000, 7000000000, 1`,
    values,
  );
  await store.command(
    "insert into int_polkadot_network_era (network, era, day, version) values ({network:String}, 100, '2026-01-22', 1)",
    values,
  );
  await store.command(
    "insert into int_polkadot_day (network, day, is_complete, version) values ({network:String}, '2026-01-22', 1, 1)",
    values,
  );
}

export async function insertCardanoSubjects(store: Store): Promise<void> {
  const pools = nine.map((i) => poolIdOf(String(i).repeat(28)));
  await store.command(
    `insert into raw_cardano_pool (network, epoch, pool, pool_hash, name, ticker, margin, active_stake, version)
    select 'mainnet', 500, each.1, each.2, 'Some pool', 'SOME', 0.01, 5000000, 1
    from (select arrayJoin(arrayZip({pools:Array(String)}, {hashes:Array(String)})) as each)`,
    { pools, hashes: pools.map((pool) => poolHashOf(pool) ?? "") },
  );
  await store.command(
    "insert into raw_cardano_epoch (network, epoch, pool_count, version) values ('mainnet', 500, 10, 1)",
  );
  await store.command(
    "insert into int_cardano_day (network, day, is_complete, version) values ('mainnet', '2026-01-22', 1, 1)",
  );
}

export async function insertAvalancheSubjects(store: Store): Promise<void> {
  await store.command(
    `insert into int_avalanche_stake (network, node_id, tx_id, end_at, pubkey, weight_navax, is_validator, version)
    select 'mainnet', arrayJoin({nodes:Array(String)}) as node, toFixedString(repeat('cd', 32), 64), 2000000000,
      repeat('ef', 48), cityHash64(node) % 1000000, 1, 1`,
    { nodes: nine.map((i) => toNodeId(new Uint8Array(20).fill(i))) },
  );
  await store.command(
    "insert into int_avalanche_day (network, day, is_complete, version) values ('mainnet', '2026-01-22', 1, 1)",
  );
}

export async function insertEigenlayerSubjects(store: Store): Promise<void> {
  await store.command(
    `insert into raw_eigenlayer_operator (network, operator, block, version)
    select 'mainnet', toFixedString(unhex(concat(repeat('0', 36), hex(toUInt16(4096 + number)))), 20), 1, 1 from numbers(9)`,
  );
  await store.command(
    `insert into raw_eigenlayer_pod (network, pod, owner, block, version)
    select 'mainnet', toFixedString(unhex(concat(repeat('0', 36), hex(toUInt16(8192 + number)))), 20),
      toFixedString(unhex(concat(repeat('0', 36), hex(toUInt16(12288 + number)))), 20), 1, 1
    from numbers(9)`,
  );
  await store.command(
    `insert into fct_eigenlayer_staker_state_daily (network, staker, strategy, day, total_shares, version)
    select 'mainnet', toFixedString(unhex(concat(repeat('0', 36), hex(toUInt16(12288 + number)))), 20), vaEigenlayerNative(),
      '2026-01-02', toInt256(1000000000000000000) * number, 1
    from numbers(9)`,
  );
}

export async function insertPolygonSubjects(store: Store): Promise<void> {
  await store.command(
    `insert into raw_polygon_validator
      (network, validator, day, signer, self_stake, delegated_stake, activation_epoch, commission_percent, block_number, version)
    select 'mainnet', number + 1, '2026-01-05', concat('0x', leftPad(toString(number), 40, '0')), 1000 * number, 5, 1, 10, 1, 1
    from numbers(9)`,
  );
}
