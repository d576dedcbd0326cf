/** The whole pipeline against the reference model: every number of every validator, interval and day. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaHistory, type SolanaHistory } from "../fixtures/solana/model.ts";
import type { SolanaHistoryOptions } from "../fixtures/solana/options.ts";
import { activeStakes } from "../fixtures/solana/stakes.ts";
import { startSolanaStub } from "../fixtures/solana/stubNode.ts";
import type { PeriodTruth, VoterTruth } from "../fixtures/solana/truth.ts";
import type { SolanaOptions } from "../ingest/solana/session.ts";
import type { Store } from "../lib/store/store.ts";
import { type Ratings, writeRatings } from "../transform/frame/ratings.ts";
import { solanaRatings } from "../transform/solana/ratings.ts";
import { isNight } from "./support/nightCases.ts";
import { backfillSolanaParts } from "./support/solana.ts";
import { expectWindowsRatedByVersion, overall, withSecondVersion } from "./support/solanaRatings.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

type Row = Record<string, string | number | null>;
type Read = { history: SolanaHistory; store: Store; close: () => Promise<void> };

/**
 * A whole history, read into a warehouse. Without votes in two parts, the first while the node was no further: leaders
 * under an identity that was changed since are known from a state alone.
 */
async function read(
  options: SolanaHistoryOptions,
  listener: Partial<SolanaOptions> = {},
  edges?: readonly number[],
  ratingsOf: (history: SolanaHistory) => Ratings = () => solanaRatings,
): Promise<Read> {
  const history = createSolanaHistory(options);
  const { first, head } = history;
  const stub = await startSolanaStub(history);
  const { store, close } = await openTemporaryStore({ family: "solana" });
  await writeRatings(store, "mainnet", ratingsOf(history));
  const early = Array.from({ length: 20 }, (_, i) => first + 20 - i).find(
    (slot) => history.slot(slot)?.block,
  );
  const parts = edges ?? (listener.depth === "rewards" ? [early ?? first, head] : [head]);
  await backfillSolanaParts(store, stub, { first, edges: parts }, listener);
  await stub.close();
  return { history, store, close };
}

/** The same for one test. */
async function withChain(
  options: SolanaHistoryOptions,
  listener: Partial<SolanaOptions>,
  edges: readonly number[] | undefined,
  run: (chain: Read) => Promise<void>,
): Promise<void> {
  const chain = await read(options, listener, edges);
  await run(chain).finally(chain.close);
}

const kinds = [
  { table: "fct_solana_validator_performance_interval", key: "interval_slot", truth: "intervals" },
  { table: "fct_solana_validator_performance_daily", key: "day", truth: "days" },
] as const;

/** The records of a table, by period and vote account. */
async function recordsOf(store: Store, table: string, key: string): Promise<Map<string, Row>> {
  const rows = await store.rows<Row>(`select *, toString(${key}) as period from ${table} final`);
  return new Map(rows.map((row) => [`${row.period}/${row.vote_account ?? ""}`, row]));
}

const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function proposerOf({ leaderSlots, empty, voteOnly, produced }: VoterTruth): number | null {
  return ratio(produced - 0.75 * (empty + voteOnly), leaderSlots);
}

/** Numbers that are certain at any depth. */
function led(voter: VoterTruth, period: PeriodTruth) {
  return {
    from_slot: period.fromSlot,
    to_slot: period.toSlot,
    leader_slot_count: voter.leaderSlots,
    produced_count: voter.produced,
    empty_count: voter.empty,
    confirmed_count: period.produced,
  };
}

