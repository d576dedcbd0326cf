/** What a listener needs of Heimdall and of the root chain's nodes, probed on the first block and on a new one. */
import type { ExecutionClient } from "../execution/client.ts";
import { newLogsProbe } from "../execution/probes.ts";
import { offered, type Probe } from "../node/probes.ts";
import type { HeimdallClient } from "./api/heimdall.ts";
import type { RootBlock, RootChain } from "./rootChain.ts";

type Source = {
  known: { firstBlock: number };
  heimdall: Pick<HeimdallClient, "validators" | "states">;
  root: Pick<RootChain, "lastCheckpoint" | "headerRecords" | "stakeManager">;
  execution: Pick<ExecutionClient, "request" | "proveLogs">;
  signal: AbortSignal;
};

/** Approximate number of Heimdall blocks between two checkpoints. */
const turnBlocks = 2_000;

/** Reads the states that turns are found by (turns.ts). @throws SourceError */
async function readOldState({ states }: Pick<HeimdallClient, "states">, signal: AbortSignal): Promise<void> {
  const old = Math.max(1, (await states.head(0, signal)) - turnBlocks);
  offered(`its state after its block ${old}`, await states.lastNoAck(old, signal));
}

/** @param final the last final block of the root chain */
export function polygonProbes(
  { known: network, heimdall, root, execution, signal }: Source,
  { number }: RootBlock,
): Probe[] {
  return [
    newLogsProbe({ client: execution, addresses: [root.stakeManager], signal }, number),
    {
      ...{ call: "eth_call", on: `block ${number}, the last final one`, isRequired: true },
      without: "Checkpoints are read from contracts on the root chain",
      run: async () => {
        const last = await root.lastCheckpoint(number, signal);
        if (last > 0) await root.headerRecords([last], number, signal);
      },
    },
    {
      ...{ call: "/stake/validators-set", on: "the head", isRequired: true },
      without: "Stakes are compared with Heimdall's: use another Heimdall",
      run: () => heimdall.validators(signal),
    },
    {
      ...{ call: "/checkpoints/last-no-ack", on: `its state ${turnBlocks} blocks ago`, isRequired: false },
      without:
        "Which turns to propose a checkpoint were passed on stays unknown: proposals that were missed are not counted",
      run: () => readOldState(heimdall, signal),
    },
    {
      ...{ call: "eth_getLogs", on: `block ${network.firstBlock}, the first of the contracts` },
      isRequired: false,
      without: "Stakes follow from all events since then: use another node of the root chain",
      run: () => execution.proveLogs(network.firstBlock, signal),
    },
  ];
}
