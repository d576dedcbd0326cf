/** What `doctor` asks of nodes of EigenLayer. */
import type { Logger } from "../../lib/logger.ts";
import { callContracts } from "./calls.ts";
import { type EigenlayerOptions, openEigenlayerSession } from "./session.ts";
import { createSidecar } from "./sidecar.ts";

type CheckDeps = { log: Logger; signal: AbortSignal };

/** What one execution node says of itself, with what it lacks. @throws SourceError when it can't be used */
export async function checkEigenlayerNode(
  options: EigenlayerOptions,
  { log, signal }: CheckDeps,
): Promise<string> {
  const session = await openEigenlayerSession(options, { log, signal });
  const { head, final } = await session.status(signal, "follow");
  const { client, known } = session.info;
  // States are sums of all logs.
  await client.proveLogs(known.firstBlock, signal);
  const [old] = await callContracts(
    client,
    // getDeposits of nobody.
    [{ to: known.contracts.strategyManager, data: `0x94f649dd${"0".repeat(64)}` }],
    Math.max(known.firstBlock, final - 100_000),
    signal,
  );
  const state = old === undefined ? "; it is no archive node: balances of older days stay unknown" : "";
  return `${session.network}, final block ${final} of ${head}, logs from block ${known.firstBlock}${state}`;
}

/** What a sidecar says of itself. @throws SourceError when it can't be used */
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
