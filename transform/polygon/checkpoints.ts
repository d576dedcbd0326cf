/** Checkpoints: duties and rewards of validators, computed from all earlier stakes. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, replaceRows, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import type { Coverage } from "./coverage.ts";
import { type RuleHistory, readRules } from "./rules.ts";
import { checkpointVersion } from "./versions.ts";

type ToMake = {
  checkpoint: number;
  position: string;
  checkpoint_at: number;
  known: string;
  facts_checksum: string;
  is_made: boolean;
};
type Run = ToMake[];

/** Number of checkpoints whose validator rows are computed by one statement. */
const checkpointsAtOnce = 500;
const rowsOfRun = "network = {network:String} and checkpoint between {from:UInt32} and {to:UInt32}";

/** Runs of neighbours that are computed alike: by the same rules, with as many known facts, all of them new or none. */
function runsOf(rows: readonly ToMake[], rules: RuleHistory): Run[] {
  const runs: Run[] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const isNext =
      run !== undefined &&
      last !== undefined &&
      run.length < checkpointsAtOnce &&
      last.checkpoint + 1 === row.checkpoint &&
      last.known === row.known &&
      last.is_made === row.is_made &&
      rules.stretchOf(BigInt(last.position)) === rules.stretchOf(BigInt(row.position));
    if (isNext) run.push(row);
    else runs.push([row]);
  }
  return runs;
}

export type MadeCheckpoint = { checkpoint: number; at: number };

export function createCheckpoints(store: Store, coverage: Coverage) {
  const models = loadModels("polygon").get("checkpoint") ?? [];

  async function makeRun(network: string, run: Run, rules: RuleHistory): Promise<void> {
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) return;
    const version = checkpointVersion(Number(first.known));
    const values = {
      ...rules.rulesAt(BigInt(first.position)),
      network,
      from: first.checkpoint,
      to: last.checkpoint,
      first_position: first.position,
      last_position: last.position,
      version,
    };
    if (first.is_made) await replaceRows(store, models, values, rowsOfRun);
    else await runModels(store, models, values);
    const made = createRows("int_polygon_checkpoint");
    for (const { checkpoint, facts_checksum } of run)
      made.push({ network, checkpoint, facts_checksum: BigInt(facts_checksum), version });
    await writeTables(store, [made.toTable()]);
  }

  return {
    /** Whether there are checkpoints that can't be computed yet, because earlier events, or the rules, are missing. */
    async isWaiting(network: string): Promise<boolean> {
      const [[newest], [rules], covered] = await Promise.all([
        store.rows<{ block_number: number }>(internalSql("polygon/newest_block"), { network }),
        store.rows(internalSql("polygon/rules"), { network }),
        coverage.coveredTo(network),
      ]);
      return rules === undefined || (newest?.block_number ?? 0) > covered;
    },
    /** Computes every checkpoint that can be computed and is not. @returns the last one, if there was any */
    async make(network: string): Promise<MadeCheckpoint | undefined> {
      const rules = await readRules(store, network);
      if (rules === undefined) return undefined;
      const covered = await coverage.coveredTo(network);
      if (covered < 0) return undefined;
      const rows = await store.rows<ToMake>(internalSql("polygon/checkpoints_to_make"), {
        network,
        covered_to: covered,
        version_base: checkpointVersion(0),
      });
      for (const run of runsOf(rows, rules)) await makeRun(network, run, rules);
      const last = rows.at(-1);
      return last === undefined ? undefined : { checkpoint: last.checkpoint, at: last.checkpoint_at };
    },
  };
}
