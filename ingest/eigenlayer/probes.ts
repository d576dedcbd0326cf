/** What a listener needs of EigenLayer's execution nodes, probed on the contracts' first block, an old and a new one. */
import type { ExecutionClient } from "../execution/client.ts";
import { newLogsProbe } from "../execution/probes.ts";
import { offered, type Probe } from "../node/probes.ts";
import { callContracts } from "./calls.ts";
import type { KnownNetwork } from "./networks.ts";

type Source = { client: ExecutionClient; known: KnownNetwork; signal: AbortSignal };

/** Blocks before the last final one at which only an archive node has state. */
const oldBlocks = 100_000;

/** @param final the last final block */
export function eigenlayerProbes({ client, known: network, signal }: Source, final: number): Probe[] {
  const { firstBlock, contracts } = network;
  const old = Math.max(firstBlock, final - oldBlocks);
  // getDeposits of the zero address.
  const call = { to: contracts.strategyManager, data: `0x94f649dd${"0".repeat(64)}` };
  const state = async (block: number) =>
    offered("the state", (await callContracts({ client, signal }, [call], block))[0]);
  return [
    newLogsProbe({ client, addresses: Object.values(contracts), signal }, final),
    {
      ...{ call: "eth_getLogs", on: `block ${firstBlock}, the first of the contracts`, isRequired: true },
      without: "States are sums of all logs: use a node that keeps all receipts",
      run: () => client.proveLogs(firstBlock, signal),
    },
    {
      ...{ call: "eth_call", on: `block ${final}, the last final one`, isRequired: false },
      without: "What shares are worth stays unknown",
      run: () => state(final),
    },
    {
      ...{ call: "eth_call", on: `block ${old}, an old one`, isRequired: false },
      without: "It is no archive node: balances of older days stay unknown",
      run: () => state(old),
    },
  ];
}
