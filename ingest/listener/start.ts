/**
 * The start of a listener: the calls that its chain declares are tried once on real data (node/probes.ts). What the nodes
 * are not set up to give is said before the first unit is read; trouble that passes holds nothing up.
 */
import { isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { type Lack, type Probe, tryProbe } from "../node/probes.ts";
import type { ChainSession } from "./session.ts";

/** Nodes that answer no faster are in trouble, and their calls are met again in the walk. */
const triesMs = 10_000;

/** Codes of what no waiting changes: the node is not set up for the call, or is of another chain. */
const lasting: ReadonlySet<string> = new Set(["unfit", "refused", "other_chain"]);

type Start = { listener: string; log: Logger; signal: AbortSignal; limitMs?: number };

/** @throws SourceError of a required call that no node will ever give, with what to change */
export async function tryCalls(
  session: Pick<ChainSession, "probes">,
  { listener, log, signal, limitMs = triesMs }: Start,
): Promise<void> {
  if (session.probes === undefined) return;
  const limit = AbortSignal.timeout(limitMs);
  const both = AbortSignal.any([signal, limit]);
  try {
    const lacks = await withinLimit(lacksOf(await session.probes(both), both), both);
    for (const { probe, error } of lacks) report(probe, error, { listener, log });
    const unfit = lacks.find(({ probe, error }) => probe.isRequired && lasting.has(error.code));
    if (unfit !== undefined) throw unfit.error;
  } catch (error) {
    signal.throwIfAborted();
    if (isErrorOfKind(error, "source") && lasting.has(error.code)) throw error;
    if (!limit.aborted && !isErrorOfKind(error, "source")) throw error;
    log.info({ listener, reason: String(error) }, "some node calls could not be checked");
  }
}

async function lacksOf(probes: readonly Probe[], signal: AbortSignal): Promise<Lack[]> {
  const lacks = await Promise.all(probes.map((probe) => tryProbe(probe, signal)));
  return lacks.filter((lack) => lack !== undefined);
}

/** Not every call listens to a signal. */
async function withinLimit<Value>(running: Promise<Value>, signal: AbortSignal): Promise<Value> {
  running.catch(() => undefined);
  signal.throwIfAborted();
  const ended = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return await Promise.race([running, ended]);
}

function report(
  { isRequired, isHistory = false }: Probe,
  { code, retryable, message }: Lack["error"],
  { listener, log }: Pick<Start, "listener" | "log">,
): void {
  const fields = { listener, code, reason: message };
  if (retryable) log.info(fields, "a call could not be checked; the nodes are failing");
  else if (isRequired && lasting.has(code)) log.error(fields, "the nodes do not offer a required call");
  else if (isHistory) log.info(fields, "the nodes do not keep history");
  else log.warn(fields, "the nodes do not offer a call");
}
