/** Duty accounting and rewards of one epoch at mainnet size, without parsing or storage. */
import { epochTables } from "../transform/eth/epoch.ts";
import { mainnetFacts } from "./ethFacts.ts";
import type { Bench } from "./report.ts";

const validators = 1_048_576;

export const ethDuties: Bench = {
  name: "eth-duties",
  run: async () => {
    const [facts, next] = mainnetFacts(validators, 1);
    const compute = () => epochTables("mainnet", facts, next, new Map());
    // The first run compiles; a worker runs for months.
    compute();
    const started = performance.now();
    const { inclusions } = compute();
    const seconds = (performance.now() - started) / 1000;
    const attested = inclusions.delay.reduce((sum, delay) => sum + (delay > 0 ? 1 : 0), 0);
    const attestations = [...facts.blocks, ...next.blocks].reduce(
      (sum, block) => sum + (block?.attestations.length ?? 0),
      0,
    );
    const input = `${validators} validators, two-epoch window, ${attestations} attestations, ${attested} duties attested, rewards and columns included`;
    return [
      { metric: "seconds", value: seconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: process.resourceUsage().maxRSS * 1024, unit: "B", input },
    ];
  },
};
