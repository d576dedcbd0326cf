/** Bus messages → rows of the raw tables. Bulk columns stay columns. */
import { unpack } from "../../lib/packed.ts";
import { toSs58 } from "../../lib/ss58.ts";
import type { Store } from "../../lib/store/store.ts";
import { packVersion } from "../../lib/version.ts";
import {
  accountBytes,
  type ClaimsMessage,
  type EraMessage,
  type ExposuresMessage,
  type NamesMessage,
  type PayoutsMessage,
  type PolkadotMessage,
} from "../../schemas/polkadot/events.ts";
import { bulkTable, createRows } from "../frame/columns.ts";
import { type TableColumns, writeTables } from "../frame/tables.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 2;
/** Of rows of one decoder, the one that knows more neighbouring eras wins. */
const eraVersion = { decoder: 62, known: 2 } as const;
/** Of states of one decoder, the one read later wins. */
const stateVersion = { decoder: 32, read: 32 } as const;

/** All chains' accounts are shown by Polkadot's prefix. */
const prefix = 0;

function addressesOf(packed: string): string[] {
  const bytes = unpack(Uint8Array, packed);
  return Array.from({ length: bytes.length / accountBytes }, (_, i) =>
    toSs58(prefix, bytes.subarray(i * accountBytes, (i + 1) * accountBytes)),
  );
}

const wide = (values: readonly string[]) => values.map(BigInt);

const nullable = (values: readonly (string | null)[]) => ({
  kind: "nullable" as const,
  nulls: Uint8Array.from(values, (value) => Number(value === null)),
  values: wide(values.map((value) => value ?? "0")),
});

function eraTable(messages: readonly EraMessage[]): TableColumns {
  const rows = createRows("raw_polkadot_era");
  for (const era of messages)
    rows.push({
      network: era.network,
      era: era.era,
      day: era.day,
      source: era.source,
      end_hash: era.end_hash,
      end_block: era.end_block,
      previous_day: era.previous_day,
      next_day: era.next_day,
      spec_version: era.spec_version,
      payout_planck: era.payout,
      point_total: era.point_total,
      incentive_budget_planck: era.incentive_budget,
      incentive_weight_sum: era.incentive_weight_sum,
      weighted_point_sum: era.weighted_point_sum,
      weighted_since_era: era.weighted_since_era,
      validator_count: era.validators.total_stake.length,
      exposure_count: era.exposure_count,
      end_at: era.end_time.replace("T", " ").replace("Z", ""),
      version: packVersion(eraVersion, {
        decoder,
        known: Number(era.previous_day !== null) + Number(era.next_day !== null),
      }),
    });
  return rows.toTable();
}

function validatorTable({ network, era, validators }: EraMessage): TableColumns {
  const { total_stake, own_stake, incentive_weight } = validators;
  const paid_nominator_stake = validators.paid_nominator_stake ?? total_stake.map(() => null);
  return bulkTable("raw_polkadot_validator", total_stake.length, {
    network,
    era,
    validator: addressesOf(validators.account),
    point_count: unpack(Uint32Array, validators.point_count),
    commission_ppb: unpack(Uint32Array, validators.commission),
    nominator_count: unpack(Uint32Array, validators.nominator_count),
    page_count: unpack(Uint32Array, validators.page_count),
    total_stake_planck: wide(total_stake),
    own_stake_planck: wide(own_stake),
    incentive_weight: nullable(incentive_weight),
    paid_nominator_stake_planck: nullable(paid_nominator_stake),
    version: BigInt(decoder),
  });
}

function exposureTable(message: ExposuresMessage): TableColumns {
  const { network, era, stake } = message;
  const validators = addressesOf(message.validators);
  return bulkTable("raw_polkadot_exposure", stake.length, {
    network,
    era,
    validator: Array.from(unpack(Uint16Array, message.validator), (place) => validators[place] ?? ""),
    page: unpack(Uint16Array, message.page),
    nominator: addressesOf(message.nominator),
    stake_planck: wide(stake),
    version: BigInt(decoder),
  });
}

function claimTable(messages: readonly ClaimsMessage[]): TableColumns {
  const rows = createRows("raw_polkadot_claim");
  for (const { network, era, read_era, validator, page } of messages)
    rows.push({
      network,
      era,
      read_era,
      validators: addressesOf(validator),
      pages: [...unpack(Uint32Array, page)],
      version: packVersion(stateVersion, { decoder, read: read_era }),
    });
  return rows.toTable();
}

/** Hashes of 32 bytes each, as nodes write them. */
function hashesOf(packed: string): string[] {
  const bytes = Buffer.from(unpack(Uint8Array, packed));
  return Array.from(
    { length: bytes.length / 32 },
    (_, i) => `0x${bytes.toString("hex", i * 32, i * 32 + 32)}`,
  );
}

function payoutTable(message: PayoutsMessage): TableColumns {
  const rows = createRows("raw_polkadot_payout");
  const { network, era, read_era, source } = message;
  const columns = {
    page: unpack(Uint32Array, message.page),
    block: unpack(Uint32Array, message.block),
    hash: hashesOf(message.block_hash),
    nominators: unpack(Uint32Array, message.nominator_count),
  };
  for (const [i, validator] of addressesOf(message.validator).entries())
    rows.push({
      network,
      era,
      validator,
      page: columns.page[i] ?? 0,
      source,
      block_hash: columns.hash[i] ?? "",
      block: columns.block[i] ?? 0,
      extrinsic: message.extrinsic[i] ?? null,
      read_era,
      validator_planck: message.validator_amount[i] ?? "0",
      incentive_planck: message.incentive[i] ?? "0",
      delegator_planck: message.nominator_amount[i] ?? "0",
      paid_nominator_count: columns.nominators[i] ?? 0,
      version: decoder,
    });
  return rows.toTable();
}

function nameTable(messages: readonly NamesMessage[]): TableColumns {
  const rows = createRows("dim_polkadot_name");
  for (const { network, block, names } of messages)
    for (const [account, name] of names)
      rows.push({
        network,
        account,
        name,
        block,
        version: packVersion(stateVersion, { decoder, read: block }),
      });
  return rows.toTable();
}

/** Writes a batch, what announces others last. Safe to repeat. */
export async function writeRaw(store: Store, messages: readonly PolkadotMessage[]): Promise<void> {
  const eras = messages.filter((message) => message.type === "era");
  await writeTables(store, [
    ...messages.filter((message) => message.type === "exposures").map(exposureTable),
    ...eras.map(validatorTable),
    ...messages.filter((message) => message.type === "payouts").map(payoutTable),
    eraTable(eras),
    claimTable(messages.filter((message) => message.type === "claims")),
    nameTable(messages.filter((message) => message.type === "names")),
  ]);
}
