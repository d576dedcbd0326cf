/** Which regular expressions run over long texts while a test runs something. */

export type ReachedPattern = { pattern: RegExp; longest: number };

/**
 * Watches every regular expression of the process, in any package: test, match, replace and split all end in
 * `exec`.
 * @returns those that `run` has reached, each with the length of the longest text that it was given
 */
export async function reachedPatterns(run: () => Promise<void>): Promise<ReachedPattern[]> {
  const reached = new Map<string, ReachedPattern>();
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function watched(text) {
    const name = String(this);
    const longest = Math.max(reached.get(name)?.longest ?? 0, String(text).length);
    reached.set(name, { pattern: this, longest });
    return exec.call(this, text);
  };
  try {
    await run();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...reached.values()];
}
