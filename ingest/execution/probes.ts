/** Probes of execution nodes whose logs are read. */
import { z } from "zod";
import type { Probe } from "../node/probes.ts";
import { type ExecutionClient, parsed, toQuantity } from "./client.ts";

type Source = { client: Pick<ExecutionClient, "request">; addresses: readonly string[]; signal: AbortSignal };

/** Logs of some contracts in the last final block: a plan may not include the call. */
export function newLogsProbe({ client, addresses, signal }: Source, final: number): Probe {
  const [fromBlock, toBlock] = [toQuantity(final), toQuantity(final)];
  return {
    ...{ call: "eth_getLogs", on: `block ${final}, the last final one`, isRequired: true },
    without: "Nothing can be read without logs: use a node that offers them",
    run: () =>
      client.request(
        [{ method: "eth_getLogs", params: [{ fromBlock, toBlock, address: addresses }] }],
        ([logs]) => parsed(z.array(z.unknown()), "eth_getLogs", logs),
        signal,
      ),
  };
}
