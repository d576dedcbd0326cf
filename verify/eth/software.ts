/** Names and versions of nodes, as they report them. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { ExecutionClient } from "../../ingest/execution/client.ts";
import { namesAndVersions, softwareOf } from "../refusals.ts";

/** `Prysm/v7.0.0` of `Prysm/v7.0.0 (linux amd64)`. Nodes that do not report a version are left out. */
export async function ethSoftware(
  { client }: EthInfo,
  execution: ExecutionClient | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const ofBeacon = client.nodes.map(async (node) => [await client.version(node, signal)]);
  const ofExecution = execution === undefined ? [] : [execution.versions(signal)];
  return namesAndVersions(await softwareOf([...ofBeacon, ...ofExecution], signal));
}
