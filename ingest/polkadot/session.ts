/** An open connection to Polkadot: Asset Hub, with the relay chain before staking moved, and People. One height is an era. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type {
  BlockAt,
  ChainSession,
  PreparedUnit,
  Publish,
  Run,
  RunKind,
  UnitCalls,
} from "../listener/session.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import { tryProbes } from "../node/probes.ts";
import { createSubstrateChain, type SubstrateChain } from "./api/chain.ts";
import { checkExposures } from "./check.ts";
import { createClaims } from "./claims.ts";
import { createEraClock } from "./clock.ts";
import { type EraFacts, readFacts } from "./decode.ts";
import { type ClockedChain, createEras, type EraEnd, type Eras } from "./eras.ts";
import { dayOf, toBusMessage, toEraMessage, toExposuresMessages } from "./messages.ts";
import { readNames } from "./names.ts";
import { isSameNetwork, networkOf } from "./network.ts";
import { createPayouts } from "./payouts.ts";
import { polkadotProbes } from "./probes.ts";

export type PolkadotOptions = {
  /** Nodes of Asset Hub. */
  urls: readonly string[];
  /** Nodes of the relay chain; without them there is no history of before staking moved. */
  relayUrls: readonly string[];
  /** Nodes of the People chain; without them validators have no names. */
  peopleUrls: readonly string[];
  networkName?: string | undefined;
  /** First era to follow without a cursor; default: the last that has ended. */
  startEra?: number | undefined;
  /** Whether events of all blocks are read for what was paid. */
  readsPayments: boolean;
  maxHeadAgeS: number;
  requestsPerSecond: number;
  pollMs?: number;
  nodeOptions?: Partial<NodeSetOptions> | undefined;
};

export type PolkadotInfo = { eras: Eras };

const defaultPollMs = 6_000;
/** Each has some megabytes while it is read. */
const prefetch = 2;
/** Positions of blocks of the relay chain stand above those of Asset Hub. */
const relayPositions = 2 ** 40;

const blockOf = ({ source, block, hash }: EraEnd): BlockAt => ({
  position: (source === "relay" ? relayPositions : 0) + block,
  root: hash,
});

type Range = { from: number; to?: number; kind: RunKind };
type Deps = { log: Logger; signal?: AbortSignal };

/** A chain other than Asset Hub, opened when it is first needed. @throws SourceError `other_chain` */
function companion(
  role: string,
  urls: readonly string[],
  network: string,
  options: PolkadotOptions,
  deps: Deps,
) {
  if (urls.length === 0) return undefined;
  let opened: SubstrateChain | undefined;
  return async (): Promise<SubstrateChain> => {
    if (opened !== undefined) return opened;
    const chain = createSubstrateChain(role, { ...options, urls, log: deps.log }, deps.signal);
    const { name, genesisHash } = await chain.identity(deps.signal);
    const itsNetwork = networkOf(genesisHash, name, undefined);
    if (options.networkName === undefined && !isSameNetwork(itsNetwork, network))
      throw new SourceError(`the ${role} is ${name}, of ${itsNetwork}; Asset Hub is of ${network}`, {
        code: "other_chain",
        retryable: false,
      });
    opened = chain;
    return chain;
  };
}

