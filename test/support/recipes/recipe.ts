/** Recipes of the READMEs as data: each is done in a copy of the project, step by step, as the README says. */

/** An exact edit; without `old`, the file is new. `{migration}` is the number of the project's next migration. */
export type Change = {
  path: string;
  /** A text that the file has once. */
  old?: string;
  text: string;
};

export type Step = {
  changes?: readonly Change[];
  /** Command in the project's folder, as the README has it. */
  run?: string;
  /** Parts of the output of the command, which fails: the missing part by its name. Without them, it passes. */
  names?: readonly string[];
  /** Part of the output of a command that passes. */
  prints?: string;
};

export type Recipe = {
  /** What is added, in the name of the test. */
  adds: string;
  /** File of the README, and its heading. */
  readme: string;
  heading: string;
  steps: readonly Step[];
};

/** Adds a line before a text that the file has once. */
export const insertBefore = (path: string, old: string, added: string): Change => ({
  path,
  old,
  text: `${added}${old}`,
});

/** Adds a line after a text that the file has once. */
export const insertAfter = (path: string, old: string, added: string): Change => ({
  path,
  old,
  text: `${old}${added}`,
});
