/** Which network and heights a replay is about, in a warehouse that may hold nothing of it yet. */
import { openRecordedNodes } from "../ingest/recording/nodes.ts";
import type { ChainName } from "../lib/config.ts";
import { ConfigError } from "../lib/errors.ts";
import type { Logger } from "../lib/logger.ts";
import type { Store } from "../lib/store.ts";
import type { HeightRange } from "../transform/heights.ts";
import type { Chain } from "./chain.ts";
import { chainOf, chains } from "./chains.ts";
import type { ReplayPlan } from "./replayArgs.ts";
import { type ReplayChain, replayChains } from "./replayChains.ts";

export type Target = {
  chain: Chain;
  replayChain: ReplayChain;
  network: string;
  /** False: the warehouse holds nothing of it. */
  isKnown: boolean;
};

const partsOf = (id: string) => ({
  chain: chainOf({ chain: id }),
  replayChain: replayChains[id as ChainName],
});

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

/** A network that only the source holds. Topics have no list of theirs: the name says the chain, such as eth/hoodi. */
async function findInSource(plan: ReplayPlan, log: Logger): Promise<Target | undefined> {
  if (plan.source === "warehouse") return undefined;
  const [first = "", rest] = plan.network.split("/");
  const recorded = plan.source === "files" ? await recordedNetworks(plan.files, log) : undefined;
  for (const { id } of chains) {
    const { mainNetwork } = replayChains[id as ChainName];
    const named = rest !== undefined && first === id ? [rest] : [];
    const networks = recorded === undefined ? [mainNetwork, ...named] : (recorded.get(id) ?? []);
    const network = networkOfName(rest ?? plan.network, id, mainNetwork, networks);
    if (network !== undefined && (rest === undefined || first === id))
      return { ...partsOf(id), network, isKnown: false };
  }
  return undefined;
}

/** The chain and network of a name: a network in the warehouse or the source, or a chain, which means its main network. */
export async function findTarget(store: Store, plan: ReplayPlan, log: Logger): Promise<Target> {
  const known: string[] = [];
  const [first = "", rest] = plan.network.split("/");
  for (const { id } of chains) {
    const { replayChain } = partsOf(id);
    const networks = await replayChain.networks(store);
    known.push(...networks);
    if (rest !== undefined && first !== id) continue;
    const network = networkOfName(rest ?? plan.network, id, replayChain.mainNetwork, networks);
    if (network !== undefined) return { ...partsOf(id), network, isKnown: true };
  }
  const found = await findInSource(plan, log);
  if (found !== undefined) return found;
  const hint =
    plan.source === "topic"
      ? `. To fill it from topics, name the chain, too, such as eth/${plan.network}`
      : "";
  throw new ConfigError(
    `The warehouse holds nothing of "${plan.network}"; it holds ${known.join(", ") || "no network at all"}${hint}`,
    { code: "unknown_network" },
  );
}

const heightPattern = /^\d{1,9}$/;

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
