/** Provider of @polkadot/api over a node set, so that its calls get failover, rate caps and time limits. */
import type { ApiPromise } from "@polkadot/api";
import type { ApiOptions } from "@polkadot/api/types";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Rpc } from "./rpc.ts";

type Provider = NonNullable<ApiOptions["provider"]> & object;
type SingleProvider = Exclude<Provider, readonly unknown[]>;

/** What ApiPromise asks of nodes: nothing is cached here, so a call that is made again reaches a node. */
function createProvider(rpc: Pick<Rpc, "ask">, signal: AbortSignal | undefined): SingleProvider {
  const unsubscribable = async (): Promise<never> => {
    throw new Error("nothing is subscribed to");
  };
  const provider = {
    hasSubscriptions: false,
    isClonable: false,
    isConnected: true,
    clone: () => provider,
    connect: async () => undefined,
    disconnect: async () => undefined,
    on: () => () => undefined,
    send: async <Result>(method: string, params: unknown[]): Promise<Result> => {
      // It would leave out what a node doesn't list; hosted nodes list little, and answer more.
      if (method === "rpc_methods") return { methods: [] } as Result;
      return await rpc.ask(method, params, (result) => result as Result, signal);
    },
    subscribe: unsubscribable,
    unsubscribe: unsubscribable,
  };
  return provider as SingleProvider;
}

/** What a runtime's storage holds, read by ApiPromise. @throws SourceError */
export async function openApi(rpc: Pick<Rpc, "ask">, signal: AbortSignal | undefined): Promise<ApiPromise> {
  const { ApiPromise } = await import("@polkadot/api");
  return await sourced(
    "the chain's metadata",
    () =>
      ApiPromise.create({
        provider: createProvider(rpc, signal),
        noInitWarn: true,
        throwOnConnect: true,
      }),
    signal,
  );
}

/** Runs something of the library. @throws SourceError of the node, or `bad_answer` for what the library refuses */
export async function sourced<Value>(
  what: string,
  run: () => Promise<Value>,
  signal?: AbortSignal | undefined,
): Promise<Value> {
  try {
    return await run();
  } catch (error) {
    signal?.throwIfAborted();
    if (isErrorOfKind(error, "source")) throw error;
    throw new SourceError(`${what} can't be read: ${errorMessage(error)}`, {
      code: "bad_answer",
      cause: error,
    });
  }
}