describe("before Alpenglow", () => {
  let chain: Read;
  /** The last day has a second version of the rating, which weighs both parts evenly. */
  const lastDay = (history: SolanaHistory) => Math.max(...[...history.truth().days.values()].map(slotOf));
  const slotOf = ({ fromSlot }: PeriodTruth) => fromSlot;
  beforeAll(async () => {
    chain = await read({ seed: 7, slots: 900, epochNumberOffset: 704 }, {}, undefined, (history) =>
      withSecondVersion(lastDay(history)),
    );
  });
  afterAll(() => chain.close());

  it.each(kinds)("counts every vote once, with its latency: $table", async ({ table, key, truth }) => {
    const records = await recordsOf(chain.store, table, key);
    const periods = chain.history.truth()[truth];
    let count = 0;
    const versions = new Set<boolean>();
    for (const [period, sums] of periods) {
      const isEven = sums.fromSlot >= lastDay(chain.history);
      versions.add(isEven);
      for (const [account, voter] of sums.voters) {
        count += 1;
        const voting = ratio(voter.score, sums.produced * 16);
        expect(records.get(`${period}/${account}`), `${period} ${account}`).toMatchObject({
          ...led(voter, sums),
          vote_only_count: voter.voteOnly,
          unknown_count: 0,
          alpenglow_slot_count: 0,
          vote_count: voter.votes,
          latency_sum: String(voter.sumLatency),
          vote_score: String(voter.score),
          vote_score_max: String(sums.produced * 16),
          participation: null,
          proposer_effectiveness: proposerOf(voter),
          voting_effectiveness: voting,
          effectiveness: overall(proposerOf(voter), voting, isEven),
          rating_version: isEven ? 2 : 1,
        });
      }
    }
    expect(records.size).toBe(count);
    expect(periods.size).toBeGreaterThan(truth === "days" ? 1 : 0);
    if (truth === "days") expect(versions.size).toBe(2);
  });

  it("rates windows by the version of their last day", async () => {
    await expectWindowsRatedByVersion(chain.store);
  });

  it("sums validators up to the network", async () => {
    const rows = await recordsOf(chain.store, "fct_solana_network_performance_daily", "day");
    for (const [day, { total, produced, slots, voters }] of chain.history.truth().days)
      expect(rows.get(`${day}/`)).toMatchObject({
        leader_slot_count: slots,
        produced_count: produced,
        empty_count: total.empty,
        vote_only_count: total.voteOnly,
        voter_count: voters.size,
        votable_count: String(total.confirmedBlocks),
        vote_count: total.votes,
        latency_sum: String(total.sumLatency),
        vote_score: String(total.score),
        voting_effectiveness: ratio(total.score, total.confirmedBlocks * 16),
      });
  });
});

if (isNight) {
  describe("around the first epoch of timely vote credits", () => {
    it("counts one credit a vote before it", async () => {
      const options = { seed: 3, slots: 60, slotsPerEpoch: 30, epochNumberOffset: 702 };
      await withChain(options, {}, undefined, async ({ history, store }) => {
        const records = await recordsOf(store, "fct_solana_validator_performance_interval", "interval_slot");
        const { epochs } = history.truth();
        const [before, after] = [epochs.get(702), epochs.get(703)];
        for (const row of records.values()) {
          const [old, timely] = [before, after].map((period) => period?.voters.get(String(row.vote_account)));
          expect(row.vote_score).toBe(String((old?.votes ?? 0) + (timely?.score ?? 0)));
          expect(row.vote_score_max).toBe(String((before?.produced ?? 0) + 16 * (after?.produced ?? 0)));
        }
        expect(records.size).toBeGreaterThan(0);
      });
    });
  });

  describe("with rewards of blocks only", () => {
    it("has null for unknown values, and the truth for the rest", async () => {
      await withChain(
        { seed: 5, slots: 120 },
        { depth: "rewards" },
        undefined,
        async ({ history, store }) => {
          const records = await recordsOf(
            store,
            "fct_solana_validator_performance_interval",
            "interval_slot",
          );
          for (const [period, sums] of history.truth().intervals)
            for (const [account, voter] of sums.voters)
              expect(records.get(`${period}/${account}`)).toMatchObject({
                ...led(voter, sums),
                vote_only_count: 0,
                unknown_count: voter.produced - voter.empty,
                vote_count: null,
                latency_sum: null,
                vote_score: null,
                voting_effectiveness: null,
                effectiveness: null,
              });
        },
      );
    });
  });

  describe("under Alpenglow, with the state of each epoch", () => {
    it("finds how many certificates include a validator", async () => {
      const options = {
        seed: 19,
        slots: 1_000,
        firstSlot: 230_000,
        slotsPerEpoch: 250,
        alpenglowSlot: 230_010,
      };
      const edges = [230_200, 230_450, 230_700, 230_990];
      await withChain(options, { depth: "rewards" }, edges, async ({ history, store }) => {
        const rows = await store.rows<Row>("select * from int_solana_participation_epoch final");
        const knownRows = rows.filter(({ participation }) => participation !== null);
        expect(knownRows.length).toBeGreaterThan(6);
        for (const { epoch, vote_account, participation, block_count, stake_lamports } of knownRows) {
          const certificates = history.certificates.filter(({ slot }) => Math.floor(slot / 250) === epoch);
          expect(certificates.length).toBe(block_count);
          const readAt = edges.find((edge) => Math.floor(edge / 250) === Number(epoch) - 1) ?? 0;
          const stakes = activeStakes(history, readAt);
          expect(stake_lamports).toBe(String(stakes.get(String(vote_account))));
          const own = certificates.filter(({ participants }) => participants.has(String(vote_account)));
          // With so few, certificates differ by a quarter of the stake.
          expect(Math.abs(Number(participation) - own.length / certificates.length)).toBeLessThan(0.08);
        }
      });
    });
  });
}

