/** Registry rows of a node, one by one. */
import { credentialsBytes, pubkeyBytes, type RegistryColumns } from "../../ingest/eth/registryColumns.ts";

export type RegistryRow = {
  validator: number;
  balanceGwei: bigint;
  effectiveBalanceGwei: bigint;
  isSlashed: boolean;
  activationEligibilityEpoch: bigint;
  activationEpoch: bigint;
  exitEpoch: bigint;
  withdrawableEpoch: bigint;
  pubkey: string;
  withdrawalCredentials: string;
};

const hexOf = (bytes: Uint8Array, row: number, size: number) =>
  `0x${Buffer.from(bytes.subarray(row * size, (row + 1) * size)).toString("hex")}`;

const rowOf = (columns: RegistryColumns, row: number): RegistryRow => ({
  validator: columns.validatorIndex[row] ?? 0,
  balanceGwei: columns.balanceGwei[row] ?? 0n,
  effectiveBalanceGwei: columns.effectiveBalanceGwei[row] ?? 0n,
  isSlashed: columns.isSlashed[row] === 1,
  activationEligibilityEpoch: columns.activationEligibilityEpoch[row] ?? 0n,
  activationEpoch: columns.activationEpoch[row] ?? 0n,
  exitEpoch: columns.exitEpoch[row] ?? 0n,
  withdrawableEpoch: columns.withdrawableEpoch[row] ?? 0n,
  pubkey: hexOf(columns.pubkey, row, pubkeyBytes),
  withdrawalCredentials: hexOf(columns.withdrawalCredentials, row, credentialsBytes),
});

export const registryRows = (batches: readonly RegistryColumns[]): RegistryRow[] =>
  batches.flatMap((columns) => Array.from({ length: columns.count }, (_, row) => rowOf(columns, row)));
