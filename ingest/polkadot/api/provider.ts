/** @polkadot/api provider over a node set, so that its calls get failover, rate caps and time limits. */
import type { ApiPromise } from "@polkadot/api";
import type { ApiOptions } from "@polkadot/api/types";
import { errorMessage, isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { Rpc } from "./rpc.ts";

type Provider = NonNullable<ApiOptions["provider"]> & object;
type SingleProvider = Exclude<Provider, readonly unknown[]>;

/** Serves ApiPromise's requests. Nothing is cached here, so a repeated call reaches a node. */
function createProvider(rpc: Pick<Rpc, "request">, signal: AbortSignal | undefined): SingleProvider {
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
      // The library would skip methods that a node doesn't list; hosted nodes list few, and answer more.
      if (method === "rpc_methods") return { methods: [] } as Result;
      return await rpc.request(method, params, (result) => result as Result, signal);
    },
    subscribe: unsubscribable,
    unsubscribe: unsubscribable,
  };
  return provider as SingleProvider;
}

/** Opens an ApiPromise, which decodes a runtime's storage. @throws SourceError */
export async function openApi(
  rpc: Pick<Rpc, "request">,
  signal: AbortSignal | undefined,
): Promise<ApiPromise> {
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

/** Runs a call of the library. @throws SourceError of the node, or `bad_answer` for an answer that the library rejects */
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
