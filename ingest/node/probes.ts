/**
 * Calls that are tried once on real data, by `doctor` and when a listener starts (listener/start.ts): data that a node's
 * configuration can never provide is reported at once, and not mistaken for a temporary fault.
 */
import { type AppError, errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";

export type Probe = {
  /** The call's name in messages. */
  call: string;
  /** What it runs on, such as "block 12, the newest". */
  on: string;
  /** Whether nothing works without this call. */
  isRequired: boolean;
  /** Whether only a backfill needs the data. */
  isHistory?: boolean;
  /** What is unknown without this call, or what to do. */
  without: string;
  run(): Promise<unknown>;
};

/** A failed probe, with the code of its failure and a one-sentence message. */
export type Lack = { probe: Probe; error: SourceError };

/** An error's message without the names of node and call. */
function reasonOf(error: unknown): string {
  return errorMessage(error).slice(0, 300);
}

/** @returns undefined if the call is answered. @throws any error that is not a node's, or the signal's reason */
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
 * @returns a sentence for each optional call that fails
 * @throws SourceError of the first required call that fails, with the code of its failure
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

/** The value that an optional call returned. @throws SourceError `refused` if there is none */
export function offered<Value>(what: string, value: Value | null | undefined): Value {
  if (value === null || value === undefined)
    throw new SourceError(`the node does not return ${what}`, { code: "refused", retryable: false });
  return value;
}
