/** Versions of what models write: who computed it, and how much was known. */
import { versionUnits } from "../../lib/version.ts";

/** Raise it when the maths changes: replayed periods replace older ones then. */
export const modelRevision = 4;
/** Of sums and records: facts are slots known, state the slot of the newest one. */
export const recordUnits = versionUnits({ revision: 12, facts: 22, state: 30 });
/** Of what was paid: facts are slots and payouts known. A day may pay millions. */
export const rewardUnits = versionUnits({ revision: 10, facts: 24, state: 30 });
