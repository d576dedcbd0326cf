/** The registry of a state, read straight into columns. */
import { halves } from "../../../lib/halves.ts";
import { fieldNames, readObject } from "../../json/read.ts";
import { malformed, needMore, skipValue } from "../../json/skip.ts";
import { uncommon } from "../../json/words.ts";
import {
  createRegistryColumns,
  credentialsBytes,
  pubkeyBytes,
  type RegistryColumns,
} from "../registryColumns.ts";
import { createArrayScanner, type Scanner } from "./array.ts";
import { createCommonValidatorReader } from "./commonValidator.ts";
import { readHex } from "./hex.ts";
import { createInteger, readInteger, uint32Max } from "./integer.ts";

const letterT = 0x74;
const letterF = 0x66;

const outer = { index: 0, balance: 1, validator: 2 };
const outerFields = fieldNames(Object.keys(outer));
const inner = {
  pubkey: 0,
  withdrawal_credentials: 1,
  effective_balance: 2,
  slashed: 3,
  activation_eligibility_epoch: 4,
  activation_epoch: 5,
  exit_epoch: 6,
  withdrawable_epoch: 7,
};
const innerFields = fieldNames(Object.keys(inner));

/** The columns of the validator's integers, by field. */
function integerColumns(columns: RegistryColumns): Record<number, Uint32Array> {
  return {
    [inner.effective_balance]: halves(columns.effectiveBalanceGwei),
    [inner.activation_eligibility_epoch]: halves(columns.activationEligibilityEpoch),
    [inner.activation_epoch]: halves(columns.activationEpoch),
    [inner.exit_epoch]: halves(columns.exitEpoch),
    [inner.withdrawable_epoch]: halves(columns.withdrawableEpoch),
  };
}

/**
 * Scans `/eth/v1/beacon/states/{id}/validators`. Rows arrive in blocks of `batchRows`, the last one shorter; each
 * block has arrays of its own.
 * @param spare unused blocks of so many rows: they are reused before others are created
 */
export function createValidatorScanner(
  batchRows: number,
  onBatch: (columns: RegistryColumns) => void,
  spare: RegistryColumns[] = [],
): Scanner {
  const integer = createInteger();
  let columns = nextColumns();
  let balances = halves(columns.balanceGwei);
  let integers = integerColumns(columns);
  let readCommon = createCommonValidatorReader(columns);
  let viewed: Uint8Array | undefined;
  let view: DataView = new DataView(new ArrayBuffer(0));
  let seenOuter = 0;
  let seenInner = 0;

  function nextColumns(): RegistryColumns {
    return Object.assign(spare.pop() ?? createRegistryColumns(batchRows), { count: 0 });
  }

  function store(target: Uint32Array | undefined, row: number): void {
    if (target === undefined) return;
    target[2 * row] = integer.low;
    target[2 * row + 1] = integer.high;
  }

  function readSlashed(bytes: Uint8Array, position: number, limit: number): number {
    const end = skipValue(bytes, position, limit);
    if (end === needMore) return needMore;
    if (bytes[position] !== letterT && bytes[position] !== letterF) throw malformed("a boolean was expected");
    columns.isSlashed[columns.count] = bytes[position] === letterT ? 1 : 0;
    return end;
  }

  function readInner(field: number, bytes: Uint8Array, position: number, limit: number): number {
    const row = columns.count;
    seenInner |= 1 << field;
    if (field === inner.pubkey)
      return readHex(bytes, position, limit, columns.pubkey, row * pubkeyBytes, pubkeyBytes);
    if (field === inner.withdrawal_credentials) {
      const { withdrawalCredentials } = columns;
      return readHex(bytes, position, limit, withdrawalCredentials, row * credentialsBytes, credentialsBytes);
    }
    if (field === inner.slashed) return readSlashed(bytes, position, limit);
    const end = readInteger(bytes, position, limit, integer);
    if (end !== needMore) store(integers[field], row);
    return end;
  }

  function readOuter(field: number, bytes: Uint8Array, position: number, limit: number): number {
    seenOuter |= 1 << field;
    if (field === outer.validator) return readObject(bytes, position, limit, innerFields, readInner);
    const end = readInteger(bytes, position, limit, integer);
    if (end === needMore) return needMore;
    if (field === outer.index) {
      if (integer.value > uint32Max) throw malformed("a validator index exceeds 32 bits");
      columns.validatorIndex[columns.count] = integer.value;
    } else store(balances, columns.count);
    return end;
  }

  function flush(): void {
    if (columns.count === 0) return;
    onBatch(columns);
    columns = nextColumns();
    balances = halves(columns.balanceGwei);
    integers = integerColumns(columns);
    readCommon = createCommonValidatorReader(columns);
  }

  function readCareful(bytes: Uint8Array, start: number, limit: number): number {
    seenOuter = 0;
    seenInner = 0;
    const end = readObject(bytes, start, limit, outerFields, readOuter);
    if (end === needMore) return needMore;
    if (seenOuter !== outerFields.allBits || seenInner !== innerFields.allBits)
      throw malformed("a validator lacks a field");
    return end;
  }

  const scanner = createArrayScanner((bytes, start, limit) => {
    if (bytes !== viewed) {
      viewed = bytes;
      view = new DataView(bytes.buffer, bytes.byteOffset, limit);
    }
    const commonEnd = readCommon(view, start);
    const end = commonEnd === uncommon ? readCareful(bytes, start, limit) : commonEnd;
    if (end === needMore) return needMore;
    columns.count += 1;
    if (columns.count === batchRows) flush();
    return end;
  });

  return {
    push: scanner.push,
    end: () => {
      scanner.end();
      flush();
    },
  };
}
