/** Blocks of the P-chain out of their bytes. */
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
 * A block of a height that was asked for. Of a type that isn't known, `unknown` says so and its bytes stay unread;
 * what stands behind such a transaction is found again, see `readOn`.
 * @param hash SHA-256 of the bytes
 * @throws SourceError `bad_answer` when they are not in the form of their type
 */
export function readBlock(bytes: Buffer, hash: Buffer, asked: number): Block {
  const reader = new Reader(bytes);
  if (reader.u16() !== 0) throw unreadable("another version of the codec");
  const typeId = reader.u32();
  const form = kinds[typeId];
  const block: Block = {
    height: asked,
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
/** Bytes of proposals of known types: their type, what they say, and no credentials. */
const proposalBytes: Readonly<Record<number, number>> = {
  [typeIds.advanceTime]: 16,
  [typeIds.rewardValidator]: 40,
  [typeIds.rewardAutoRenewedValidator]: 48,
};

/** Where the header of a Banff proposal begins, seen from the block's end; undefined when it isn't of a known type. */
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

/** @param endOf where the list ends, as the block's form says; undefined when that can't be told */
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
 * Goes on behind a transaction whose end isn't known: where the ones left are in their form and end just where the list
 * does. By chance that doesn't happen: each begins with a type and holds lists with their lengths.
 */
function readOn(reader: Reader, block: Block, { left, end }: { left: number; end: number }): void {
  const start = reader.position;
  for (let offset = start; left > 0 && offset < end; offset += 1) {
    const found = readAt(reader.bytes, offset, { left, end });
    if (found === undefined) continue;
    block.txs.push(...found);
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
  const found: Tx[] = [];
  try {
    for (let i = 0; i < left; i += 1) {
      const tx = readTx(reader);
      if ("unknownType" in tx) return undefined;
      found.push(tx);
    }
  } catch {
    return undefined;
  }
  return reader.position === end ? found : undefined;
}
