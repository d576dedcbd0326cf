/**
 * Identifies the signers of votes. Signatures are sorted by their signers' addresses, so with known signers few have to be
 * recovered to suppose all others. All are then verified in one batch; if that fails, each is recovered.
 */
import { elementAt } from "../../lib/elementAt.ts";
import { SourceError } from "../../lib/errors.ts";
import type { Affine } from "../../lib/secp256k1/curve.ts";
import {
  addressOf,
  type SignatureReader,
  type Supposed,
  signaturesAtOnce,
} from "../../lib/secp256k1/signatures.ts";
import type { Vote } from "./calldata.ts";

/** Signers' addresses, in lower case, in the order of the signatures. */
export type SignerNamer = (votes: readonly Vote[]) => string[][];

/** A signer that missed so many votes is no longer a candidate. */
const votesRemembered = 1_000;

/** As the contract counts: recovered signatures until one is out of order; a duplicate counts once. */
export function countedSigners(signers: readonly string[]): string[] {
  const counted: string[] = [];
  for (const signer of signers) {
    const last = counted.at(-1) ?? "";
    if (signer === last) continue;
    if (signer < last) break;
    counted.push(signer);
  }
  return counted;
}

export function createNamer(reader: SignatureReader): SignerNamer {
  const keys = new Map<string, Affine>();
  /** By address: the number of the last vote that it signed. */
  const lastSigned = new Map<string, number>();
  let votesSeen = 0;
  let former: readonly string[] = [];

  function recover(vote: Vote, place: number): string {
    const key = reader.recover(vote.voteHash, elementAt(vote.signatures, place));
    if (key === undefined)
      throw new SourceError("the call data of a checkpoint contain an invalid signature", {
        code: "bad_answer",
      });
    const address = addressOf(key);
    if (!keys.has(address)) keys.set(address, key);
    lastSigned.set(address, votesSeen);
    return address;
  }
  const recoverAll = (vote: Vote) => vote.signatures.map((_, place) => recover(vote, place));

  /** Supposes the signers: the candidates if as many signatures are left; otherwise the middle one is recovered to split both. */
  function suppose(vote: Vote): string[] {
    const names: string[] = new Array(vote.signatures.length);
    let candidates = [...keys.keys()]
      .filter((address) => votesSeen - (lastSigned.get(address) ?? 0) <= votesRemembered)
      .sort();

    function within(from: number, to: number, first: number, end: number): void {
      if (from >= to) return;
      if (to - from === end - first) {
        for (let i = from; i < to; i += 1) names[i] = elementAt(candidates, first + i - from);
        return;
      }
      const middle = (from + to) >> 1;
      const address = recover(vote, middle);
      names[middle] = address;
      const place = candidates.indexOf(address, first);
      if (place === -1 || place >= end) {
        // A new signer, or out of order: the others can't be supposed.
        for (let i = from; i < to; i += 1) if (i !== middle) names[i] = recover(vote, i);
        return;
      }
      within(from, middle, first, place);
      within(middle + 1, to, place + 1, end);
    }

    candidates = candidates.filter((address) => keys.has(address));
    within(0, names.length, 0, candidates.length);
    return names;
  }

  const supposed = ({ voteHash, signatures }: Vote, names: readonly string[]): Supposed => ({
    signed: { hash: voteHash, signatures },
    keys: names.map((name) => keys.get(name) as Affine),
  });

  /** Confirmed names: supposed ones that pass verification, else recovered ones; a failed batch is split in halves. */
  function confirm(votes: readonly Vote[], names: readonly string[][]): string[][] {
    if (reader.areOf(votes.map((vote, i) => supposed(vote, names[i] ?? [])))) return [...names];
    if (votes.length === 1) return votes.map(recoverAll);
    const middle = votes.length >> 1;
    return [
      ...confirm(votes.slice(0, middle), names.slice(0, middle)),
      ...confirm(votes.slice(middle), names.slice(middle)),
    ];
  }

  return (votes) => {
    const names = votes.map((vote) => {
      votesSeen += 1;
      const own = vote.signatures.length === former.length ? [...former] : suppose(vote);
      former = own;
      for (const name of own) lastSigned.set(name, votesSeen);
      return own;
    });
    const confirmed: string[][] = [];
    for (let from = 0; from < votes.length; ) {
      let [to, count] = [from, 0];
      while (to < votes.length && count + (votes[to]?.signatures.length ?? 0) <= signaturesAtOnce) {
        count += votes[to]?.signatures.length ?? 0;
        to += 1;
      }
      // A single vote that is too long fails verification, and is recovered.
      to = Math.max(to, from + 1);
      confirmed.push(...confirm(votes.slice(from, to), names.slice(from, to)));
      from = to;
    }
    former = confirmed.at(-1) ?? former;
    return confirmed;
  };
}
