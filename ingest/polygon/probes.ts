/** What a listener needs of Heimdall and of nodes of the root chain, tried on the first block and on a new one. */
import type { ExecutionClient } from "../execution/client.ts";
import { newLogsProbe } from "../execution/probes.ts";
import type { Probe } from "../node/probes.ts";
import type { HeimdallClient } from "./api/heimdall.ts";
import type { RootBlock, RootChain } from "./rootChain.ts";

type Source = {
  known: { firstBlock: number };
  heimdall: Pick<HeimdallClient, "validators">;
  root: Pick<RootChain, "lastCheckpoint" | "headerRecords" | "stakeManager">;
  execution: Pick<ExecutionClient, "ask" | "proveLogs">;
  signal: AbortSignal;
};

/** @param final the last final block of the root chain */
export function polygonProbes(
  { known, heimdall, root, execution, signal }: Source,
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
      ...{ call: "eth_getLogs", on: `block ${known.firstBlock}, the first of the contracts` },
      isRequired: false,
      without: "Stakes follow from all events since then: use another node of the root chain",
      run: () => execution.proveLogs(known.firstBlock, signal),
    },
  ];
}
