/** Every number of validators' days on a generated chain, down to its blocks. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Store } from "../../lib/store/store.ts";
import { type Explanation, expectExplained } from "./explain.ts";
import { serveStore } from "./serve.ts";

type Day = { validator: number; dayType: "chain" | "utc"; date: string };

/**
 * Days with duties, and those on which only balances moved or stood still.
 * @param oneIn one in so many of the validators' days is checked: each takes a fifth of a second
 * @returns the kinds of rows, with their numbers; and the number of days without duties
 */
export async function expectEthExplanations(
  store: Store,
  chain: EthFixture,
  network: string,
  oneIn: number,
): Promise<Map<string, number>> {
  const fixture = await serveStore(store);
  const days = await store.rows<Day>(
    `select validator_index as validator, day_type as dayType, toString(date) as date
    from fct_eth_validator_performance_daily final
    where network = {network:String} order by validator, dayType, date`,
    { network },
  );
  const idleDays = await store.rows<Day>(
    `select balances.validator_index as validator, balances.day_type as dayType, toString(recorded.date) as date
    from fct_eth_validator_reconciliation_daily as balances final
    inner join (select * from int_eth_day final where network = {network:String}) as recorded
      on recorded.day_type = balances.day_type and recorded.day = balances.day
    where
      balances.network = {network:String}
      and (balances.validator_index, toString(balances.day_type), balances.day) not in (
        select validator_index, toString(day_type), day
        from fct_eth_validator_performance_daily final
        where network = {network:String}
      )
    order by validator, dayType, date`,
    { network },
  );
  const seen = new Map<string, number>();
  const chosen = [days, idleDays].flatMap((list) => list.filter((_, place) => place % oneIn === 0));
  for (const { validator, dayType, date } of chosen) {
    const path = `/v1/eth/validators/${validator}/explain?date=${date}&utc=${dayType === "utc"}&limit=1000`;
    const explanation = await expectExplained(fixture, path, {
      hashOf: ({ kind, heightKind, height, actual }) =>
        heightKind !== "slot" || /no (vote|block)|not canonical/.test(actual ?? "") || kind === "execution"
          ? undefined
          : chain.canonicalRoots.get(Number(height)),
    });
    expectSameDuties(chain, validator, explanation);
    for (const { kind } of explanation.rows) seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  await fixture.close();
  seen.set("day without duties", chosen.filter((day) => idleDays.includes(day)).length);
  return seen;
}

/** The positions of votes, by the model. */
function expectSameDuties(chain: EthFixture, validator: number, { rows }: Explanation): void {
  const slotsPerEpoch = chain.constants.number("SLOTS_PER_EPOCH");
  for (const row of rows.filter(({ kind, heightKind }) => kind === "attestation" && heightKind === "slot")) {
    const epoch = Number(row.item.slice("epoch ".length));
    const duty = chain.truth.dutyEpochs.find((one) => one.epoch === epoch && one.validator === validator);
    const slot = Number(/slot (\d+)/.exec(row.expected ?? "")?.[1]);
    expect([row.item, Math.floor(slot / slotsPerEpoch)]).toEqual([row.item, epoch]);
    expect([row.item, Number(row.height)]).toEqual([row.item, slot + (duty?.inclusionDelay ?? Number.NaN)]);
  }
}
