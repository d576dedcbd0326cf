/** Inactivity scores from a state in SSZ, piece by piece: a mainnet state has 300 MB, its scores are at most 16. */
import { SourceError } from "../../../lib/errors.ts";

/** Scores above zero: validator indices, and the scores at the same positions. */
export type InactivityScores = { validatorIndex: Uint32Array; score: BigUint64Array };

const [offsetBytes, uint64Bytes, rootBytes] = [4, 8, 32];
const checkpointBytes = uint64Bytes + rootBytes;
/** Far beyond any registry. */
const validatorsMax = 134_217_728;

/** Positions of some fields' offsets; undefined if the node doesn't list the sizes of the vectors before them. */
type Places = { balances: number; participation: number; scores: number };

/**
 * The fields of BeaconState up to inactivity_scores, which have been the same since Altair
 * (consensus-specs, altair/beacon-chain.md).
 */
function placesOf(constants: Readonly<Record<string, string>>): Places | undefined {
  const [roots, mixes, slashings] = [
    constants.SLOTS_PER_HISTORICAL_ROOT,
    constants.EPOCHS_PER_HISTORICAL_VECTOR,
    constants.EPOCHS_PER_SLASHINGS_VECTOR,
  ].map(Number);
  if (roots === undefined || mixes === undefined || slashings === undefined) return undefined;
  if (![roots, mixes, slashings].every(Number.isSafeInteger)) return undefined;
  const forkBytes = 16;
  const headerBytes = 2 * uint64Bytes + 3 * rootBytes;
  const eth1DataBytes = 2 * rootBytes + uint64Bytes;
  const beforeVectors = uint64Bytes + rootBytes + uint64Bytes + forkBytes + headerBytes;
  const historicalRoots = beforeVectors + 2 * rootBytes * roots;
  const eth1Votes = historicalRoots + offsetBytes + eth1DataBytes;
  const validators = eth1Votes + offsetBytes + uint64Bytes;
  const balances = validators + offsetBytes;
  const participation = balances + offsetBytes + rootBytes * mixes + uint64Bytes * slashings;
  const justificationBytes = 1;
  return {
    balances,
    participation,
    scores: participation + 2 * offsetBytes + justificationBytes + 3 * checkpointBytes,
  };
}

export type ScoreScanner = {
  /** @returns true once all scores are read */
  push(piece: Buffer): boolean;
  /** @throws SourceError `malformed` if the state ended before its scores did */
  result(): InactivityScores;
};

const malformed = (what: string) =>
  new SourceError(`the state's inactivity scores can't be read: ${what}`, { code: "malformed" });

/** @param constants of the node; returns undefined if they don't determine the scores' position */
export function createScoreScanner(constants: Readonly<Record<string, string>>): ScoreScanner | undefined {
  const places = placesOf(constants);
  if (places === undefined) return undefined;
  const { balances, participation, scores } = places;
  const fixedEnd = scores + offsetBytes;
  const indices: number[] = [];
  const positiveScores: bigint[] = [];
  /** Bytes of the state before `held`. */
  let position = 0;
  let held: Buffer = Buffer.alloc(0);
  let range: { next: number; first: number; end: number } | undefined;

  function readRange(): void {
    const at = (place: number) => held.readUInt32LE(place);
    // A balance has the size of a score.
    const bytes = at(participation) - at(balances);
    const first = at(scores);
    const isUsable = bytes > 0 && bytes % uint64Bytes === 0 && bytes / uint64Bytes <= validatorsMax;
    if (!isUsable || at(balances) < fixedEnd || first < at(participation))
      throw malformed("its offsets contradict one another");
    range = { next: first, first, end: first + bytes };
  }

  function readScores(own: { next: number; first: number; end: number }): void {
    const limit = Math.min(own.end, position + held.length);
    for (; own.next >= position && own.next + uint64Bytes <= limit; own.next += uint64Bytes) {
      const score = held.readBigUInt64LE(own.next - position);
      if (score === 0n) continue;
      indices.push((own.next - own.first) / uint64Bytes);
      positiveScores.push(score);
    }
    // Bytes before the next score are no longer needed.
    const rest = Math.min(held.length, Math.max(0, own.next - position));
    position += rest;
    held = held.subarray(rest);
  }

  return {
    push: (piece) => {
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      if (range === undefined && held.length >= fixedEnd) readRange();
      if (range !== undefined) readScores(range);
      return range !== undefined && range.next >= range.end;
    },
    result: () => {
      if (range === undefined || range.next < range.end) throw malformed("it ends too early");
      return { validatorIndex: Uint32Array.from(indices), score: BigUint64Array.from(positiveScores) };
    },
  };
}
