/** The lists of Ethereum's validators and entities, against the model. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type ModelKey, validatorsAt } from "./ethModelEntities.ts";
import { modelWindows } from "./ethModelWindows.ts";
import { isNight } from "./nightCases.ts";
import type { ServeFixture } from "./serve.ts";
import { ethEntitySubjects, ethSubjects, inWindows, windowLengths } from "./subjectDays.ts";
import { checkSubjects } from "./subjects.ts";

type Listed = {
  chain: EthFixture;
  days: readonly ModelDay[];
  keys: readonly ModelKey[];
  served: ServeFixture;
};

/** Every validator is listed with its performance in each window, sorted and searched. */
async function expectListedValidators(
  { chain, days, served }: Omit<Listed, "keys">,
  { store, network }: { store: Store; network: string },
): Promise<void> {
  const [row] = await store.rows<{ epoch: number }>(
    `select toUInt32(greatest(
      (select max(end_epoch) from int_eth_day where network = {network:String}),
      (select max(version) from dim_eth_validator where network = {network:String})
    )) as epoch`,
    { network },
  );
  await checkSubjects(served, {
    chain: "eth",
    kind: "validator",
    token: "ETH",
    windows: inWindows((window) => ethSubjects(chain, days, row?.epoch ?? 0, window)),
    otherIds: new Map(
      validatorsAt(chain, row?.epoch ?? 0).map(({ index, pubkey }) => [String(index), pubkey]),
    ),
    isNumbered: true,
    digits: 12,
  });
}

const addresses = ["depositAddress", "withdrawalAddress"];
const entityKinds = ["pool", "nodeOperator", "poolShare", "dvtNetwork", "dvtOperator", ...addresses];

/** Every entity of every type is listed with its members' performance in each window; large types sorted and searched. */
async function expectListedEntities({ chain, days, keys, served }: Listed): Promise<void> {
  const complete = days.filter(({ dayType, isComplete }) => dayType === "chain" && isComplete);
  const last = complete.reduce((newest, day) => (day.day > newest.day ? day : newest));
  const models = inWindows((window) => [...modelWindows(chain, days, keys, windowLengths[window])]);
  for (const kind of entityKinds) {
    const isNamed = !addresses.includes(kind);
    const windows = Object.fromEntries(
      Object.entries(models).map(([window, model]) => [
        window,
        ethEntitySubjects(new Map(model), kind, { isNamed, lastDay: last.date }),
      ]),
    );
    const isBrief = (windows.all?.length ?? 0) <= 3 || (!isNight && kind !== "nodeOperator");
    await checkSubjects(served, { chain: "eth", kind, token: "ETH", windows, digits: 10, isBrief });
  }
}

type Counted = {
  timeWindow: string;
  validatorCount: number;
  activeStake: number;
  stakedSubjects: number;
  stake: number;
};

/** The network's overview and the summary of its validators count the same ones, and the same stake. */
async function expectCountedAlike(served: ServeFixture): Promise<void> {
  const read = async (path: string) => (await (await served.get(path)).json()) as unknown;
  const { results } = (await read("/v1/eth")) as { results: Counted[] };
  expect(results.length).toBeGreaterThan(2);
  for (const { timeWindow, validatorCount, activeStake } of results) {
    const { stakedSubjects, stake } = (await read(`/v1/eth/summary?window=${timeWindow}`)) as Counted;
    expect([timeWindow, stakedSubjects, stake]).toEqual([timeWindow, validatorCount, activeStake / 1e9]);
  }
}

export async function expectListed(listed: Listed, warehouse: { store: Store; network: string }) {
  await expectListedValidators(listed, warehouse);
  await expectCountedAlike(listed.served);
  await expectListedEntities(listed);
}