describe.each(isNight ? (["votes", "rewards"] as const) : [])(
  "through the migration to Alpenglow, reading %s",
  (depth) => {
    let chain: Read;
    const migration = { slot: 0 };
    beforeAll(async () => {
      // The last part of one interval, and the first of the next.
      const options = {
        seed: 11,
        slots: 900,
        firstSlot: 227_400,
        slotsPerEpoch: 300,
        start: "2026-03-01T12:00:00Z",
        millisecondsPerSlot: 100_000,
      };
      migration.slot = 227_850;
      chain = await read({ ...options, alpenglowSlot: migration.slot }, { depth });
    });
    afterAll(() => chain.close());

    it.each(kinds)(
      "has no vote metric for a period that touches it: $table",
      async ({ table, key, truth }) => {
        const records = await recordsOf(chain.store, table, key);
        const seen = { before: 0, after: 0 };
        for (const [period, sums] of chain.history.truth()[truth]) {
          const isBefore = sums.toSlot < migration.slot;
          // Votes for its last blocks land after it.
          const isKnown = isBefore && depth === "votes";
          for (const [account, voter] of sums.voters) {
            seen[isBefore ? "before" : "after"] += 1;
            const row = records.get(`${period}/${account}`);
            expect(row, `${period} ${account}`).toMatchObject({
              ...led(voter, sums),
              vote_count: isKnown ? voter.votes : null,
              latency_sum: isKnown ? String(voter.sumLatency) : null,
              vote_score: isKnown ? String(voter.score) : null,
            });
            // Its states are of the end: the stakes with which the epochs began are not reported.
            if (!isBefore) expect(row?.participation).toBeNull();
          }
        }
        if (truth === "days") expect(seen.before).toBeGreaterThan(0);
        expect(seen.after).toBeGreaterThan(0);
      },
    );

    it("rates whole periods under Alpenglow at any depth: a block that isn't empty holds more than votes", async () => {
      const records = await recordsOf(
        chain.store,
        "fct_solana_validator_performance_interval",
        "interval_slot",
      );
      const sums = chain.history.truth().intervals.get(228_000);
      for (const [account, voter] of sums?.voters ?? []) {
        const row = records.get(`228000/${account}`);
        expect(row).toMatchObject({
          unknown_count: 0,
          alpenglow_slot_count: 300,
          proposer_effectiveness: proposerOf(voter),
        });
        expect(row?.effectiveness).toBe(overall(proposerOf(voter), null));
      }
      expect(sums?.voters.size).toBeGreaterThan(0);
    });
  },
);
