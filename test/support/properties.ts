/**
 * fast-check with a seed of our own: a run is the same as the one before, so that a failure belongs to the change that
 * it came with. `PROPERTY_SEED=7 npx vitest run …` looks for others.
 */
import fc from "fast-check";

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

export { fc };
