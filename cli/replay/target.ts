/** Which network and heights a replay is about, in a warehouse that may hold nothing of it yet. */

import type { Chain } from "../../chains/chain.ts";
import { chainOf, chains, nodeKindsOf } from "../../chains/index.ts";
import { type Candidate, findNetwork, splitName } from "../../chains/networks.ts";
import { openRecordedNodes } from "../../ingest/recording/nodes.ts";
import { ConfigError } from "../../lib/errors.ts";
import { badRange, type HeightRange, parseHeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import { type NetworkReference, networkLabel } from "../../lib/networkLabel.ts";
import type { Store } from "../../lib/store/store.ts";
import { openArchives } from "./archives.ts";
import type { ReplayPlan } from "./args.ts";

export type Target = {
  chain: Chain;
  network: string;
  /** False: the warehouse holds nothing of it. */
  isKnown: boolean;
};

function candidate({ chain, network }: NetworkReference): Candidate {
  return { chain, network, isMain: chainOf({ chain }).mainNetwork === network };
}

/** Networks that the warehouse holds. */
async function heldNetworks(store: Store): Promise<Candidate[]> {
  const held = await Promise.all(
    chains.map(async ({ id, records }) =>
      (await records.networks(store)).map((network) => candidate({ chain: id, network })),
    ),
  );
  return held.flat();
}

async function recordedNetworks(files: readonly string[], log: Logger): Promise<Candidate[]> {
  const archives = await openArchives(files);
  const others = files.filter((file) => !archives.some(({ path }) => path === file));
  const recorded = await openRecordedNodes(others, { kindsOf: nodeKindsOf, log });
  await recorded.close();
  const readable = [...archives, ...recorded.recordings].filter(({ description }) =>
    chains.some(({ id }) => id === description.chain),
  );
  const names = new Map(
    readable.map(({ description }) => [networkLabel(description), candidate(description)]),
  );
  return [...names.values()];
}

/** Networks that the source may hold. Topics have no list of networks, so the name includes the chain, such as eth/hoodi. */
async function networksOfSource(plan: ReplayPlan, log: Logger): Promise<Candidate[]> {
  if (plan.source === "warehouse") return [];
  if (plan.source === "files") return await recordedNetworks(plan.files, log);
  const { chain, network } = splitName(plan.network);
  return chains.flatMap(({ id, mainNetwork }) => {
    const names = new Set(chain === id ? [mainNetwork, network] : [mainNetwork]);
    return [...names].map((name) => candidate({ chain: id, network: name }));
  });
}

/** A network that the warehouse holds. @throws ConfigError `unknown_network` */
export async function findKnown(store: Store, name: string): Promise<Target> {
  const held = await heldNetworks(store);
  const match = findNetwork(name, held);
  if (match !== undefined) return { chain: chainOf(match), network: match.network, isKnown: true };
  const names = held.map(networkLabel).join(", ") || "no network at all";
  throw new ConfigError(`The warehouse holds nothing of "${name}"; it holds ${names}`, {
    code: "unknown_network",
  });
}

/** @throws ConfigError when neither the warehouse nor the source holds the network, or the name may mean several */
export async function findTarget(store: Store, plan: ReplayPlan, log: Logger): Promise<Target> {
  const held = await heldNetworks(store);
  const stored = findNetwork(plan.network, held);
  if (stored !== undefined) return { chain: chainOf(stored), network: stored.network, isKnown: true };
  const inSource = findNetwork(plan.network, await networksOfSource(plan, log));
  if (inSource !== undefined) return { chain: chainOf(inSource), network: inSource.network, isKnown: false };
  const hint =
    plan.source === "topic"
      ? `. To fill it from topics, name the chain, too, such as eth/${plan.network}`
      : "";
  const names = held.map(networkLabel).join(", ") || "no network at all";
  throw new ConfigError(`The warehouse holds nothing of "${plan.network}"; it holds ${names}${hint}`, {
    code: "unknown_network",
  });
}

/** Heights that `--from` and `--to` mean. @throws ConfigError */
export async function rangeOf(store: Store, { from, to }: ReplayPlan, target: Target): Promise<HeightRange> {
  const { network, isKnown, chain } = target;
  if (isKnown) return await chain.records.parseRange(store, network, { from, to });
  return await parseHeightRange({ from, to }, chain.unit, () => {
    throw badRange(
      `The warehouse holds nothing of ${network} yet and knows no days of it: give --from and --to as ${chain.unit}s`,
    );
  });
}
