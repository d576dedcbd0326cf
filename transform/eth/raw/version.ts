/**
 * Versions of raw rows: which of several statements about one key stays.
 *
 * 1. What kind of statement it is: final above provisional, an epoch announced in full above one announced as support,
 *    a registry's snapshot above the changes of an epoch. That stands above the decoder, so that nothing that a newer
 *    process says in passing can replace what is final.
 * 2. Which decoder read it: a replay with a newer one replaces older rows, and an older process that still runs beside
 *    it can't put its own back.
 * 3. Where the source stood (`observed_slot`): the later look.
 *
 * Rows written before the decoder's revision was part of it are rows of decoder 0: the kind had the same place, the slot
 * its 32 bits, and nothing stood between.
 */
import { packVersion } from "../../../lib/version.ts";

/** Raise it when the decoder reads more or other than before. */
const decoder = 2;

const statementVersion = { kind: 24, decoder: 8, observed_slot: 32 } as const;
const kinds = { provisional: 0, final: 1, support: 1, full: 2 } as const;

/** Version of a statement about a block or an epoch. */
export function versionOfStatement(kind: keyof typeof kinds, observedSlot: number): bigint {
  return packVersion(statementVersion, { kind: kinds[kind], decoder, observed_slot: observedSlot });
}

/**
 * Version of what the deposit contract logged in final blocks; who read it with its epoch knows more, and so does, of the
 * same decoder, who read signatures.
 */
export function versionOfDepositLog(epoch: number | null, isSigned: boolean): bigint {
  const kind = epoch === null ? 0 : 1;
  return packVersion(statementVersion, { kind, decoder, observed_slot: isSigned ? 1 : 0 });
}

/** Version of what an execution node tells of a block; counted with a list of addresses, it says more. */
export function versionOfExecutionBlock(isListed: boolean): bigint {
  return packVersion(statementVersion, { kind: isListed ? 1 : 0, decoder, observed_slot: 0 });
}

/** Version of what a state says: it is final, and says the same whenever it is looked at. */
export const versionOfState = packVersion(statementVersion, { kind: 0, decoder, observed_slot: 0 });

/**
 * Versions of registry rows. Snapshots were 1 and changes 0 before, which leaves changes no room for a revision: with
 * one they would stand above snapshots of an older warehouse. Of two changes the one written last stays.
 */
export const registryVersions = {
  snapshot: packVersion(statementVersion, { kind: 1, decoder, observed_slot: 0 }),
  changes: 0n,
} as const;
