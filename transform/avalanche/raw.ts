/** Bus messages → rows of the raw tables. Blocks stay columns. */
import { unpack } from "../../lib/packed.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import type { AvalancheMessage, BlocksMessage, EndedMessage } from "../../schemas/avalanche/events.ts";
import { bulkTable, collectRows, type RowsOf } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 1;
/** A node that keeps reward UTXOs returns more than one that doesn't. */
const endedVersion = { decoder: 60, isFound: 2, isPaid: 2 } as const;

function blockTable({ network, from, count, time, kind }: BlocksMessage): TableColumns {
  return bulkTable("raw_avalanche_block", count, {
    network,
    height: Uint32Array.from({ length: count }, (_, i) => from + i),
    kind: unpack(Uint8Array, kind),
    block_at: unpack(Uint32Array, time),
    version: BigInt(decoder),
  });
}

function addFacts(rows: RowsOf, { network, stakes, configs, rewards, unknowns }: BlocksMessage): void {
  for (const { weight, start, end, is_validator, is_proposed, ...same } of stakes)
    rows("raw_avalanche_stake").push({
      ...same,
      network,
      weight_navax: weight,
      start_at: BigInt(start),
      end_at: BigInt(end),
      is_validator: Number(is_validator),
      is_proposed: Number(is_proposed),
      version: decoder,
    });
  for (const config of configs) rows("raw_avalanche_config").push({ ...config, network, version: decoder });
  for (const reward of rewards) rows("raw_avalanche_reward").push({ ...reward, network, version: decoder });
  for (const { unread, ...same } of unknowns)
    rows("raw_avalanche_unknown").push({ ...same, network, unread_count: unread, version: decoder });
}

function addEnded(rows: RowsOf, { network, height, tx_id, stake, paid }: EndedMessage): void {
  rows("raw_avalanche_ended").push({
    network,
    height,
    tx_id,
    node_id: stake?.node_id ?? "",
    pubkey: stake?.pubkey ?? null,
    type_id: stake?.type_id ?? 0,
    weight_navax: stake?.weight ?? "0",
    shares: stake?.shares ?? 0,
    period: stake?.period ?? 0,
    is_validator: Number(stake?.is_validator ?? false),
    start_at: stake?.start ?? 0,
    end_at: stake?.end ?? 0,
    first_paid_navax: paid?.[0] ?? null,
    second_paid_navax: paid?.[1] ?? null,
    version: packVersion(endedVersion, {
      decoder,
      isFound: Number(stake !== null),
      isPaid: Number(paid !== null),
    }),
  });
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly AvalancheMessage[]): Promise<void> {
  const { rows, toTables } = collectRows();
  const blocks: TableColumns[] = [];
  for (const message of messages) {
    const { network } = message;
    if (message.type === "blocks") {
      blocks.push(blockTable(message));
      addFacts(rows, message);
    } else if (message.type === "ended") addEnded(rows, message);
    else if (message.type === "told")
      for (const {
        weight,
        start,
        end,
        is_validator,
        potential_reward,
        accrued_fee,
        restaked: _,
        ...same
      } of message.stakes)
        rows("raw_avalanche_told").push({
          ...same,
          network,
          height: message.height,
          weight_navax: weight,
          start_at: start,
          end_at: end,
          is_validator: Number(is_validator),
          potential_reward_navax: potential_reward,
          accrued_fee_navax: accrued_fee,
          version: decoder,
        });
    else
      rows("raw_avalanche_state").push({
        network,
        height: message.height,
        supply_navax: message.supply,
        stake_count: message.stake_count,
        version: decoder,
      });
  }
  await writeTables(store, [...toTables(), ...blocks]);
}
