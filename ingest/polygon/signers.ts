/** Who signed a checkpoint. */
import { SourceError } from "../../lib/errors.ts";
import type { Submission } from "./calldata.ts";

export type Vote = Pick<Submission, "voteHash" | "signatures">;

/** Addresses of signers, in lower case, in the order of the signatures. */
export type SignerNamer = (votes: readonly Vote[]) => Promise<string[][]>;

/** As the contract counts: each signature recovered, until one is out of order; who signs twice counts once. */
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

/** Recovers each signature by itself. */
export async function createNamer(): Promise<SignerNamer> {
  const { recoverAddress, Signature } = await import("ethers");
  return async (votes) =>
    votes.map(({ voteHash, signatures }) =>
      signatures.map(({ rs, parity }) => {
        const hex = Buffer.from(rs).toString("hex");
        try {
          return recoverAddress(
            voteHash,
            Signature.from({ r: `0x${hex.slice(0, 64)}`, s: `0x${hex.slice(64)}`, yParity: parity as 0 | 1 }),
          ).toLowerCase();
        } catch (error) {
          throw new SourceError("a checkpoint's call data hold what is no signature", {
            code: "bad_answer",
            cause: error,
          });
        }
      }),
    );
}
