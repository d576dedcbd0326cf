/** The continuous comparison of a followed network with its nodes. */
import type { Chain, OpenedChain } from "../../chains/chain.ts";
import { secondsPerDay } from "../../lib/days.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { verifyContinuously } from "../../verify/continuous.ts";
import type { InternalApi } from "./api.ts";

const pollMs = 60_000;
/** Two days: rewards of an epoch may be known a day after its end. */
const retries = 48;
const retryMs = 3_600_000;

/** Whether the records of a height can be read. */
export const heightsReadable =
  ({ records }: Chain, network: string, store: Store) =>
  async (height: number): Promise<boolean> =>
    (await records.readable(store, network, { from: height, to: height })).isReadable;

export type FollowedOptions = {
  store: Store;
  /** Shared by all networks of the process. */
  api: InternalApi;
  log: Logger;
  signal: AbortSignal;
  share: number;
};

/** Compares VERIFY_SHARE of the heights until the signal; 0 = none. */
export async function verifyFollowed(
  { chain, session, verification }: OpenedChain,
  { store, api, log, signal, share }: FollowedOptions,
): Promise<void> {
  if (share === 0 || verification === undefined) return;
  const { network } = session;
  await verifyContinuously(await verification(), {
    ...{ chain: chain.id, family: chain.family, network, unit: chain.unit },
    ...{ store, log, signal, share },
    api: (path) => api(network, path),
    pollMs: Math.min(pollMs, chain.secondsPerHeight * 1000),
    ...{ retries, retryMs },
    patienceHeights: Math.ceil(secondsPerDay / chain.secondsPerHeight),
    newest: async () => (await chain.records.newest(store, network))?.to,
    isReadable: heightsReadable(chain, network, store),
  });
}
