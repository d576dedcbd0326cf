import { expect, it } from "vitest";
import { pack } from "../../../lib/packed.ts";
import { migrate } from "../../../lib/sql/migrate.ts";
import type { EthMessage, RegistryMessage } from "../../../schemas/eth/events.ts";
import { useStore } from "../../../test/support/stores.ts";
import { writeTables } from "../../frame/tables.ts";
import { registryTables } from "./registry.ts";
import { createRetractions } from "./retractions.ts";

const { store } = useStore("embedded");
const far = 2n ** 64n - 1n;

/** Validators of one message; each value says its index. */
function message(
  network: string,
  epoch: number,
  kind: RegistryMessage["kind"],
  indices: readonly number[],
): RegistryMessage {
  const values = (first: number) => pack(BigUint64Array.from(indices, (index) => BigInt(first + index)));
  return {
    type: "registry",
    network,
    epoch,
    kind,
    count: indices.length,
    validator_index: pack(Uint32Array.from(indices)),
    balance_gwei: values(100),
    effective_balance_gwei: values(200),
    is_slashed: pack(Uint8Array.from(indices, (index) => index % 2)),
    activation_eligibility_epoch: values(300),
    activation_epoch: values(400),
    exit_epoch: pack(BigUint64Array.from(indices, (index) => (index === 1 ? 5n : far))),
    withdrawable_epoch: pack(new BigUint64Array(indices.length).fill(far)),
    pubkey: pack(Uint8Array.from(indices.flatMap((index) => Array(48).fill(index)))),
    withdrawal_credentials: pack(
      Uint8Array.from(
        indices.flatMap((index) => [index % 3, ...Array(11).fill(0), ...Array(20).fill(index)]),
      ),
    ),
  };
}

it("writes what many messages say, of whichever network and epoch, as one block a table and network", async () => {
  await migrate(store(), {});
  const tables = registryTables([
    message("one", 7, "snapshot", [0, 1]),
    message("two", 7, "snapshot", [4]),
    message("one", 8, "changes", [1, 3]),
    message("one", 9, "changes", []),
  ]);
  expect(tables.map(({ table, rows }) => [table, rows])).toEqual([
    ["raw_eth_registry", 4],
    ["dim_eth_validator", 4],
    ["raw_eth_registry", 1],
    ["dim_eth_validator", 1],
  ]);
  await writeTables(store(), tables);
  const raw = await store().rows(
    `select network, epoch, validator_index, toUInt32(balance_gwei) as balance, toUInt32(effective_balance_gwei) as effective,
      is_slashed, toUInt32(activation_epoch) as activation, exit_epoch = toUInt64(-1) as is_staying, is_snapshot
    from raw_eth_registry final order by all`,
  );
  const row = (network: string, epoch: number, index: number, isSnapshot: number) => ({
    network,
    epoch,
    validator_index: index,
    balance: 100 + index,
    effective: 200 + index,
    is_slashed: index % 2,
    activation: 400 + index,
    is_staying: index === 1 ? 0 : 1,
    is_snapshot: isSnapshot,
  });
  expect(raw).toEqual([
    row("one", 7, 0, 1),
    row("one", 7, 1, 1),
    row("one", 8, 1, 0),
    row("one", 8, 3, 0),
    row("two", 7, 4, 1),
  ]);
  const validators = await store().rows(
    `select network, validator_index, lower(hex(pubkey)) as pubkey, withdrawal_address, activation_eligibility_epoch as eligibility,
      exit_epoch, withdrawable_epoch, toUInt32(version) as version
    from dim_eth_validator final order by all`,
  );
  const rowOf = (network: string, index: number, version: number) => {
    const byte = index.toString(16).padStart(2, "0");
    return {
      network,
      validator_index: index,
      pubkey: byte.repeat(48),
      withdrawal_address: index % 3 === 0 ? null : `0x${byte.repeat(20)}`,
      eligibility: 300 + index,
      exit_epoch: index === 1 ? 5 : null,
      withdrawable_epoch: null,
      version,
    };
  };
  expect(validators).toEqual([
    rowOf("one", 0, 7),
    rowOf("one", 1, 8),
    rowOf("one", 3, 8),
    rowOf("two", 4, 7),
  ]);
});

it("forgets changes that a corrected statement does not make, whichever batch counts them", async () => {
  const network = "corrected";
  const registries = (epoch: number, indices: readonly number[]) =>
    registryTables([message(network, epoch, epoch === 7 ? "snapshot" : "changes", indices)]);
  const announce = (epoch: number, count: number) =>
    store().command(
      `insert into raw_eth_epoch (network, epoch, registry_epoch, registry_rows)
      values ({network:String}, {epoch:UInt32}, 7, {count:UInt32})`,
      { network, epoch, count },
    );
  await writeTables(store(), [...registries(7, [0, 1, 2]), ...registries(8, [1, 2]), ...registries(9, [2])]);
  // Validator 1 was said to leave.
  const exits = () =>
    store().rows(
      "select validator_index, exit_epoch from dim_eth_validator final where network = 'corrected' order by all",
    );
  const stays = message(network, 7, "snapshot", [1]);
  await writeTables(
    store(),
    registryTables([{ ...stays, exit_epoch: pack(new BigUint64Array(1).fill(far)) }]),
  );
  expect(await exits()).toContainEqual({ validator_index: 1, exit_epoch: 5 });
  const { remove } = createRetractions(store());
  const changes = (epoch: number, indices: readonly number[]) => message(network, epoch, "changes", indices);
  const announcement = (epoch: number) =>
    ({ type: "epoch", network, epoch, registry_epoch: 7 }) as unknown as EthMessage;
  await announce(8, 2);
  await remove([changes(8, [2])]);
  const rows = () =>
    store().rows(
      "select epoch, arraySort(groupArray(validator_index)) as indices from raw_eth_registry final where network = 'corrected' group by epoch order by epoch",
    );
  // What is announced is another statement still.
  expect(await rows()).toHaveLength(3);
  expect((await rows())[1]).toEqual({ epoch: 8, indices: [1, 2] });
  await announce(8, 1);
  await announce(9, 0);
  await remove([announcement(8), announcement(9)]);
  expect(await rows()).toEqual([
    { epoch: 7, indices: [0, 1, 2] },
    { epoch: 8, indices: [2] },
  ]);
  expect(await exits()).toEqual([0, 1, 2].map((index) => ({ validator_index: index, exit_epoch: null })));
});
