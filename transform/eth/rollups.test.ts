import { afterEach, describe, expect, it, vi } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { ratingsOf } from "../../schemas/eth/rating.ts";
import type { NetworkInfo } from "./networks.ts";
import { createRollups } from "./rollups.ts";

const spec = { EPOCHS_PER_SLASHINGS_VECTOR: "8192", ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
const info: NetworkInfo = {
  network: "mainnet",
  spec,
  calendar: { network: "mainnet", genesisTime: 1_606_824_023, slotsPerEpoch: 32, secondsPerSlot: 12 },
  ratings: ratingsOf("mainnet", spec),
  genesisValidatorsRoot: "",
};

/** A warehouse in which every epoch is computed, and nothing else is; each model takes ten seconds. */
function openComputed() {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  /** Days that have become whole. */
  const whole = new Set<number>();
  const made: { table: string; day: unknown; dayType: unknown }[] = [];
  const store = {
    rows: async (sql: string, params: Record<string, number>) =>
      sql.includes("select epoch, carried_score")
        ? Array.from({ length: (params.to ?? 0) - (params.from ?? 0) + 1 }, (_, i) => ({
            epoch: (params.from ?? 0) + i,
            carried_score: "0",
            duty_checksum: "7",
          }))
        : sql.includes("is_newly_whole")
          ? [{ is_newly_whole: whole.has(params.day ?? -1) ? 1 : 0 }]
          : sql.includes("reported_until")
            ? [{ sources: [], import_ids: [], reported_until: "1970-01-01 00:00:00" }]
            : [],
    command: async (sql: string, { day, day_type: dayType }: Record<string, unknown>) => {
      now += 10_000;
      made.push({ table: /insert into (\w+)/.exec(sql)?.[1] ?? "", day, dayType });
    },
    insert: async () => undefined,
  } as unknown as Store;
  const of = (table: string) => made.filter((one) => one.table === table);
  return { rollups: createRollups({ store, log: createLogger("silent") }), of, whole };
}

afterEach(() => vi.restoreAllMocks());

describe("after epochs were computed", () => {
  it("no day between distant ones is recomputed", async () => {
    const { rollups, of } = openComputed();
    await rollups.afterEpochs(info, [400_000, 445_000]);
    await rollups.settle("all");
    const days = of("fct_eth_validator_performance_daily").map(({ day, dayType }) => `${dayType} ${day}`);
    expect(days.sort()).toEqual(["chain 1777", "chain 1977", "utc 1778", "utc 1978"]);
    expect(of("fct_eth_validator_performance_span")).toHaveLength(2);
    expect(of("fct_eth_proposal_slot")).toHaveLength(2);
  });

  it("a running day rests, one that is newly whole or ends here does not", async () => {
    const { rollups, of, whole } = openComputed();
    const made = (day: number) =>
      of("fct_eth_validator_performance_daily").filter((one) => one.dayType === "chain" && one.day === day)
        .length;
    await rollups.afterEpochs(info, [300]);
    expect(made(1)).toBe(1);
    await rollups.afterEpochs(info, [301]);
    expect(made(1)).toBe(1);
    await rollups.afterEpochs(info, [449]);
    expect(made(1)).toBe(2);
    whole.add(0);
    await rollups.afterEpochs(info, [100]);
    expect(made(0)).toBe(1);
    // Its second snapshot alone doesn't make it again.
    await rollups.afterEpochs(info, [225]);
    expect(made(0)).toBe(1);
  });

  it("days of another network wait for their own epochs", async () => {
    const { rollups, of } = openComputed();
    const other = { ...info, network: "other", calendar: { ...info.calendar, network: "other" } };
    await rollups.afterEpochs(info, [300]);
    await rollups.afterEpochs(info, [301]);
    await rollups.afterEpochs(other, [9_000]);
    // Once for each kind of day, before the first rest.
    expect(
      of("fct_eth_validator_performance_daily").filter(({ day }) => day === 1 || day === 2),
    ).toHaveLength(2);
  });
});
