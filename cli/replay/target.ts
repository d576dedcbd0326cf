/** Which network and heights a replay is about, in a warehouse that may hold nothing of it yet. */

import type { Chain } from "../../chains/chain.ts";
import { chainOf, chains } from "../../chains/index.ts";
import { heightPattern, type ReplayChain, replayChains } from "../../chains/replay.ts";
import { openRecordedNodes } from "../../ingest/recording/nodes.ts";
import type { ChainName } from "../../lib/config.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { HeightRange } from "../../transform/frame/heights.ts";
import type { ReplayPlan } from "./args.ts";

export type Target = {
  chain: Chain;
  replayChain: ReplayChain;
  network: string;
  /** False: the warehouse holds nothing of it. */
  isKnown: boolean;
};

/** A chain's name means its main network, or the only one. */
function networkOfName(name: string, id: string, mainNetwork: string, networks: readonly string[]) {
  if (networks.includes(name)) return name;
  if (id !== name) return undefined;
  return networks.length === 1 ? networks[0] : networks.find((one) => one === mainNetwork);
}

/** Networks that recordings hold, by chain. */
async function recordedNetworks(files: readonly string[], log: Logger): Promise<Map<string, string[]>> {
  const recorded = await openRecordedNodes(files, { log });
  await recorded.close();
  const found = new Map<string, string[]>();
  for (const { description } of recorded.recordings) {
    const { chain, network } = description;
    const known = found.get(chain) ?? [];
    if (!known.includes(network)) found.set(chain, [...known, network]);
  }
  return found;
}

/** Networks that the source can have. Topics have no list of theirs: the name says the chain, such as eth/hoodi. */
async function networksOfSource(plan: ReplayPlan, log: Logger): Promise<Map<string, string[]>> {
  if (plan.source === "warehouse") return new Map();
  if (plan.source === "files") return recordedNetworks(plan.files, log);
  const named = plan.network.split("/").slice(1, 2);
  return new Map(chains.map(({ id }) => [id, [replayChains[id as ChainName].mainNetwork, ...named]]));
}

/** The chain and network that a name means: a network, a chain, or both with a slash between. */
function pick(
  name: string,
  networks: ReadonlyMap<string, readonly string[]>,
): Omit<Target, "isKnown"> | undefined {
  const [first = "", rest] = name.split("/");
  for (const { id } of chains) {
    if (rest !== undefined && first !== id) continue;
    const replayChain = replayChains[id as ChainName];
    const network = networkOfName(rest ?? name, id, replayChain.mainNetwork, networks.get(id) ?? []);
    if (network !== undefined) return { chain: chainOf({ chain: id }), replayChain, network };
  }
  return undefined;
}

/** @throws ConfigError when neither the warehouse nor the source holds the network */
export async function findTarget(store: Store, plan: ReplayPlan, log: Logger): Promise<Target> {
  const held = new Map<string, string[]>();
  for (const { id } of chains) held.set(id, await replayChains[id as ChainName].networks(store));
  const known = pick(plan.network, held);
  if (known !== undefined) return { ...known, isKnown: true };
  const found = pick(plan.network, await networksOfSource(plan, log));
  if (found !== undefined) return { ...found, isKnown: false };
  const hint =
    plan.source === "topic"
      ? `. To fill it from topics, name the chain, too, such as eth/${plan.network}`
      : "";
  const names = [...held.values()].flat().join(", ") || "no network at all";
  throw new ConfigError(`The warehouse holds nothing of "${plan.network}"; it holds ${names}${hint}`, {
    code: "unknown_network",
  });
}

/** Heights that `--from` and `--to` mean. @throws ConfigError */
export async function rangeOf(store: Store, { from, to }: ReplayPlan, target: Target): Promise<HeightRange> {
  const { replayChain, network, isKnown, chain } = target;
  if (!isKnown && !(heightPattern.test(from) && heightPattern.test(to)))
    throw new ConfigError(
      `The warehouse holds nothing of ${network} yet and knows no days of it: give --from and --to as ${chain.unit}s`,
      { code: "bad_range" },
    );
  const range = isKnown
    ? await replayChain.parseRange(store, network, from, to)
    : { from: Number(from), to: Number(to) };
  if (range.from > range.to)
    throw new ConfigError(`--from ${range.from} is behind --to ${range.to}`, { code: "bad_range" });
  return range;
}
