/** What the tables lack of final epochs whose blocks they have: it is asked for again. */
import type { EpochPayloads, FindUnknown } from "../ingest/eth/epochSource.ts";
import type { HeightRange } from "../lib/heightRange.ts";
import { internalSql } from "../lib/sql/internal.ts";
import type { Store } from "../lib/store/store.ts";

/** Epochs that are asked about again at once. */
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
 * Payloads of final epochs that are in the tables, but not what execution nodes tell of them; newest first.
 * @param isListed also those of which it was told without a list of addresses
 */
export async function unknownExecution(
  store: Store,
  network: string,
  { from, to }: HeightRange,
  { isListed, epochs }: { isListed: boolean; epochs: number },
): Promise<EpochPayloads[]> {
  const asked = { network, from, before: to + 1, is_listed: Number(isListed), epochs };
  const rows = await store.rows<EpochRow>(internalSql("eth/epochs_without_execution"), asked);
  return rows.map(toPayloads);
}

/** Final epochs of which execution nodes have not told. */
export function findWithoutExecution(store: Store): FindUnknown {
  return (network, before) =>
    unknownExecution(store, network, { from: 0, to: before - 1 }, { isListed: false, epochs: lateEpochs });
}

/** Final epochs whose blocks are in the tables, but not the deposits of these. */
export function findWithoutDeposits(store: Store): FindUnknown {
  return async (network, before) => {
    const asked = { network, before, epochs: lateEpochs };
    const rows = await store.rows<EpochRow>(internalSql("eth/epochs_without_deposits"), asked);
    return rows.map(toPayloads);
  };
}

/** Epochs in the tables of which a relay has not told what it delivered. */
export function findWithoutRelay(store: Store, relay: string): FindUnknown {
  return async (network, before) => {
    const asked = { network, relay, before, epochs: lateEpochs };
    const rows = await store.rows<{ epoch: number }>(internalSql("eth/epochs_without_relay"), asked);
    return rows.map(({ epoch }) => ({ epoch, payloads: [] }));
  };
}
