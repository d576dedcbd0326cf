import { describe, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import type { NetworkInfo } from "./networks.ts";
import { ratingVersions } from "./rewards/rules.ts";
import { createRollups } from "./rollups.ts";

const spec = { EPOCHS_PER_SLASHINGS_VECTOR: "8192", ALTAIR_FORK_EPOCH: "0", BELLATRIX_FORK_EPOCH: "0" };
const info: NetworkInfo = {
  network: "mainnet",
  spec,
  calendar: { network: "mainnet", genesisTime: 1_606_824_023, slotsPerEpoch: 32, secondsPerSlot: 12 },
  ratings: ratingVersions("mainnet", spec),
  genesisValidatorsRoot: "",
};

/** A warehouse in which every epoch is computed, and nothing else is. */
function openComputed() {
  const made: { table: string; day: unknown; dayType: unknown }[] = [];
  const store = {
    rows: async (sql: string, params: Record<string, number>) =>
      sql.includes("select epoch, carried_score")
        ? Array.from({ length: (params.to ?? 0) - (params.from ?? 0) + 1 }, (_, i) => ({
            epoch: (params.from ?? 0) + i,
            carried_score: "0",
          }))
        : [],
    command: async (sql: string, { day, day_type: dayType }: Record<string, unknown>) => {
      made.push({ table: /insert into (\w+)/.exec(sql)?.[1] ?? "", day, dayType });
    },
    insert: async () => undefined,
  } as unknown as Store;
  const of = (table: string) => made.filter((one) => one.table === table);
  return { rollups: createRollups({ store, log: createLogger("silent") }), of };
}

describe("after epochs were computed", () => {
  it("no day between those far apart is made again", async () => {
    const { rollups, of } = openComputed();
    await rollups.afterEpochs(info, [400_000, 445_000]);
    await rollups.settle("all");
    const days = of("fct_eth_validator_performance_daily").map(({ day, dayType }) => `${dayType} ${day}`);
    expect(days.sort()).toEqual(["chain 1777", "chain 1977", "utc 1778", "utc 1978"]);
    expect(of("fct_eth_validator_performance_span")).toHaveLength(2);
    expect(of("fct_eth_proposal_slot")).toHaveLength(2);
  });

  it("a whole day is made once, and never waits while others rest", async () => {
    const { rollups, of } = openComputed();
    for (let epoch = 0; epoch < 5; epoch++) await rollups.afterEpochs(info, [225 + epoch]);
    const made = of("fct_eth_validator_performance_daily");
    expect(made.filter(({ dayType, day }) => dayType === "chain" && day === 1)).toHaveLength(5);
    // The day before is not made again because its second snapshot has come.
    expect(made.filter(({ dayType, day }) => dayType === "chain" && day === 0)).toHaveLength(0);
  });
});
