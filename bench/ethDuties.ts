/**
 * Duty accounting and rewards of one epoch at mainnet size, without parsing or storage. The same run measures the
 * machine's limit: one pass over the same bits and columns in memory.
 */
import { epochTables } from "../transform/eth/epoch.ts";
import type { EpochFacts } from "../transform/eth/rewards/facts.ts";
import { mainnetFacts } from "./ethFacts.ts";
import type { Bench } from "./report.ts";

const validators = 1_048_576;
/** The engine compiles loops that run once an epoch after some epochs; a worker runs for months. */
const warmingRuns = 4;

type Timed<Value> = { value: Value; seconds: number; cpuSeconds: number };

function timed<Value>(run: () => Value): Timed<Value> {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const value = run();
  const { user, system } = process.cpuUsage(cpu);
  return { value, seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1e6 };
}

/** Columns of an epoch's duty rows by width: those that differ from row to row. */
function createColumns(rows: number) {
  return {
    bytes: [new Uint8Array(rows), new Uint8Array(rows)],
    words: [new Uint16Array(rows), new Uint16Array(rows), new Uint16Array(rows)],
    // Owner, three votes, what was missed, three of sync duties; the balance is two.
    wide: Array.from({ length: 10 }, () => new Int32Array(rows)),
  };
}

/** One look at each bit, one write to each validator, one to each row of a column. */
function floor(facts: EpochFacts, next: EpochFacts, columns: ReturnType<typeof createColumns>): number {
  const { increments } = facts.registry;
  const seen = new Int32Array(validators);
  const slots = facts.slotsPerEpoch;
  for (const block of [...facts.blocks, ...next.blocks]) {
    for (const { slot, aggregationBits, committeeIndices } of block?.attestations ?? []) {
      const committees = facts.committees[slot - facts.epoch * slots];
      if (committees === undefined) continue;
      const bits = Buffer.from(aggregationBits.slice(2), "hex");
      const start = committees.offsets[committeeIndices[0] as number] as number;
      const end = committees.offsets[(committeeIndices[committeeIndices.length - 1] as number) + 1] as number;
      for (let bit = 0; bit < end - start; bit++) {
        if ((((bits[bit >> 3] as number) >> (bit & 7)) & 1) === 0) continue;
        const validator = committees.validators[start + bit] as number;
        seen[validator] = (seen[validator] as number) + 1;
      }
    }
  }
  const write = (column: Uint8Array | Uint16Array | Int32Array) => {
    for (let v = 0; v < column.length; v++) column[v] = (seen[v] as number) + (increments[v] as number);
  };
  for (const column of [...columns.bytes, ...columns.words, ...columns.wide]) write(column);
  return seen[0] as number;
}

export const ethDuties: Bench = {
  name: "eth-duties",
  run: async () => {
    const [before, facts, next] = mainnetFacts(validators, 1);
    const columns = createColumns(validators);
    for (let warm = 0; warm < warmingRuns; warm += 1) {
      epochTables("mainnet", before, facts, new Map());
      floor(before, facts, columns);
    }
    const limit = timed(() => floor(facts, next, columns));
    const computed = timed(() => epochTables("mainnet", facts, next, new Map()));
    const { inclusions } = computed.value;
    const attested = inclusions.delay.reduce((sum, delay) => sum + (delay > 0 ? 1 : 0), 0);
    const attestations = [...facts.blocks, ...next.blocks].reduce(
      (sum, block) => sum + (block?.attestations.length ?? 0),
      0,
    );
    const input = `${validators} validators, two-epoch window, ${attestations} attestations, ${attested} duties attested, rewards and columns included`;
    return [
      { metric: "seconds", value: computed.seconds, unit: "s", input },
      { metric: "cpu_seconds", value: computed.cpuSeconds, unit: "s", input },
      { metric: "limit_seconds", value: limit.seconds, unit: "s", input },
      { metric: "limit_cpu_seconds", value: limit.cpuSeconds, unit: "s", input },
      { metric: "peak_rss_bytes", value: process.resourceUsage().maxRSS * 1024, unit: "B", input },
    ];
  },
};
