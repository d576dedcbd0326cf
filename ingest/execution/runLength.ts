/** How many blocks a node is asked about at once: fewer after a refusal, and more again when that goes well for a while. */

const blocksMax = 10_000;
/** What most nodes answer for; more follows when it does. */
const blocksAtFirst = 1_000;
/** A unit with more logs is followed by smaller ones. */
const logsWantedByDefault = 4_000;

export function createRunLength({ max = blocksMax, logsWanted = logsWantedByDefault } = {}) {
  let length = Math.min(max, blocksAtFirst);
  /** Longer ones were refused. */
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
      // Refused may have been what was dense with logs.
      if (answered % 32 === 0) ceiling = Math.min(max, ceiling * 2);
    },
  };
}
