/** Typed Beacon API calls over a set of nodes. Answers are validated here and interpreted by the callers. */
import { SourceError } from "../../../lib/errors.ts";
import { type Call, createNodeSet } from "../../node/nodes.ts";
import { chainMismatch, describeChain, type EthChain, extendChain } from "../spec.ts";
import { json } from "./answers.ts";
import * as api from "./api.ts";
import type { BeaconClient, BeaconClientOptions } from "./beacon.ts";
import { createBlockCalls } from "./blockCalls.ts";
import { createDutyCalls } from "./dutyCalls.ts";
import { createEventStream } from "./eventStream.ts";
import { createHeaderCalls } from "./headerCalls.ts";
import { createNodeCalls } from "./nodeCalls.ts";
import { createOptionalStateCalls } from "./optionalStateCalls.ts";
import { createRegistryCalls } from "./registryCalls.ts";
import { createRewardCalls } from "./rewardCalls.ts";
import { createStateCalls } from "./stateCalls.ts";

async function readChain(
  request: <Value>(call: Call<Value>) => Promise<Value>,
  networkName: string | undefined,
): Promise<EthChain> {
  const genesis = await request({
    path: "/eth/v1/beacon/genesis",
    read: (response) => json(api.genesisAnswer, response),
  });
  const spec = await request({
    path: "/eth/v1/config/spec",
    read: (response) => json(api.specAnswer, response),
  });
  return describeChain(spec.data, genesis.data, networkName);
}

export function createBeaconClient(options: BeaconClientOptions): BeaconClient {
  const { log } = options;
  let pinnedChain: EthChain | undefined;

  const set = createNodeSet({
    urls: options.urls,
    requestsPerSecond: options.requestsPerSecond,
    log,
    ...options.nodeOptions,
    check: async (request, node) => {
      const chain = await readChain(request, options.networkName);
      const mismatch = pinnedChain === undefined ? undefined : chainMismatch(pinnedChain, chain);
      if (mismatch !== undefined) {
        throw new SourceError(`${node.name} is on another chain: ${mismatch}`, {
          code: "other_chain",
          retryable: false,
          meta: { node: node.name },
        });
      }
      if (pinnedChain === undefined) {
        pinnedChain = chain;
        return;
      }
      const added = extendChain(pinnedChain, chain);
      if (added.length > 0)
        log.info(
          { network: pinnedChain.network, node: node.name, forks: added },
          "the node's spec schedules new forks",
        );
    },
  });

  async function chain(signal?: AbortSignal): Promise<EthChain> {
    await set.call({
      path: "/eth/v1/beacon/genesis",
      signal,
      read: (response) => json(api.genesisAnswer, response),
    });
    if (pinnedChain === undefined)
      throw new SourceError("no node has described its chain", { code: "no_node" });
    return pinnedChain;
  }

  const context = {
    set,
    log,
    maxHeadAgeS: options.maxHeadAgeS,
    chain: () => pinnedChain,
    ensureChain: async (signal?: AbortSignal) => pinnedChain ?? (await chain(signal)),
  };
  return {
    nodes: set.nodes,
    report: set.report,
    chain,
    ...createHeaderCalls(context),
    ...createBlockCalls(context),
    ...createEventStream(context),
    ...createStateCalls(context),
    ...createRegistryCalls(context),
    ...createOptionalStateCalls(context),
    ...createRewardCalls(context),
    ...createDutyCalls(context),
    ...createNodeCalls(context),
  };
}
