/** Fills a shadow with a range, and computes its facts there. */
import type { Chain } from "../../chains/chain.ts";
import type { Bus } from "../../lib/bus/bus.ts";
import type { Config } from "../../lib/config.ts";
import type { HeightRange } from "../../lib/heightRange.ts";
import type { Logger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Progress } from "../process/progress.ts";

export type FillDeps = {
  config: Config;
  log: Logger;
  chain: Chain;
  network: string;
  range: HeightRange;
  /** The shadow. */
  store: Store;
  transform: ReturnType<Chain["createTransform"]>;
  bus: Bus;
  emit: (progress: Progress) => void;
  signal: AbortSignal;
};

/** Computes the range again from the facts that the shadow holds. */
export async function fillFromWarehouse(deps: FillDeps): Promise<void> {
  const { chain, network, range, transform, emit, signal } = deps;
  const total = range.to - range.from + 1;
  for (let from = range.from; from <= range.to; from += chain.records.heightsAtOnce) {
    signal.throwIfAborted();
    const to = Math.min(range.to, from + chain.records.heightsAtOnce - 1);
    await transform.recompute(network, { from, to });
    emit({ done: to - range.from + 1, total, phase: "computed again", unit: chain.unit });
  }
}
