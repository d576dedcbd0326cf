/** Connections to the configured networks, and the listeners that follow them. */
import type { Chain, OpenedChain } from "../../chains/chain.ts";
import { nodeVariables } from "../../chains/config.ts";
import { chainOf } from "../../chains/index.ts";
import { type Candidate, findNetwork, splitName } from "../../chains/networks.ts";
import { createCursorStore } from "../../ingest/listener/cursor.ts";
import { followChain } from "../../ingest/listener/follow.ts";
import type { FirstUnwritten } from "../../ingest/listener/refill.ts";
import { listenerName } from "../../ingest/listener/session.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Config, NodeSetting } from "../../lib/config.ts";
import { ConfigError, errorMessage, isErrorOfKind } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { networkLabel } from "../../lib/networkLabel.ts";
import { throughOutages } from "../../lib/outages.ts";
import type { Store } from "../../lib/store/store.ts";
import { openApi } from "./api.ts";
import type { Context } from "./context.ts";
import { unwrittenOf } from "./unwritten.ts";
import { verifyFollowed } from "./verifying.ts";

type NodeDeps = {
  /** Undefined without a warehouse to compare the nodes with. */
  store: Store | undefined;
  log: Logger;
  signal: AbortSignal;
};

/** @throws ConfigError if no node is configured */
export function requireNodes({ nodes }: Config): void {
  if (nodes.length === 0) throw new ConfigError(`No node is configured. Set one of ${nodeVariables}`);
}

/**
 * Connects to one network's nodes.
 * @throws ConfigError when the nodes are of another chain than the warehouse holds under that name
 */
export async function openNode(
  config: Config,
  node: NodeSetting,
  { store, log, signal }: NodeDeps,
): Promise<OpenedChain> {
  const chain = chainOf(node);
  return { chain, ...(await chain.listener.open(config, node, store, { log, signal })) };
}

export type OpenedNetwork = { node: NodeSetting; opened: OpenedChain };

/** The settings that a name may mean. A chain's own name means its main setting, where there is one. */
function nodesOf(name: string, { nodes, defaultNodes }: Config): NodeSetting[] {
  const { chain } = splitName(name);
  const all = [...nodes, ...defaultNodes];
  if (chain !== undefined) return all.filter((node) => node.chain === chain);
  const ofChain = all.filter((node) => node.chain === name);
  const main = ofChain.find(({ label }) => label === "");
  if (main !== undefined) return [main];
  return ofChain.length > 0 ? ofChain : nodes;
}

/**
 * Connects to the network that a name identifies (chains/networks.ts). Nodes report their network's name, so every
 * candidate is queried. A chain's own name means its main node setting.
 * @throws ConfigError if the network isn't configured or the name is ambiguous
 */
export async function openNetwork(name: string, config: Config, deps: NodeDeps): Promise<OpenedNetwork> {
  if (config.defaultNodes.length === 0) requireNodes(config);
  const attempts = await Promise.allSettled(
    nodesOf(name, config).map(async (node): Promise<OpenedNetwork & Candidate> => {
      const opened = await openNode(config, node, deps);
      const { network } = opened.session;
      return { node, opened, chain: node.chain, network, isMain: node.label === "" };
    }),
  );
  const opened = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const match = findNetwork(name, opened);
  if (match !== undefined) return match;
  for (const one of attempts) if (one.status === "rejected") throw one.reason;
  const there =
    opened.length > 0
      ? `the configured networks are ${opened.map(networkLabel).join(", ")}`
      : `nodes are configured of ${[...new Set(config.nodes.map(({ chain }) => chain))].join(", ")}`;
  throw new ConfigError(`"${name}" is not followed here; ${there}`);
}

/** Connects, retrying until it succeeds: a node that is down at the start does not end the process. */
async function openNodePatiently(context: Context, node: NodeSetting, store: Store): Promise<OpenedChain> {
  const { config, log, shutdown } = context;
  const { signal } = shutdown;
  const by = `nodes of ${[node.chain, node.label].filter((name) => name !== "").join("/")}`;
  return await throughOutages(() => openNode(config, node, { store, log, signal }), { by, log, signal });
}

/** Finds the heights that a listener need not publish again. */
export function firstUnwrittenOf(chain: Chain, store: Store): FirstUnwritten {
  return (network, range) => chain.records.firstUnwritten(store, network, range);
}

/** Follows every configured network until shutdown. A fatal error of one stops the process. */
export function followAll(context: Context, store: Store, bus: Bus): Promise<void>[] {
  const { config, log, shutdown } = context;
  const cursors = createCursorStore(store);
  const api = openApi(store, log);
  const followed = new Set<string>();
  const follow = async (node: NodeSetting): Promise<void> => {
    const opened = await openNodePatiently(context, node, store);
    const { chain, session } = opened;
    const { network } = session;
    const name = listenerName(chain, session);
    if (followed.has(name))
      throw new ConfigError(`Two node settings name the network ${name}; list its nodes in one variable`);
    followed.add(name);
    const ownLog = log.child({ chain: chain.id, network });
    const { signal } = shutdown;
    const share = config.VERIFY_SHARE;
    const verifying = verifyFollowed(opened, { store, api, log: ownLog, signal, share });
    const following = followChain(
      chain,
      session,
      {
        bus,
        cursors,
        log: ownLog,
        firstUnwritten: firstUnwrittenOf(chain, store),
        unwritten: unwrittenOf(chain, store),
      },
      { signal },
    );
    const ended = verifying.catch((error: unknown) => {
      ownLog.error({ err: error }, "comparison with the nodes ended");
    });
    await Promise.all([following, ended]);
  };
  return config.nodes.map((node) =>
    follow(node).catch((error: unknown) => {
      if (shutdown.signal.aborted) return;
      log.fatal({ err: error }, "listener stopped");
      process.stderr.write(`${errorMessage(error)}\n`);
      process.exitCode = isErrorOfKind(error, "config") ? 78 : 1;
      void shutdown.stop("listener failed");
    }),
  );
}
