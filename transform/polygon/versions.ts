/** Versions of Polygon's rows. */
import { packVersion } from "../../lib/version.ts";

/** Raise it when the decoder reads more or other than before: replayed rows win then. */
const decoder = 2;
const factLayout = { decoder: 23, known: 1, block: 40 } as const;

/** Raise it when the maths changes: replayed rows replace older ones then. */
export const modelRevision = 5;
/** `known`: the checkpoint before, Heimdall's proposer, Bor's producers, turns that were passed on; a bit each, in SQL. */
const checkpointLayout = { revision: 32, known: 32 } as const;
const dayLayout = { revision: 16, is_complete: 1, checkpoints: 15, known: 32 } as const;

const windowLayout = { revision: 8, last_day: 16, checkpoints: 20, known: 20 } as const;

/** @param isWhole whether all fields of the fact are known */
export const factVersion = (block: number, isWhole = true) =>
  packVersion(factLayout, { decoder, known: Number(isWhole), block });

export const checkpointVersion = (known: number) =>
  packVersion(checkpointLayout, { revision: modelRevision, known });

export const dayVersion = (day: { is_complete: boolean; checkpoint_count: number; known_count: number }) =>
  packVersion(dayLayout, {
    revision: modelRevision,
    is_complete: Number(day.is_complete),
    checkpoints: day.checkpoint_count,
    known: day.known_count,
  });

/** Days with a lower version are of an older revision. */
export const dayVersionBase = dayVersion({ is_complete: false, checkpoint_count: 0, known_count: 0 });

/** Version of a window: its last day, since 1970, and the known facts of all its days. */
export const windowVersion = (window: { last_day: number; checkpoints: number; known: number }) =>
  packVersion(windowLayout, { revision: modelRevision, ...window });
