/** Versions of Cardano's rows. */
import { packVersion, versionFieldMax, versionUnits } from "../../lib/version.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 3;
/** Of readings by one decoder the later one wins: `read_at` is the height of the node's head. */
const factLayout = { decoder: 24, read_at: 40 } as const;

/** Raise it when the maths changes: replayed rows replace older ones then. */
const revision = 2;
/** `known`: of an epoch its facts and its rewards, of a day the epochs whose rewards are known. */
const modelLayout = { revision: 16, known: 8, read_at: 40 } as const;

export const decoderUnit = versionUnits(factLayout).decoder;

export const factVersion = (readAt: number) => packVersion(factLayout, { decoder, read_at: readAt });

/** The head's height of a fact's version. */
export const readAtOf = (version: string) => Number(BigInt(version) & versionFieldMax(factLayout, "read_at"));

/** Whether a payout was read with the registrations of those that it did not pay: since decoder 2. */
export const hasRegistrations = (version: string) => BigInt(version) >= 2n * decoderUnit;

export const modelVersion = (known: number, readAt: number) =>
  packVersion(modelLayout, { revision, known: Math.min(known, 255), read_at: readAt });
