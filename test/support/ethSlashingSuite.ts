/** From a generated node to JSON over HTTP: every field of every answer about slashings equals the chain's truth. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { roles } from "../../fixtures/eth/scenario/registry.ts";
import { createKey } from "../../serve/access/keys.ts";
import { createApp } from "../../serve/http/app.ts";
import { modelSlashings, modelSyncRewards } from "./ethModelSlashings.ts";
import { openFilledWarehouse } from "./ethPipeline.ts";
import { type SlashingFork, slashingMonths } from "./ethSlashingChains.ts";
import { log, type TestWarehouse } from "./warehouse.ts";

type Page = { page: unknown; total: number; data: Record<string, unknown>[]; next: string | null };

export function ethSlashingSuite(fork: SlashingFork): void {
  let chain: EthFixture;
  let warehouse: TestWarehouse;
  let api: ReturnType<typeof createApp>;
  let key: string;
  let range: { from: number; to: number };
  let model: ReturnType<typeof modelSlashings>;

  beforeAll(async () => {
    chain = slashingMonths(fork);
    const to = Math.min(chain.truth.lastCompleteEpoch, chain.truth.finalizedEpoch - 2);
    range = { from: chain.options.startEpoch + 1, to };
    warehouse = await openFilledWarehouse(chain, range);
    api = createApp({ store: warehouse.store, log });
    ({ key } = await createKey(warehouse.store, { name: "test" }));
    model = modelSlashings(chain, range);
  });
  afterAll(async () => {
    await api.close();
    await warehouse.close();
  });

  const fetchPath = async (path: string) =>
    await api.app.request(path, { headers: { authorization: `Bearer ${key}` } });
  async function get<Body>(path: string): Promise<Body> {
    const response = await fetchPath(path);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as Body;
  }

  async function pages(path: string): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = [];
    for (let next: string | null = path; next !== null; ) {
      const body: Page = await get<Page>(next);
      records.push(...body.data);
      expect([next, body.total]).toEqual([next, expect.any(Number)]);
      next = body.next;
    }
    return records;
  }

  it("the chain holds every case that the answers distinguish", () => {
    expect(model.timeSeries().length).toBeGreaterThan(2);
    expect(new Set(model.leaderboard("slashed").map(({ idType }) => idType)).size).toBe(2);
    expect(model.leaderboard("slashed")[0]?.slashes).toBeGreaterThan(2);
    expect(model.overview("1d", 1).validatorsSlashed).toBe(1);
    expect(model.overview("all", 1000).largestSlashingIncident).toBeGreaterThan(1);
    const ended = model.penalties.map(({ withdrawableEpoch }) => withdrawableEpoch <= range.to);
    expect(new Set(ended).size).toBe(2);
  });

  it("penalties, the latest first, from any day and date, and of each validator", async () => {
    expect(await pages("/v0/eth/slashings?size=4")).toEqual(model.penalties);
    const epoch = model.penalties[3]?.slashingEpoch ?? 0;
    const older = model.penalties.filter(({ slashingEpoch }) => slashingEpoch <= epoch);
    expect(await get("/v0/eth/slashings?size=100&from=2023-01-01")).toMatchObject({ total: 0, data: [] });
    for (const from of [epoch, model.dateOf(epoch)])
      expect(await get(`/v0/eth/slashings?size=100&from=${from}`)).toEqual({
        page: { from, size: 100 },
        total: older.length,
        data: older,
        next: null,
      });
    for (const expected of model.penalties)
      expect(await get(`/v0/eth/slashings/${expected.validatorIndex}`)).toEqual(expected);
    expect((await fetchPath(`/v0/eth/slashings/${roles.late6}`)).status).toBe(404);
    const [first] = model.penalties;
    const redirect = await fetchPath(`/v0/eth/slashings/${first?.validatorPubkey}`);
    expect([redirect.status, redirect.headers.get("location")]).toEqual([
      307,
      expect.stringMatching(`/v0/eth/slashings/${first?.validatorIndex}$`),
    ]);
  });

  it("overviews of four windows", async () => {
    const overviews = await get<Record<string, unknown>[]>("/v0/eth/slashings/overview");
    const expected = [
      model.overview("1d", 1),
      model.overview("7d", 7),
      model.overview("30d", 30),
      model.overview("all", 100_000),
    ];
    expect(overviews).toEqual(
      expected.map((record) => ({
        ...record,
        slashingSlotsRatio: expect.closeTo(record.slashingSlotsRatio, 12),
        slashingPenaltiesStakeRatio: expect.closeTo(record.slashingPenaltiesStakeRatio, 12),
      })),
    );
  });

  it.each(["slashed", "slasher"] as const)("leaderboard of the %s", async (role) => {
    const expected = model.leaderboard(role);
    expect(await pages(`/v0/eth/slashings/leaderboard?slashingRole=${role}&size=3`)).toEqual(expected);
    expect(await get(`/v0/eth/slashings/leaderboard?slashingRole=${role}&from=1&size=2`)).toMatchObject({
      page: { fromRank: 1, size: 2, toRank: null },
      total: expected.length,
      data: expected.slice(1, 3),
    });
  });

  it("cohorts and months", async () => {
    const none = { lastSixMonths: 0, pastYear: 0, pastTwoYears: 0, allTime: 0 };
    const all = model.slashed.length;
    expect(await get("/v0/eth/slashings/cohortAnalysis")).toEqual([
      { cohort: "solos", lastSixMonths: all, pastYear: all, pastTwoYears: all, allTime: all },
      { cohort: "pros_between_10_to_100", ...none },
      { cohort: "pros_between_100_to_1k", ...none },
      { cohort: "pros_between_1k_to_5k", ...none },
      { cohort: "pros_more_than_5k", ...none },
    ]);
    expect(await get("/v0/eth/slashings/timeseries")).toEqual(model.timeSeries());
  });

  it("sync committee rewards of every slot", async () => {
    const slots = chain.constants.number("SLOTS_PER_EPOCH");
    for (let epoch = range.from; epoch < range.from + 3; epoch++) {
      const sums = new Map<number, number>();
      for (let slot = epoch * slots; slot < (epoch + 1) * slots; slot++) {
        const { data } = await get<Page>(`/v0/eth/blocks/${slot}/syncCommitteeRewards`);
        const expected = modelSyncRewards(chain, slot);
        const members = [...(expected ?? [])].sort(([a], [b]) => a - b);
        expect(data.map((row) => [row.consensusSlot, row.validatorIndex])).toEqual(
          members.map(([validator]) => [slot, validator]),
        );
        for (const { validatorIndex, reward } of data as { validatorIndex: number; reward: number }[]) {
          sums.set(validatorIndex, (sums.get(validatorIndex) ?? 0) + reward);
          const isPoor = [roles.drainedWithSyncSeat, roles.withdrawnWithSyncSeat].some(
            (role) => role === validatorIndex,
          );
          if (!isPoor)
            expect([slot, validatorIndex, reward]).toEqual([
              slot,
              validatorIndex,
              expected?.get(validatorIndex),
            ]);
        }
      }
      for (const [validator, { reward, penalty }] of chain.journal.sync.get(epoch) ?? [])
        expect([epoch, validator, sums.get(validator)]).toEqual([epoch, validator, Number(reward + penalty)]);
    }
    expect((await fetchPath(`/v0/eth/blocks/${(range.to + 20) * slots}/syncCommitteeRewards`)).status).toBe(
      404,
    );
    const walked = await pages(`/v0/eth/blocks/${range.from * slots + 1}/syncCommitteeRewards?limit=5`);
    expect(walked.length).toBe(modelSyncRewards(chain, range.from * slots + 1)?.size ?? 0);
  });
}
