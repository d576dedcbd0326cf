/** Who else than beacon nodes is asked about each epoch. */
import type { Logger } from "../../lib/logger.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import type { EpochSource, EpochSourceOptions, FindUnknown } from "./epochSource.ts";
import { createExecutionClient, depositContract, executionChainId } from "./execution/client.ts";
import { createEpochBlocks } from "./execution/epochBlocks.ts";
import { createEpochDeposits } from "./execution/epochDeposits.ts";
import { createBlockReader } from "./execution/readBlocks.ts";
import type { EthChain } from "./spec.ts";

export type ExecutionOptions = Pick<EpochSourceOptions, "patienceMs" | "restMs"> & {
  urls: readonly string[];
  nodeOptions?: Partial<NodeSetOptions>;
  /** Without them nothing is asked for again. */
  findUnknown?: { deposits: FindUnknown; blocks: FindUnknown } | undefined;
  /** Addresses, in lower case, whose transactions are counted; undefined: there is no list. */
  listed?: ReadonlySet<string> | undefined;
};

export type SourceOptions = {
  requestsPerSecond: number;
  /** Without it, or without addresses, nothing is known of who paid deposits, and of what proposers got. */
  execution?: ExecutionOptions | undefined;
};

export function openEpochSources(
  chain: EthChain,
  { execution, requestsPerSecond }: SourceOptions,
  log: Logger,
): EpochSource[] {
  if (execution === undefined || execution.urls.length === 0) return [];
  const { urls, nodeOptions, findUnknown, listed, ...options } = execution;
  const contract = depositContract(chain);
  const client = createExecutionClient({
    ...{ urls, requestsPerSecond, log },
    // What fails is asked for again with a later epoch.
    nodeOptions: { rounds: 3, ...nodeOptions },
    chainId: executionChainId(chain),
  });
  const common = { ...options, network: chain.network, log };
  const reader = createBlockReader(client, listed);
  return [
    createEpochDeposits({ ...common, client, contract, findUnknown: findUnknown?.deposits }),
    createEpochBlocks({ ...common, reader, findUnknown: findUnknown?.blocks }),
  ];
}
