/** The checks of an Avalanche node by `doctor`. */
import type { Logger } from "../../lib/logger.ts";
import { readStatus } from "../listener/session.ts";
import { tryProbes } from "../node/probes.ts";
import { avalancheProbes } from "./probes.ts";
import { type AvalancheOptions, openAvalancheSession } from "./session.ts";

/** One node's state and the optional calls that it lacks. @throws SourceError if it can't be used */
export async function checkAvalancheNode(
  options: AvalancheOptions,
  { log, signal }: { log: Logger; signal: AbortSignal },
): Promise<string> {
  const session = await openAvalancheSession(options, { log, signal });
  const { head } = await readStatus(session, signal, "follow");
  const { history, client } = session.info;
  const { from } = await history.bounds();
  const kept = from > 0 ? `blocks ${from} to ${head} (pruned)` : `blocks to ${head}`;
  const probes = avalancheProbes({ client, hasStakes: false, signal }, { from, to: head });
  return [`${session.network}, ${kept}`, ...(await tryProbes(probes, signal))].join("; ");
}
