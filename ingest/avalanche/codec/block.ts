/** Decodes blocks of the P-chain. */
import { Reader, unreadable } from "./reader.ts";
import { readTx } from "./transactions.ts";
import { type Block, type BlockKind, type Tx, typeIds } from "./types.ts";

const kinds: Readonly<Record<number, { kind: BlockKind; isBanff: boolean }>> = {
  [typeIds.apricotProposal]: { kind: "proposal", isBanff: false },
  [typeIds.apricotAbort]: { kind: "abort", isBanff: false },
  [typeIds.apricotCommit]: { kind: "commit", isBanff: false },
  [typeIds.apricotStandard]: { kind: "standard", isBanff: false },
  [typeIds.apricotAtomic]: { kind: "atomic", isBanff: false },
  [typeIds.banffProposal]: { kind: "proposal", isBanff: true },
  [typeIds.banffAbort]: { kind: "abort", isBanff: true },
  [typeIds.banffCommit]: { kind: "commit", isBanff: true },
  [typeIds.banffStandard]: { kind: "standard", isBanff: true },
};

/**
 * A block of the requested height. For an unknown type, `unknown` says so and the bytes stay unread; reading resumes after
 * such a transaction if possible, see `readOn`.
 * @param hash SHA-256 of the bytes
 * @throws SourceError `bad_answer` if the bytes don't match their type
 */
export function readBlock(bytes: Buffer, hash: Buffer, height: number): Block {
  const reader = new Reader(bytes);
  if (reader.u16() !== 0) throw unreadable("another version of the codec");
  const typeId = reader.u32();
  const form = kinds[typeId];
  const block: Block = {
    height: height,
    id: hash.toString("hex"),
    parentId: "",
    kind: form?.kind ?? "unknown",
    typeId,
    time: undefined,
    txs: [],
    proposal: undefined,
    unknown: form === undefined ? [{ typeId, position: 0 }] : [],
  };
  if (form === undefined) return block;
  readForm(reader, block, form);
  if (reader.position !== bytes.length) throw unreadable("unexpected bytes after the end of the block");
  return block;
}

/** Parent and height. */
const headerBytes = 40;
/** Byte lengths of proposals of known types: type, fields, and no credentials. */
const proposalBytes: Readonly<Record<number, number>> = {
  [typeIds.advanceTime]: 16,
  [typeIds.rewardValidator]: 40,
  [typeIds.rewardAutoRenewedValidator]: 48,
};

/** Where the header of a Banff proposal begins, counted from the block's end; undefined for an unknown type. */
function headerOfProposal(bytes: Buffer): number | undefined {
  for (const [typeId, size] of Object.entries(proposalBytes)) {
    const start = bytes.length - size;
    if (start - headerBytes > 0 && bytes.readUInt32BE(start) === Number(typeId)) return start - headerBytes;
  }
  return undefined;
}

function readForm(
  reader: Reader,
  block: Block,
  { kind, isBanff }: { kind: BlockKind; isBanff: boolean },
): void {
  const readHeader = () => {
    block.parentId = reader.id();
    const height = reader.number();
    if (height !== block.height) throw unreadable(`requested block ${block.height}, received ${height}`);
  };
  const readLast = (): Tx | undefined => {
    const tx = readTx(reader);
    if (!("unknownType" in tx)) return tx;
    block.unknown.push({ typeId: tx.unknownType, position: block.txs.length });
    reader.position = reader.bytes.length;
    return undefined;
  };
  if (isBanff) block.time = reader.number();
  if (isBanff && kind === "proposal") readList(reader, block, () => headerOfProposal(reader.bytes));
  readHeader();
  if (kind === "standard") readList(reader, block, () => reader.bytes.length);
  if (kind === "proposal") block.proposal = readLast();
  if (kind === "atomic") block.txs.push(readLast() ?? { kind: "other", typeId: typeIds.importTx });
}

/** @param endOf the end of the list in the block's layout; undefined if unknown */
function readList(reader: Reader, block: Block, endOf: () => number | undefined): void {
  const count = reader.u32();
  if (count > reader.bytes.length) throw unreadable(`a list of ${count} transactions`);
  for (let position = 0; position < count; position += 1) {
    const tx = readTx(reader);
    if (!("unknownType" in tx)) {
      block.txs.push(tx);
      continue;
    }
    block.unknown.push({ typeId: tx.unknownType, position });
    const end = endOf();
    if (end === undefined)
      throw unreadable(`the length of a transaction of the unknown type ${tx.unknownType} is unknown`);
    readOn(reader, block, { left: count - position - 1, end });
    return;
  }
}

/**
 * Resumes after a transaction of unknown length: where the remaining ones are well-formed and end exactly with the list.
 * That can't happen by chance: each begins with a type and holds length-prefixed lists.
 */
function readOn(reader: Reader, block: Block, { left, end }: { left: number; end: number }): void {
  const start = reader.position;
  for (let offset = start; left > 0 && offset < end; offset += 1) {
    const transactions = readAt(reader.bytes, offset, { left, end });
    if (transactions === undefined) continue;
    block.txs.push(...transactions);
    reader.position = end;
    return;
  }
  if (left > 0) block.unread = left;
  reader.position = end;
}

function readAt(
  bytes: Buffer,
  offset: number,
  { left, end }: { left: number; end: number },
): Tx[] | undefined {
  const typeId = bytes.length - offset >= 4 ? bytes.readUInt32BE(offset) : 0;
  if (typeId < typeIds.addValidator || typeId > typeIds.rewardAutoRenewedValidator) return undefined;
  const reader = new Reader(bytes, offset);
  const transactions: Tx[] = [];
  try {
    for (let i = 0; i < left; i += 1) {
      const tx = readTx(reader);
      if ("unknownType" in tx) return undefined;
      transactions.push(tx);
    }
  } catch {
    return undefined;
  }
  return reader.position === end ? transactions : undefined;
}
