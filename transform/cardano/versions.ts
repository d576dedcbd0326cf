/** Versions of Cardano's rows. */
import { packVersion, versionFieldMax, versionUnits } from "../../lib/version.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 3;
/** Of readings by one decoder the later one wins: `read_at` is the height of the node's head. */
const factLayout = { decoder: 24, read_at: 40 } as const;

/** Raise it when the maths changes: replayed rows replace older ones then. */
const revision = 2;
/** `known`: for an epoch its facts and its rewards, for a day the number of epochs with known rewards. */
const modelLayout = { revision: 16, known: 8, read_at: 40 } as const;

export const decoderUnit = versionUnits(factLayout).decoder;

export const factVersion = (readAt: number) => packVersion(factLayout, { decoder, read_at: readAt });

/** The head's height of a fact's version. */
export const readAtOf = (version: string) => Number(BigInt(version) & versionFieldMax(factLayout, "read_at"));

/** Whether a payout was read with the registrations of unpaid accounts: since decoder 2. */
export const hasRegistrations = (version: string) => BigInt(version) >= 2n * decoderUnit;

export const modelVersion = (knownCount: number, readAt: number) =>
  packVersion(modelLayout, { revision, known: Math.min(knownCount, 255), read_at: readAt });
