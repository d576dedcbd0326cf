/** Who else than beacon nodes is asked about each epoch. */
import type { Logger } from "../../lib/logger.ts";
import type { NodeSetOptions } from "../node/nodes.ts";
import type { EpochSource, EpochSourceOptions, FindUnknown } from "./epochSource.ts";
import { createExecutionClient, depositContract, executionChainId } from "./execution/client.ts";
import { createEpochDeposits } from "./execution/epochDeposits.ts";
import type { EthChain } from "./spec.ts";

export type ExecutionOptions = Pick<EpochSourceOptions, "patienceMs" | "restMs"> & {
  urls: readonly string[];
  nodeOptions?: Partial<NodeSetOptions>;
  /** Without them nothing is asked for again. */
  findUnknown?: { deposits: FindUnknown } | undefined;
};

export type SourceOptions = {
  requestsPerSecond: number;
  /** Without it, or without addresses, nothing is known of who paid deposits. */
  execution?: ExecutionOptions | undefined;
};

export function openEpochSources(
  chain: EthChain,
  { execution, requestsPerSecond }: SourceOptions,
  log: Logger,
): EpochSource[] {
  if (execution === undefined || execution.urls.length === 0) return [];
  const { urls, nodeOptions, findUnknown, ...options } = execution;
  const contract = depositContract(chain);
  const client = createExecutionClient({
    ...{ urls, requestsPerSecond, log, nodeOptions },
    chainId: executionChainId(chain),
  });
  const common = { ...options, client, network: chain.network, log };
  return [createEpochDeposits({ ...common, contract, findUnknown: findUnknown?.deposits })];
}
