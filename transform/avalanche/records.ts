/** Computes the stakes of a network, and the records of days that they change. */
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { createRows } from "../frame/columns.ts";
import { loadModels, runModels } from "../frame/models.ts";
import { writeTables } from "../frame/tables.ts";
import { type BlockDay, type DayPlan, planDays } from "./days.ts";
import { readFacts, readReportedStakes } from "./facts.ts";
import { daysOf, type StakeDays, type StakeRow, textOf, toRow } from "./rows.ts";
import { type RunResult, resolveRuns } from "./runs.ts";

/** Number of days per statement, in which each stake is repeated for each of its days. */
const daysAtOnce = 31;

const keyOf = ({ tx_id, end_at }: { tx_id: string; end_at: bigint | string }) => `${tx_id}/${end_at}`;

/** For a stake that extends from one run into another, the later run counts. */
function stakesOf(runs: readonly RunResult[]): { row: StakeRow; days: StakeDays }[] {
  const stakesByKey = new Map<string, { row: StakeRow; days: StakeDays }>();
  for (const { run, cycles } of runs) {
    for (const cycle of cycles) {
      // A validator's cycle before it was first reported is only known until its end.
      if (cycle.end === 0) continue;
      const row = toRow(cycle, run.from);
      stakesByKey.set(keyOf(row), { row, days: daysOf(cycle, row) });
    }
  }
  return [...stakesByKey.values()];
}

/** Writes rows that differ from the stored ones. */
async function writeStakes(store: Store, network: string, stakes: readonly StakeRow[]): Promise<number> {
  const columns = internalSql("avalanche/written_stakes");
  const written = new Map<string, string>();
  for (const row of await store.rows<Record<string, unknown>>(columns, { network })) {
    const { tx_id, end_at } = row as { tx_id: string; end_at: string };
    written.set(keyOf({ tx_id, end_at }), textOf(row as unknown as StakeRow));
  }
  const rows = createRows("int_avalanche_stake");
  for (const stake of stakes)
    if (written.get(keyOf(stake)) !== textOf(stake)) rows.push({ ...stake, network });
  await writeTables(store, [rows.toTable()]);
  return rows.length;
}

/** Whether a day was computed from the same inputs. */
async function changedDays(
  store: Store,
  network: string,
  plans: ReadonlyMap<number, DayPlan>,
): Promise<[number, DayPlan][]> {
  const rows = await store.rows<{
    day_number: number;
    checksum: string;
    version: string;
    supply_residual_navax: string | null;
  }>(internalSql("avalanche/written_days"), { network });
  const written = new Map(rows.map((row) => [row.day_number, row]));
  const isSame = (day: number, { row }: DayPlan) => {
    const old = written.get(day);
    return (
      old !== undefined &&
      old.checksum === String(row.checksum) &&
      old.version === String(row.version) &&
      old.supply_residual_navax === (row.supply_residual_navax?.toString() ?? null)
    );
  };
  return [...plans].filter(([day, plan]) => !isSame(day, plan)).sort(([one], [other]) => one - other);
}

/** @param days ascending */
async function makeDays(store: Store, network: string, days: readonly [number, DayPlan][]): Promise<void> {
  const models = loadModels("avalanche").get("days") ?? [];
  for (let start = 0; start < days.length; start += daysAtOnce) {
    const part = days.slice(start, start + daysAtOnce);
    await runModels(store, models, {
      network,
      days: part.map(([day]) => day),
      versions: part.map(([, { row }]) => row.version),
      completes: part.map(([, { row }]) => row.is_complete),
      states: part.map(([, { stateHeight }]) => stateHeight),
      residuals: part.map(([, { row }]) => row.supply_residual_navax ?? 0n),
      has_residuals: part.map(([, { row }]) => Number(row.supply_residual_navax !== null)),
    });
    const rows = createRows("int_avalanche_day");
    for (const [, { row }] of part) rows.push({ ...row, network });
    await writeTables(store, [rows.toTable()]);
  }
}

/** @returns number of written rows of stakes and days, that is of new and changed ones */
export async function makeRecords(store: Store, network: string): Promise<{ stakes: number; days: number }> {
  const facts = await readFacts(store, network);
  const reported = new Map(
    await Promise.all(
      facts.runs.map(async (run) => [run, await readReportedStakes(store, network, run)] as const),
    ),
  );
  const runs = resolveRuns(facts, reported);
  const stakes = stakesOf(runs);
  const written = await writeStakes(
    store,
    network,
    stakes.map(({ row }) => row),
  );
  const dayRows = await store.rows<{
    day_number: number;
    from_block: number;
    to_block: number;
    blocks: string;
  }>(internalSql("avalanche/block_days"), { network });
  const blockDays = new Map<number, BlockDay>(
    dayRows.map((row) => [
      row.day_number,
      { day: row.day_number, fromBlock: row.from_block, toBlock: row.to_block, blocks: Number(row.blocks) },
    ]),
  );
  const heights = [...facts.states.map(({ height }) => height), ...facts.unread];
  const times =
    heights.length === 0
      ? []
      : await store.rows<{ height: number; seconds: string }>(internalSql("avalanche/block_times"), {
          network,
          heights,
        });
  const plans = planDays(
    runs,
    stakes.map(({ days }) => days),
    { facts, blockDays, timeOf: new Map(times.map(({ height, seconds }) => [height, Number(seconds)])) },
  );
  const changed = await changedDays(store, network, plans);
  await makeDays(store, network, changed);
  return { stakes: written, days: changed.length };
}
