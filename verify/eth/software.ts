/** Names and versions of nodes, as they report them. */
import type { EthInfo } from "../../ingest/eth/index.ts";
import type { ExecutionClient } from "../../ingest/execution/client.ts";

/** `Name/version` of `Prysm/v7.0.0 (linux amd64)` and `Geth/v1.16.7-stable-b9f3a3d9/linux-amd64/go1.24.9`. */
export function nameAndVersion(text: string): string | undefined {
  return /^[^\s/]+\/[^\s/]+/.exec(text.trim())?.[0];
}

/** Nodes that do not report a version are left out. */
export async function softwareOf(
  { client }: Pick<EthInfo, "client">,
  execution: ExecutionClient | undefined,
  signal: AbortSignal,
): Promise<string[]> {
  const ofBeacon = client.nodes.map((node) => client.version(node, signal).catch(() => undefined));
  const texts = [...(await Promise.all(ofBeacon)), ...((await execution?.versions(signal)) ?? [])];
  signal.throwIfAborted();
  const names = texts.map((text) => (text === undefined ? undefined : nameAndVersion(text)));
  return [...new Set(names.filter((name) => name !== undefined))];
}
