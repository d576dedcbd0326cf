/** Versions of computed rows: the model revision, and the number of known facts. */
import { versionUnits } from "../../lib/version.ts";

/** Raise it when the maths changes: replayed periods replace older ones then. */
export const modelRevision = 4;
/** Version of sums and records: facts are known slots, state the slot of the newest state. */
export const recordUnits = versionUnits({ revision: 12, facts: 22, state: 30 });
/** Version of rewards: facts are known slots and payouts. A day may have millions of payouts. */
export const rewardUnits = versionUnits({ revision: 10, facts: 24, state: 30 });
