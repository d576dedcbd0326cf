/** Facts that the tables lack of final epochs whose blocks they have: they are requested again. */
import type { EpochPayloads, FindUnknown } from "../ingest/eth/epochSource.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";

/** Epochs that are requested again at once. */
const lateEpochs = 32;

type PayloadTuple = [
  slot: number,
  number: string,
  hash: string,
  feeRecipient: string,
  transactionCount: number,
  gasUsed: string | null,
  baseFeePerGas: string | null,
];
type EpochRow = { epoch: number; payloads: PayloadTuple[] };

const toPayloads = ({ epoch, payloads }: EpochRow): EpochPayloads => ({
  epoch,
  payloads: payloads.map(([slot, number, hash, feeRecipient, transactionCount, gasUsed, baseFeePerGas]) => ({
    ...{ slot, number: Number(number), hash, feeRecipient, transactionCount },
    gasUsed: gasUsed === null ? null : BigInt(gasUsed),
    baseFeePerGas: baseFeePerGas === null ? null : BigInt(baseFeePerGas),
  })),
});

/**
 * Payloads of final epochs that are in the tables without facts of execution nodes; newest first.
 * @param isListed also those whose facts were read without a list of addresses
 */
export async function unknownExecution(
  store: Store,
  network: string,
  { from, to }: HeightRange,
  { isListed, epochs }: { isListed: boolean; epochs: number },
): Promise<EpochPayloads[]> {
  const parameters = { network, from, before: to + 1, is_listed: Number(isListed), epochs };
  const rows = await store.rows<EpochRow>(internalSql("eth/epochs_without_execution"), parameters);
  return rows.map(toPayloads);
}

/** Final epochs that execution nodes have not reported. */
export function findWithoutExecution(store: Store): FindUnknown {
  return (network, before) =>
    unknownExecution(store, network, { from: 0, to: before - 1 }, { isListed: false, epochs: lateEpochs });
}

/** Final epochs whose blocks are in the tables, but not the deposits of these. */
export function findWithoutDeposits(store: Store): FindUnknown {
  return async (network, before) => {
    const parameters = { network, before, epochs: lateEpochs };
    const rows = await store.rows<EpochRow>(internalSql("eth/epochs_without_deposits"), parameters);
    return rows.map(toPayloads);
  };
}

/** Epochs in the tables whose delivered payloads a relay has not reported. */
export function findWithoutRelay(store: Store, relay: string): FindUnknown {
  return async (network, before) => {
    const parameters = { network, relay, before, epochs: lateEpochs };
    const rows = await store.rows<{ epoch: number }>(internalSql("eth/epochs_without_relay"), parameters);
    return rows.map(({ epoch }) => ({ epoch, payloads: [] }));
  };
}
