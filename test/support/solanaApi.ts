/** The expected answers of Solana's endpoints for a generated history, from its reference model. */
import { expect } from "vitest";
import { createSolanaHistory, type SolanaHistory } from "../../fixtures/solana/model.ts";
import type { SolanaHistoryOptions } from "../../fixtures/solana/options.ts";
import { activeStakes } from "../../fixtures/solana/stakes.ts";
import { startSolanaStub } from "../../fixtures/solana/stubNode.ts";
import { intervalSlots, type PeriodTruth, type VoterTruth } from "../../fixtures/solana/truth.ts";
import { openServeFixture, type ServeFixture } from "./serve.ts";
import { backfillSolana, solanaOptions } from "./solana.ts";

export type Row = Record<string, unknown>;
export type Grain = "day" | "3k";

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
const lamportsInSol = 1e9;

/**
 * A history, and the API on a warehouse that the pipeline has filled with all of it.
 * @param readings slots after which state is read, in addition to the last
 */
export async function filled(
  options: SolanaHistoryOptions,
  { depth = "votes", readings = [] }: { depth?: "rewards" | "votes"; readings?: readonly number[] } = {},
) {
  const history = createSolanaHistory(options);
  const stub = await startSolanaStub(history);
  const fixture = await openServeFixture({ family: "solana" });
  let from = history.first;
  for (const to of [...readings, history.head]) {
    stub.settings.head = to;
    await backfillSolana(fixture.store, solanaOptions([stub.url], { depth }), { from, to });
    from = to + 1;
  }
  await stub.close();
  return { history, fixture };
}

/** The records of an answer in any envelope. */
export async function rowsAt(fixture: ServeFixture, path: string): Promise<Row[]> {
  const response = await fixture.get(path);
  expect([path, response.status]).toEqual([path, 200]);
  const body = (await response.json()) as { results?: Row[]; data?: Row[] } | Row[];
  return Array.isArray(body) ? body : (body.results ?? body.data ?? [body as Row]);
}

/** Floats to twelve digits: the engine and JavaScript may differ in the last one. */
export function rounded(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === "number" && !Number.isInteger(value) ? Number(value.toPrecision(12)) : value,
    ]),
  );
}

/** Ratings of what a validator led and voted, where nothing is under Alpenglow. */
function ratingsOf(sums: VoterTruth, scoreMax: number) {
  const proposer = ratio(sums.userBlocks + 0.25 * (sums.empty + sums.voteOnly), sums.leaderSlots);
  const voting = ratio(sums.score, scoreMax);
  const both = proposer === null ? voting : voting === null ? proposer : (3 * proposer + 5 * voting) / 8;
  return { proposer, voting, both };
}

function periodFields(history: SolanaHistory, grain: Grain, key: string | number, period: PeriodTruth): Row {
  const interval = Number(key);
  return {
    day: grain === "day" ? key : null,
    fromTimestamp: isoOf(history.slot(period.fromSlot)?.time ?? 0),
    toTimestamp: isoOf(history.slot(period.toSlot)?.time ?? 0),
    fromSlot: grain === "day" ? period.fromSlot : interval,
    toSlot: grain === "day" ? period.toSlot : interval + intervalSlots - 1,
    fromEpoch: history.slot(period.fromSlot)?.epoch,
    toEpoch: history.slot(period.toSlot)?.epoch,
  };
}

const blockFields = (sums: VoterTruth) => ({
  leaderSlots: sums.leaderSlots,
  producedBlocks: sums.produced,
  skippedSlots: sums.skipped,
  emptySlots: 0,
  voteOnlyBlocks: sums.voteOnly,
  skipRate: ratio(sums.skipped, sums.leaderSlots),
});

/** Periods of a grain with their names, oldest first. */
export function periodsOf(history: SolanaHistory, grain: Grain): [string | number, PeriodTruth][] {
  const truth = history.truth();
  return grain === "day" ? [...truth.days] : [...truth.intervals];
}

/** Stake in the newest state, in SOL. */
export function stakeOf(history: SolanaHistory, voteAccount: string): number {
  return Number(activeStakes(history, history.head).get(voteAccount) ?? 0n) / lamportsInSol;
}

/** Records of one validator before Alpenglow, without the reader's own field isComplete. */
export function expectedPerformance(history: SolanaHistory, grain: Grain, index: number): Row[] {
  const validator = history.validators[index];
  const voteAccount = validator?.voteAccount ?? "";
  const activatedStake = stakeOf(history, voteAccount);
  const identity = history.state(history.head)?.voters[index]?.identity;
  return periodsOf(history, grain).map(([key, period]) => {
    const sums = period.voters.get(voteAccount) ?? period.total;
    const { proposer, voting, both } = ratingsOf(sums, period.confirmedBlocks * 16);
    return {
      voteAccount,
      validatorIdentity: activatedStake > 0 ? identity : "",
      ...periodFields(history, grain, key, period),
      ...blockFields(sums),
      proposerEffectiveness: proposer,
      votingEffectiveness: voting,
      effectiveness: both,
      networkEffectiveness: ratingsOf(period.total, period.possibleVotes * 16).both,
      totalVotes: sums.votes,
      sumLatency: sums.sumLatency,
      voteLatency: ratio(sums.sumLatency, sums.votes),
      totalVoteScore: sums.score,
      delinquencies: sums.missed,
      uptime: activatedStake > 0 ? ratio(sums.votes, period.confirmedBlocks) : null,
      confirmedBlocks: period.confirmedBlocks,
      activatedStake,
      depth: "votes",
    };
  });
}

/** Records of the network before Alpenglow. */
export function expectedNetwork(history: SolanaHistory, grain: Grain): Row[] {
  const staked = history.validators.filter(({ voteAccount }) => stakeOf(history, voteAccount) > 0);
  return periodsOf(history, grain).map(([key, period]) => {
    const { proposer, voting, both } = ratingsOf(period.total, period.possibleVotes * 16);
    return {
      ...periodFields(history, grain, key, period),
      validatorCount: staked.length,
      activatedStake: staked.reduce((sum, { voteAccount }) => sum + stakeOf(history, voteAccount), 0),
      ...blockFields(period.total),
      proposerEffectiveness: proposer,
      votingEffectiveness: voting,
      networkEffectiveness: both,
      voteSuccessRate: ratio(period.total.votes, period.possibleVotes),
      votingLatency: ratio(period.total.sumLatency, period.total.votes),
      totalVotes: period.total.votes,
      confirmedBlocks: period.confirmedBlocks,
      depth: "votes",
    };
  });
}
