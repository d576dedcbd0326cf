/** The checks of EigenLayer's nodes by `doctor`. */
import type { Logger } from "../../lib/logger.ts";
import { readStatus } from "../listener/session.ts";
import { tryProbes } from "../node/probes.ts";
import { eigenlayerProbes } from "./probes.ts";
import { type EigenlayerOptions, openEigenlayerSession } from "./session.ts";
import { createSidecar } from "./sidecar.ts";

type CheckDeps = { log: Logger; signal: AbortSignal };

/** One execution node's state and the optional calls that it lacks. @throws SourceError if it can't be used */
export async function checkEigenlayerNode(
  options: EigenlayerOptions,
  { log, signal }: CheckDeps,
): Promise<string> {
  const session = await openEigenlayerSession(options, { log, signal });
  const { head, final } = await readStatus(session, signal, "follow");
  const { client, known: network } = session.info;
  const lacking = await tryProbes(eigenlayerProbes({ client, known: network, signal }, final), signal);
  const kept = `${session.network}, final block ${final} of ${head}, logs from block ${network.firstBlock}`;
  return [kept, ...lacking].join("; ");
}

/** A sidecar's state. @throws SourceError if it can't be used */
export async function checkSidecar(options: EigenlayerOptions, { log, signal }: CheckDeps): Promise<string> {
  const sidecar = createSidecar({
    urls: options.sidecarUrls,
    requestsPerSecond: options.requestsPerSecond,
    log,
    nodeOptions: { rounds: 1 },
  });
  const roots = [...(await sidecar.roots(signal)).keys()];
  return roots.length === 0 ? "no distribution roots" : `distribution roots up to ${Math.max(...roots)}`;
}
