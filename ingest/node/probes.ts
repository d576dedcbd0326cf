/**
 * Calls that are tried once on real data, by `doctor` and when a listener starts (listener/start.ts): what a node's
 * configuration never gives is said at once, and not taken for trouble that passes.
 */
import { type AppError, errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";

export type Probe = {
  /** As a message names it. */
  call: string;
  /** What it is tried on, such as "block 12, the newest". */
  on: string;
  /** Whether nothing works without it. */
  isRequired: boolean;
  /** Whether only a backfill needs what it is tried on. */
  isHistory?: boolean;
  /** What is unknown without it, or what to do. */
  without: string;
  run(): Promise<unknown>;
};

/** A probe that failed, in one sentence; the error has the code of what it failed with. */
export type Lack = { probe: Probe; error: SourceError };

/** What an error says without the names that say where it came from. */
function reasonOf(error: unknown): string {
  return errorMessage(error).slice(0, 300);
}

/** @returns undefined where the call is answered. @throws what is no trouble of a node, or the signal's reason */
export async function tryProbe(probe: Probe, signal?: AbortSignal): Promise<Lack | undefined> {
  try {
    await probe.run();
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    if (!isErrorOfKind(error, "source")) throw error;
    return { probe, error: lacking(probe, error) };
  }
}

function lacking({ call, on, without }: Probe, error: AppError): SourceError {
  const { code, retryable, meta } = error;
  return new SourceError(`${call} of ${on}: ${reasonOf(error)}. ${without}`, { code, retryable, meta });
}

/**
 * @returns what optional calls lack, a sentence each
 * @throws SourceError of the first required call that fails, with the code of what it failed with
 */
export async function tryProbes(probes: readonly Probe[], signal?: AbortSignal): Promise<string[]> {
  const texts: string[] = [];
  for (const probe of probes) {
    const lack = await tryProbe(probe, signal);
    if (lack === undefined) continue;
    if (probe.isRequired) throw lack.error;
    texts.push(lack.error.message);
  }
  return texts;
}

/** What an optional call returned. @throws SourceError `refused` where it did not */
export function offered<Value>(what: string, value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new SourceError(`the node does not return ${what}`, { code: "refused", retryable: false });
  return value;
}
