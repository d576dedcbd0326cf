/**
 * Calls that are tried once on real data, by `doctor` and when a listener starts: what a node's configuration never gives is
 * said at once, and not taken for trouble that passes.
 */
import { type AppError, errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";

export type Probe = {
  /** As a message names it. */
  call: string;
  /** What it is tried on, such as "block 12, the newest". */
  on: string;
  /** Whether nothing works without it. */
  isRequired: boolean;
  /** What is unknown without it, or what to do. */
  without: string;
  run(): Promise<unknown>;
};

/** What an error says without the names that say where it came from. */
function reasonOf(error: unknown): string {
  return errorMessage(error).slice(0, 300);
}

/**
 * @returns what optional calls lack, a sentence each
 * @throws SourceError of the first required call that fails, with the code of what it failed with
 */
export async function tryProbes(probes: readonly Probe[], signal?: AbortSignal): Promise<string[]> {
  const lacking: string[] = [];
  for (const { call, on, isRequired, without, run } of probes) {
    try {
      await run();
    } catch (error) {
      signal?.throwIfAborted();
      if (!isErrorOfKind(error, "source")) throw error;
      const text = `${call} of ${on}: ${reasonOf(error)}. ${without}`;
      if (isRequired) throw unfit(text, error);
      lacking.push(text);
    }
  }
  return lacking;
}

function unfit(text: string, { code, retryable, meta }: AppError): SourceError {
  return new SourceError(text, { code, retryable, meta });
}
