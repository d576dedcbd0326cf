/** The continuous comparison of a followed network with its nodes. */
import type { OpenedChain } from "../../chains/chain.ts";
import { secondsPerDay } from "../../lib/days.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { verifyContinuously } from "../../verify/continuous.ts";
import { openApi } from "./api.ts";

const pollMs = 60_000;
/** Two days: rewards of an epoch may be known a day after its end. */
const retries = 48;
const retryMs = 3_600_000;

/** Compares VERIFY_SHARE of the heights until the signal; 0 = none. */
export async function verifyFollowed(
  { chain, session, verification }: OpenedChain,
  { store, log, signal, share }: { store: Store; log: Logger; signal: AbortSignal; share: number },
): Promise<void> {
  if (share === 0 || verification === undefined) return;
  const { network } = session;
  await verifyContinuously(await verification(), {
    ...{ chain: chain.id, family: chain.family, network, unit: chain.unit },
    ...{ store, log, signal, share },
    api: openApi(store, network, log),
    pollMs: Math.min(pollMs, chain.secondsPerHeight * 1000),
    ...{ retries, retryMs },
    patienceHeights: Math.ceil(secondsPerDay / chain.secondsPerHeight),
    newest: async () => (await chain.records.newest(store, network))?.to,
    isReadable: async (height) =>
      (await chain.records.readable(store, network, { from: height, to: height })).isReadable,
  });
}
