/**
 * Versions of raw rows decide which of several rows with one key stays.
 * 1. The kind of the message: final above provisional, a full announcement of an epoch above a support announcement, a
 * registry snapshot above the changes of an epoch. The kind is above the decoder, so that nothing provisional from a
 * newer process can replace final rows.
 * 2. The decoder: a replay with a newer one replaces older rows, and an older process that runs at the same time can't
 * restore its own.
 * 3. The source position (`observed_slot`): the later one.
 * Rows written before the decoder revision was added count as decoder 0: the kind was in the same bits, the slot had
 * its 32 bits, and there was nothing in between.
 */
import { packVersion } from "../../../lib/version.ts";

/** Raise it when the decoder reads more or other than before. */
const decoder = 2;

const statementVersion = { kind: 24, decoder: 8, observed_slot: 32 } as const;
const kinds = { provisional: 0, final: 1, support: 1, full: 2 } as const;

/** Version of a message about a block or an epoch. */
export function versionOfStatement(kind: keyof typeof kinds, observedSlot: number): bigint {
  return packVersion(statementVersion, { kind: kinds[kind], decoder, observed_slot: observedSlot });
}

/**
 * Version of deposit logs in final blocks: rows read with their epoch know more, and so do, with the same decoder, rows
 * with signatures.
 */
export function versionOfDepositLog(epoch: number | null, isSigned: boolean): bigint {
  const kind = epoch === null ? 0 : 1;
  return packVersion(statementVersion, { kind, decoder, observed_slot: isSigned ? 1 : 0 });
}

/** Version of an execution node's block; one counted with a list of addresses has more facts. */
export function versionOfExecutionBlock(isListed: boolean): bigint {
  return packVersion(statementVersion, { kind: isListed ? 1 : 0, decoder, observed_slot: 0 });
}

/** Version of facts of a state: it is final, and the same whenever it is read. */
export const versionOfState = packVersion(statementVersion, { kind: 0, decoder, observed_slot: 0 });

/**
 * Versions of registry rows. Snapshots were once 1 and changes 0, which leaves changes no room for a revision: with one
 * they would be above snapshots of an older warehouse. Of two changes, the one written last wins.
 */
export const registryVersions = {
  snapshot: packVersion(statementVersion, { kind: 1, decoder, observed_slot: 0 }),
  changes: 0n,
} as const;
