/** Calls to nodes of the root chain, in as many requests as they need. */
import { SourceError } from "../../lib/errors.ts";
import type { ExecutionClient, RpcCall } from "../execution/client.ts";
import { isBatchRefused } from "../execution/errors.ts";
import { callsMax } from "../execution/provider.ts";
import { createPortions } from "../node/portions.ts";
import type { Contracts } from "./api/contracts.ts";

export type View = { to: string; name: string; args?: readonly unknown[] };

export type RootCalls = {
  /**
   * Runs calls that may exceed one request.
   * @param read reads one result
   * @throws SourceError
   */
  requestAll<Value>(
    calls: readonly RpcCall[],
    read: (result: unknown, place: number) => Value,
    signal?: AbortSignal,
  ): Promise<Value[]>;
  /** Results of contracts' views in a block's state, each a list. @throws SourceError */
  views(
    views: readonly View[],
    block: number,
    signal?: AbortSignal,
  ): Promise<ReturnType<Contracts["result"]>[]>;
};

export const wrongAnswer = (problem: string) => new SourceError(problem, { code: "lying" });

/** An address in a view's result, in lower case. */
export const textOf = (value: unknown) => String(value).toLowerCase();

export function createRootCalls(client: ExecutionClient, contracts: Contracts): RootCalls {
  const batches = createPortions(callsMax, isBatchRefused);

  const requestAll: RootCalls["requestAll"] = async (calls, read, signal) => {
    const values: ReturnType<typeof read>[] = [];
    while (values.length < calls.length) {
      const first = values.length;
      const part = calls.slice(first, first + batches.size());
      const readPart = (results: readonly unknown[]) =>
        results.map((result, place) => read(result, first + place));
      const run = (rounds: number | undefined) => client.request(part, readPart, signal, { rounds });
      const answer = await batches.attempt(part.length, run, signal);
      if (answer !== undefined) values.push(...answer.value);
    }
    return values;
  };

  return {
    requestAll,
    views: (views, block, signal) =>
      requestAll(
        views.map(({ to, name, args = [] }) => contracts.view(to, name, args, block)),
        (result, place) => contracts.result(views[place]?.name ?? "", result),
        signal,
      ),
  };
}
