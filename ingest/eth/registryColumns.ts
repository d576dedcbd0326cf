/** Rows of the registry as columns. */

export const pubkeyBytes = 48;
export const credentialsBytes = 32;

/** A block of registry rows. Epochs: 2^64-1 is far future. `pubkey` has 48 bytes a row, `withdrawalCredentials` 32. */
export type RegistryColumns = {
  count: number;
  validatorIndex: Uint32Array;
  balanceGwei: BigUint64Array;
  effectiveBalanceGwei: BigUint64Array;
  isSlashed: Uint8Array;
  activationEligibilityEpoch: BigUint64Array;
  activationEpoch: BigUint64Array;
  exitEpoch: BigUint64Array;
  withdrawableEpoch: BigUint64Array;
  pubkey: Uint8Array;
  withdrawalCredentials: Uint8Array;
};

export function createRegistryColumns(capacity: number): RegistryColumns {
  return {
    count: 0,
    validatorIndex: new Uint32Array(capacity),
    balanceGwei: new BigUint64Array(capacity),
    effectiveBalanceGwei: new BigUint64Array(capacity),
    isSlashed: new Uint8Array(capacity),
    activationEligibilityEpoch: new BigUint64Array(capacity),
    activationEpoch: new BigUint64Array(capacity),
    exitEpoch: new BigUint64Array(capacity),
    withdrawableEpoch: new BigUint64Array(capacity),
    pubkey: new Uint8Array(capacity * pubkeyBytes),
    withdrawalCredentials: new Uint8Array(capacity * credentialsBytes),
  };
}

/** Appends a row of one block to another. */
export function copyRow(from: RegistryColumns, row: number, to: RegistryColumns): void {
  const at = to.count;
  to.validatorIndex[at] = from.validatorIndex[row] ?? 0;
  to.balanceGwei[at] = from.balanceGwei[row] ?? 0n;
  to.effectiveBalanceGwei[at] = from.effectiveBalanceGwei[row] ?? 0n;
  to.isSlashed[at] = from.isSlashed[row] ?? 0;
  to.activationEligibilityEpoch[at] = from.activationEligibilityEpoch[row] ?? 0n;
  to.activationEpoch[at] = from.activationEpoch[row] ?? 0n;
  to.exitEpoch[at] = from.exitEpoch[row] ?? 0n;
  to.withdrawableEpoch[at] = from.withdrawableEpoch[row] ?? 0n;
  to.pubkey.set(from.pubkey.subarray(row * pubkeyBytes, (row + 1) * pubkeyBytes), at * pubkeyBytes);
  to.withdrawalCredentials.set(
    from.withdrawalCredentials.subarray(row * credentialsBytes, (row + 1) * credentialsBytes),
    at * credentialsBytes,
  );
  to.count += 1;
}

/** Blocks of at most `rowsMax` rows. */
export function* split(columns: RegistryColumns, rowsMax: number): Generator<RegistryColumns> {
  if (columns.count === 0) return;
  if (columns.count <= rowsMax) {
    yield columns;
    return;
  }
  for (let first = 0; first < columns.count; first += rowsMax) {
    const last = Math.min(columns.count, first + rowsMax);
    const part = createRegistryColumns(last - first);
    for (let row = first; row < last; row += 1) copyRow(columns, row, part);
    yield part;
  }
}
