/**
 * Instructions of the vote program: which slots a vote names, and its root. Bytes are bincode of the enumeration
 * VoteInstruction (agave, programs/vote/src/vote_instruction.rs); compact forms hold lockouts as differences (SIMD-0033, SIMD-0128).
 */

export const voteProgram = "Vote111111111111111111111111111111111111111";

/** A vote: slots in ascending order, and the tower's root if the instruction has one. */
export type Vote = { slots: number[]; root: number | undefined };

type Reader = { bytes: Uint8Array; view: DataView; position: number };

/** Index in the enumeration → the layout of the data. */
const kinds = new Map<number, (reader: Reader) => Vote>([
  [2, readSlots],
  [6, readSlots],
  [8, readLockouts],
  [9, readLockouts],
  [12, readCompact],
  [13, readCompact],
  [14, readCompact],
  [15, readCompact],
]);

/** More lockouts than a tower has. */
const slotsMax = 512;
const noRoot = 0xffff_ffff;

function short(): never {
  throw new RangeError("a vote instruction is cut off");
}

/** A slot or a length of 64 bits; infinite beyond 32 bits. */
function readUint64(reader: Reader): number {
  const { view, position } = reader;
  if (position + 8 > view.byteLength) short();
  reader.position += 8;
  const high = view.getUint32(position + 4, true);
  const low = view.getUint32(position, true);
  if (high === 0) return low;
  if (high === noRoot && low === noRoot) return Number.POSITIVE_INFINITY;
  throw new RangeError("a slot beyond 32 bits");
}

function readByte(reader: Reader): number {
  const byte = reader.bytes[reader.position];
  reader.position += 1;
  return byte ?? short();
}

/** A varint: seven bits per byte, the lowest first. */
function readVariable(reader: Reader): number {
  let value = 0;
  for (let factor = 1; factor <= 2 ** 49; factor *= 128) {
    const byte = readByte(reader);
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return value;
  }
  throw new RangeError("a number beyond 53 bits");
}

function readCount(count: number): number {
  if (count > slotsMax) throw new RangeError(`a vote for ${count} slots`);
  return count;
}

/** Vote { slots, hash, timestamp } */
function readSlots(reader: Reader): Vote {
  const count = readCount(readUint64(reader));
  const slots = Array.from({ length: count }, () => readUint64(reader));
  return { slots, root: undefined };
}

/** VoteStateUpdate { lockouts: [{slot, confirmation_count: u32}], root: Option<u64>, … } */
function readLockouts(reader: Reader): Vote {
  const count = readCount(readUint64(reader));
  const slots: number[] = [];
  for (let i = 0; i < count; i += 1) {
    slots.push(readUint64(reader));
    reader.position += 4;
  }
  const root = readByte(reader) === 1 ? readUint64(reader) : undefined;
  return { slots, root };
}

/** CompactVoteStateUpdate and TowerSync { root: u64, lockouts: [{offset: varint, confirmation_count: u8}], … } */
function readCompact(reader: Reader): Vote {
  const encodedRoot = readUint64(reader);
  const root = encodedRoot === Number.POSITIVE_INFINITY ? undefined : encodedRoot;
  const count = readCount(readVariable(reader));
  const slots = new Array<number>(count);
  let slot = root ?? 0;
  for (let i = 0; i < count; i += 1) {
    slot += readVariable(reader);
    reader.position += 1;
    slots[i] = slot;
  }
  if (slot > noRoot || reader.position > reader.view.byteLength) short();
  return { slots, root };
}

/**
 * The vote in an instruction's data.
 * @returns undefined for the program's other instructions
 * @throws RangeError for data that the program would have rejected
 */
export function readVote(bytes: Uint8Array): Vote | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 4) return undefined;
  const read = kinds.get(view.getUint32(0, true));
  return read?.({ bytes, view, position: 4 });
}
