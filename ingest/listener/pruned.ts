/** A backfill whose nodes lack the beginning of its range: said once, with where their history begins. */
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { ChainSession } from "./session.ts";

/** Tries of a unit whose facts no node keeps: what is pruned now is not back in a minute. */
export const prunedAttempts = 2;

export const isPruned = (error: unknown): boolean =>
  isErrorOfKind(error, "source") && error.code === "pruned";

/** Whether all nodes together have what a unit needs. @throws what says something else than that it is pruned */
async function isKept(
  session: Pick<ChainSession, "openRun">,
  height: number,
  last: number,
  signal: AbortSignal,
): Promise<boolean> {
  const run = session.openRun({ from: height, to: last, kind: "backfill" }, undefined);
  try {
    await run.prepare(height, signal, run.lastOf?.(height, height) ?? height);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    if (isPruned(error)) return false;
    throw error;
  }
}

/** The first height of a range that can be read: nodes drop what is older, so it is halved. Undefined: none can. */
async function firstKept(
  session: Pick<ChainSession, "openRun">,
  { from, to }: { from: number; to: number },
  signal: AbortSignal,
): Promise<number | undefined> {
  if (!(await isKept(session, to, to, signal))) return undefined;
  let [missing, kept] = [from, to];
  while (kept - missing > 1) {
    const middle = Math.floor((missing + kept) / 2);
    if (await isKept(session, middle, to, signal)) kept = middle;
    else missing = middle;
  }
  return kept;
}

/**
 * What a backfill that failed at a height says.
 * @param range from the height that is missing to the end of the backfill
 */
export async function historyError(
  session: Pick<ChainSession, "openRun">,
  { listener, unit, cause }: { listener: string; unit: string; cause: unknown },
  range: { from: number; to: number },
  signal: AbortSignal,
): Promise<SourceError> {
  // What else goes wrong meanwhile leaves the search out, not the reason.
  const first = await firstKept(session, range, signal).catch(() => null);
  signal.throwIfAborted();
  const advice =
    first === null
      ? "Use"
      : first === undefined
        ? `It has nothing of the range, up to ${unit} ${range.to}. Use`
        : `Its history begins at ${unit} ${first}: start there with --from ${first}, or use`;
  return new SourceError(
    `${listener}: no node has all that ${unit} ${range.from} needs. ${errorMessage(cause)}. ${advice} a node that keeps all of history`,
    { code: "pruned", retryable: false, cause, meta: { from: range.from, first: first ?? null } },
  );
}
