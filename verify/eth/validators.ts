/** Validators in the registry of a node's state, and in the warehouse, which keeps snapshots and the changes between them. */
import { z } from "zod";
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { Figure, Kind } from "../figure.ts";
import { type RegistryRow, registryRows } from "./columns.ts";
import { explainValidator, validatorsOf } from "./sample.ts";

/** Half of them have changed since the last snapshot, as far as there are so many. */
const sampleSize = 1024;

function figuresOf(row: RegistryRow, hasCredentials: boolean): Figure[] {
  const items = {
    pubkey: row.pubkey,
    activation_epoch: row.activationEpoch,
    activation_eligibility_epoch: row.activationEligibilityEpoch,
    exit_epoch: row.exitEpoch,
    withdrawable_epoch: row.withdrawableEpoch,
    effective_balance_gwei: row.effectiveBalanceGwei,
    is_slashed: Number(row.isSlashed),
    ...(hasCredentials ? { withdrawal_credentials: row.withdrawalCredentials } : {}),
  };
  return Object.entries(items).map(([item, value]) => ({
    subject: String(row.validator),
    item,
    value: String(value),
  }));
}

const record = z.object({ validatorPubkey: z.string(), activationEpoch: z.number().nullable() });

/**
 * In the state of an epoch's first slot. Credentials are not compared if they may have changed since: the warehouse has
 * the latest ones only.
 */
export function validators({ client, chain }: EthInfo): Kind {
  return {
    name: "validators",
    title: "keys, epochs and effective balances of validators",
    source: "POST /eth/v1/beacon/states/{slot}/validators",
    read: async (epoch, { rows, signal }) => {
      const sample = await rows<{ validator_index: number; has_credentials: number }>(
        "eth/verify_registry_validators",
        { size: sampleSize, slots_per_epoch: chain.slotsPerEpoch },
      );
      if (sample.length === 0) return { missing: "the warehouse has no registry of the epoch" };
      const has = new Map(
        sample.map(({ validator_index, has_credentials }) => [validator_index, has_credentials === 1]),
      );
      const batches = await client.validatorsById(
        epoch * chain.slotsPerEpoch,
        [...has.keys()].map(String),
        signal,
      );
      return {
        figures: registryRows(batches).flatMap((row) => figuresOf(row, has.get(row.validator) ?? false)),
      };
    },
    own: {
      sql: "eth/verify_validator_rows",
      values: (_epoch, figures) => ({
        validators: validatorsOf(figures),
        with_credentials: validatorsOf(figures.filter(({ item }) => item === "withdrawal_credentials")),
      }),
    },
    explain: explainValidator(),
    // The API has the latest record: only facts that never change again are compared with it.
    api: ({ subject, item, value }, epoch) => {
      const isSet = item === "activation_epoch" && BigInt(value) <= BigInt(epoch);
      if (item !== "pubkey" && !isSet) return undefined;
      return {
        path: `/v1/eth/validators/${subject}`,
        pick: (body) => {
          const found = record.safeParse(body).data;
          return item === "pubkey" ? found?.validatorPubkey : String(found?.activationEpoch);
        },
      };
    },
  };
}