export async function openPolkadotSession(
  options: PolkadotOptions,
  deps: Deps,
): Promise<ChainSession<PolkadotInfo>> {
  const { log } = deps;
  const chain = createSubstrateChain("Asset Hub", { ...options, log }, deps.signal);
  const { name, genesisHash } = await chain.identity(deps.signal);
  const network = networkOf(genesisHash, name, options.networkName);
  const assetHub: ClockedChain = { chain, clock: createEraClock(chain) };
  const openRelay = companion("relay chain", options.relayUrls, network, options, deps);
  const openPeople = companion("People chain", options.peopleUrls, network, options, deps);
  const eras = createEras(
    assetHub,
    openRelay === undefined
      ? undefined
      : async () => {
          const relay = await openRelay();
          return { chain: relay, clock: createEraClock(relay) };
        },
  );
  /** The last era known to have ended. */
  let final = -1;

  async function status(signal: AbortSignal) {
    const { hash, era } = await assetHub.clock.head(signal);
    if (era === undefined)
      throw new SourceError("Asset Hub has no staking yet: its nodes are lagging", { code: "syncing" });
    final = Math.max(final, era - 1);
    const headTime = async () => (await assetHub.clock.timeAt(hash, signal)) / 1000;
    return { head: era, final: era - 1, headTime };
  }

  /** Where an era ended; undefined when the node has pruned that, or the era has not ended. */
  async function endOfEra(era: number, signal: AbortSignal): Promise<EraEnd | undefined> {
    if (era < 0 || era > final) return undefined;
    try {
      return await eras.end(era, signal);
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "pruned") return undefined;
      throw error;
    }
  }

  const dayOfEnd = (end: EraEnd | undefined) => (end === undefined ? null : dayOf(end.timeMs));

  async function readEra(era: number, signal: AbortSignal) {
    const end = await eras.end(era, signal);
    const on = eras.chainOf(end.source);
    const state = await on.at(end.hash);
    const facts = await readFacts(state, era, end)
      .then((read) => checkExposures(era, read))
      .catch((error: unknown) => {
        // The node set has dealt with errors that name their node.
        if (isErrorOfKind(error, "source") && error.meta.node === undefined) on.blame(error);
        throw error;
      });
    const before = await endOfEra(era - 1, signal);
    const nextDay = dayOfEnd(await endOfEra(era + 1, signal));
    const neighbours = { previousDay: dayOfEnd(before), nextDay };
    const specVersion = state.runtime.runtimeVersion.specVersion.toNumber();
    const message = toEraMessage(network, end, specVersion, facts, neighbours);
    const messages = [...toExposuresMessages(network, era, facts.exposures), message].map(toBusMessage);
    return { before, end, facts, messages };
  }

  function openRun(range: Range): Run {
    const named = new Set<string>();
    const claims = createClaims(network, eras, range.kind);
    const payouts = options.readsPayments ? createPayouts(network, eras, log) : undefined;

    /** Nothing else depends on names, so they delay nothing. */
    async function namesOf({ validators }: EraFacts, signal: AbortSignal): Promise<BusMessage[]> {
      if (openPeople === undefined) return [];
      const keyOf = (account: Uint8Array) => Buffer.from(account).toString("hex");
      const accounts = validators
        .map(({ account }) => account)
        .filter((account) => range.kind === "follow" || !named.has(keyOf(account)));
      if (accounts.length === 0) return [];
      try {
        const message = await readNames(network, await openPeople(), accounts, signal);
        for (const account of accounts) named.add(keyOf(account));
        return [toBusMessage(message)];
      } catch (error) {
        signal.throwIfAborted();
        log.warn(
          { network, reason: errorMessage(error) },
          "names could not be read; retrying with the next era",
        );
        return [];
      }
    }

    async function prepare(era: number, signal: AbortSignal): Promise<PreparedUnit> {
      const { before, end, facts, messages } = await readEra(era, signal);
      const paid = (await payouts?.read(era, signal)) ?? [];

      async function publish(
        send: Publish,
        unitSignal: AbortSignal,
        { confirm }: UnitCalls = {},
      ): Promise<() => void> {
        await confirm?.();
        for (const message of messages) await send([message]);
        const later = await claims.read(era, { final, isPaged: facts.isPaged }, unitSignal);
        await send([
          ...[...later.messages, ...paid].map(toBusMessage),
          ...(await namesOf(facts, unitSignal)),
        ]);
        return later.acknowledge;
      }
      return { parent: before && blockOf(before), last: blockOf(end), publish };
    }

    return { prepare };
  }

  return {
    network,
    info: { eras },
    positionUnit: "block",
    probes: async (signal) => polkadotProbes(chain, await chain.finalized(signal), signal),
    status,
    maxHeadAgeS: options.maxHeadAgeS,
    startHeight: options.startEra,
    defaultStart: (last) => Math.max(0, last),
    rootAt: async (position, signal) => {
      if (position < relayPositions) return await chain.findHash(position, signal);
      const relay = await openRelay?.();
      return await relay?.findHash(position - relayPositions, signal);
    },
    openRun,
    pollMs: options.pollMs ?? defaultPollMs,
    prefetch,
  };
}

/** Describes one node of Asset Hub, with what it lacks. @throws SourceError when it can't be used */
export async function checkPolkadotNode(options: PolkadotOptions, deps: Deps): Promise<string> {
  const chain = createSubstrateChain("Asset Hub", { ...options, log: deps.log }, deps.signal);
  const { name } = await chain.identity(deps.signal);
  const clock = createEraClock(chain);
  const { number, hash, era } = await clock.head(deps.signal);
  const lacking = await tryProbes(polkadotProbes(chain, { number, hash }, deps.signal), deps.signal);
  if (era === undefined)
    throw new SourceError(`${name} has no staking at block ${number}`, { code: "syncing" });
  const { era: first, isPruned } = await clock.beginning(deps.signal);
  const kept = `${name}, block ${number}, era ${era}; eras from ${first}${isPruned ? " (pruned)" : ""}`;
  const before = options.relayUrls.length > 0 ? [] : ["none before: no POLKADOT_RELAY_URLS"];
  return [kept, ...lacking, ...before].join("; ");
}

/** Describes one node of a chain other than Asset Hub. @throws SourceError when it can't be used */
export async function checkNodeBeside(role: string, options: PolkadotOptions, deps: Deps): Promise<string> {
  const chain = createSubstrateChain(role, { ...options, log: deps.log }, deps.signal);
  const { name } = await chain.identity(deps.signal);
  const { number } = await chain.finalized(deps.signal);
  return `${name}, block ${number}`;
}
