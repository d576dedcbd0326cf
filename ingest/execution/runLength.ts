/** How many blocks to request at once: fewer after a refusal, more again after a run of successes. */

const blocksMax = 10_000;
/** Most nodes accept this many; the length grows from here. */
const blocksAtFirst = 1_000;
/** A unit with more logs is followed by smaller ones. */
const logsWantedByDefault = 4_000;

export type RunLength = ReturnType<typeof createRunLength>;

export function createRunLength({ max = blocksMax, logsWanted = logsWantedByDefault } = {}) {
  let length = Math.min(max, blocksAtFirst);
  /** Longer ranges were refused. */
  let ceiling = max;
  let answered = 0;
  return {
    get: () => length,
    refused: (blocks: number) => {
      answered = 0;
      ceiling = Math.max(1, Math.min(ceiling, blocks - 1));
      length = Math.max(1, Math.min(length, Math.floor(blocks / 2)));
    },
    answered: (logs: number) => {
      answered += 1;
      if (logs > logsWanted) length = Math.max(1, Math.floor(length / 2));
      else if (logs < logsWanted / 2) length = Math.min(ceiling, length * 2);
      // The refusal may have come from a range with unusually many logs.
      if (answered % 32 === 0) ceiling = Math.min(max, ceiling * 2);
    },
  };
}
