/** Transactions of the P-chain: the relevant fields of each, and where it ends. */
import { toNodeId } from "../../../lib/cb58.ts";
import {
  base,
  outputs,
  signer,
  skipAuth,
  skipChainOwner,
  skipCredentials,
  skipInputs,
  skipOwners,
} from "./parts.ts";
import { Reader, sha256, unreadable } from "./reader.ts";
import { type Tx, typeIds } from "./types.ts";

/** The subnet of the primary network. */
const primary = "0".repeat(64);
const codecVersion = Buffer.alloc(2);

/** A transaction's body; its id is known once its end is. */
type Body = Tx | undefined;

function validatorFields(reader: Reader) {
  const nodeId = toNodeId(reader.take(20));
  const [start, end] = [reader.number(), reader.number()];
  return { nodeId, start, end, weight: reader.u64() };
}

const noStake = { shares: 0, pubkey: null, period: 0, restakeShares: 0 };

function addValidator(reader: Reader, typeId: number): Tx {
  const { outputCount } = base(reader);
  const fields = validatorFields(reader);
  const stake = outputs(reader);
  skipOwners(reader);
  const isValidator = typeId === typeIds.addValidator;
  const shares = isValidator ? reader.u32() : 0;
  const outputsBefore = outputCount + stake.count;
  return {
    ...noStake,
    kind: "stake",
    typeId,
    txId: "",
    isValidator,
    ...fields,
    shares,
    outputCount: outputsBefore,
  };
}

function addPermissionless(reader: Reader, typeId: number): Tx {
  const isValidator = typeId === typeIds.addPermissionlessValidator;
  const { outputCount } = base(reader);
  const fields = validatorFields(reader);
  const subnet = reader.id();
  const pubkey = isValidator ? signer(reader) : null;
  const stake = outputs(reader);
  skipOwners(reader);
  if (isValidator) skipOwners(reader);
  const shares = isValidator ? reader.u32() : 0;
  if (subnet !== primary) return { kind: "other", typeId, txId: "" };
  const outputsBefore = outputCount + stake.count;
  return {
    ...noStake,
    kind: "stake",
    typeId,
    txId: "",
    isValidator,
    ...fields,
    pubkey,
    shares,
    outputCount: outputsBefore,
  };
}

function addAutoRenewed(reader: Reader, typeId: number): Tx {
  const { outputCount } = base(reader);
  const node = reader.list();
  if (node.length !== 20) throw unreadable(`a node's id of ${node.length} bytes`);
  const pubkey = signer(reader);
  const stake = outputs(reader);
  for (let owner = 0; owner < 3; owner += 1) skipOwners(reader);
  const [shares, restakeShares, period] = [reader.u32(), reader.u32(), reader.number()];
  return {
    kind: "stake",
    typeId,
    txId: "",
    isValidator: true,
    nodeId: toNodeId(node),
    start: 0,
    end: 0,
    weight: stake.sum,
    shares,
    pubkey,
    period,
    restakeShares,
    outputCount: outputCount + stake.count,
  };
}

function setConfig(reader: Reader, typeId: number): Tx {
  base(reader);
  const txId = reader.id();
  skipAuth(reader);
  return { kind: "config", typeId, txId, restakeShares: reader.u32(), period: reader.number() };
}

function skipConversion(reader: Reader): void {
  reader.skip(64);
  reader.list();
  reader.each(() => {
    reader.list();
    reader.skip(16 + 48 + 96);
    skipChainOwner(reader);
    skipChainOwner(reader);
  });
  skipAuth(reader);
}

/** The rest, after the base, of transactions that are not stored. */
const skipped: Readonly<Record<number, (reader: Reader) => void>> = {
  [typeIds.addSubnetValidator]: (reader) => {
    reader.skip(44 + 32);
    skipAuth(reader);
  },
  [typeIds.createChain]: (reader) => {
    reader.skip(32);
    reader.skip(reader.u16());
    reader.skip(32);
    reader.each(() => reader.skip(32));
    reader.list();
    skipAuth(reader);
  },
  [typeIds.createSubnet]: skipOwners,
  [typeIds.importTx]: (reader) => {
    reader.skip(32);
    skipInputs(reader);
  },
  [typeIds.exportTx]: (reader) => {
    reader.skip(32);
    outputs(reader);
  },
  [typeIds.removeSubnetValidator]: (reader) => {
    reader.skip(52);
    skipAuth(reader);
  },
  [typeIds.transformSubnet]: (reader) => {
    // Ids, seven amounts and rates, durations and fee, the least delegation, weight factor and uptime.
    reader.skip(64 + 6 * 8 + 3 * 4 + 8 + 1 + 4);
    skipAuth(reader);
  },
  [typeIds.transferSubnetOwnership]: (reader) => {
    reader.skip(32);
    skipAuth(reader);
    skipOwners(reader);
  },
  [typeIds.base]: () => undefined,
  [typeIds.convertSubnetToL1]: skipConversion,
  [typeIds.registerL1Validator]: (reader) => {
    reader.skip(8 + 96);
    reader.list();
  },
  [typeIds.setL1ValidatorWeight]: (reader) => void reader.list(),
  [typeIds.increaseL1ValidatorBalance]: (reader) => reader.skip(40),
  [typeIds.disableL1Validator]: (reader) => {
    reader.skip(32);
    skipAuth(reader);
  },
};

function readBody(reader: Reader, typeId: number): Body {
  switch (typeId) {
    case typeIds.addValidator:
    case typeIds.addDelegator:
      return addValidator(reader, typeId);
    case typeIds.addPermissionlessValidator:
    case typeIds.addPermissionlessDelegator:
      return addPermissionless(reader, typeId);
    case typeIds.addAutoRenewedValidator:
      return addAutoRenewed(reader, typeId);
    case typeIds.setAutoRenewedValidatorConfig:
      return setConfig(reader, typeId);
    case typeIds.rewardValidator:
      return { kind: "reward", typeId, txId: reader.id() };
    case typeIds.rewardAutoRenewedValidator: {
      const txId = reader.id();
      reader.skip(8);
      return { kind: "reward", typeId, txId };
    }
    case typeIds.advanceTime:
      return { kind: "time", typeId, time: reader.number() };
    default: {
      const skip = skipped[typeId];
      if (skip === undefined) return undefined;
      base(reader);
      skip(reader);
      return { kind: "other", typeId };
    }
  }
}

/** An unknown type; the transaction's end is unknown, too. */
export type UnknownType = { unknownType: number };

/** The next signed transaction. @throws SourceError `bad_answer` if it doesn't match its known type */
export function readTx(reader: Reader): Tx | UnknownType {
  const start = reader.position;
  const typeId = reader.u32();
  const tx = readBody(reader, typeId);
  if (tx === undefined) return { unknownType: typeId };
  skipCredentials(reader);
  if (tx.kind === "stake" || (tx.kind === "other" && tx.txId !== undefined))
    tx.txId = sha256(codecVersion, reader.bytes.subarray(start, reader.position)).toString("hex");
  return tx;
}

/** A single transaction in the form of `platform.getTx`: prefixed with the codec's version. */
export function readSignedTx(bytes: Buffer): Tx | UnknownType {
  const reader = new Reader(bytes);
  if (reader.u16() !== 0) throw unreadable("another version of the codec");
  return readTx(reader);
}
