/** The expected lists of EigenLayer's subjects, from the model: the value of shares, and operators' rewards. */

import type { EigenlayerHistory } from "../../fixtures/eigenlayer/history.ts";
import { native } from "../../fixtures/eigenlayer/state.ts";
import * as truth from "../../fixtures/eigenlayer/truth.ts";
import { decimal } from "./decimal.ts";
import type { ServeFixture } from "./serve.ts";
import { inWindows, unknownSubject, windowLengths } from "./subjectDays.ts";
import { checkSubjects, type ExpectedSubject } from "./subjects.ts";

const eth = (wei: bigint) => decimal(wei, 18);
const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

/** Prices of strategies' tokens for every case: newer ones, an old one, one of a future day, one in dollars only. */
export function strategyPrices(history: EigenlayerHistory): truth.Prices {
  const last = truth.fullDays(history).at(-1)?.day ?? 0;
  const [often, future, old, dollars] = history.strategies.map(({ token }) => token);
  const on = (day: number, token = "") => `${truth.dateOf(day)}/${token}`;
  return new Map([
    [on(last - 3, often), { eth: "0.9", usd: "3000" }],
    [on(last - 1, often), { eth: "0.997123456789012345", usd: null }],
    [on(last, often), { eth: null, usd: "3100" }],
    [on(last + 1, future), { eth: "1.1", usd: null }],
    [on(last - 4, old), { eth: "0.000312345678901234", usd: "1" }],
    [on(last, dollars), { eth: null, usd: "1800" }],
  ]);
}

/** Stake in ETH of an account's holdings at the end of a day, without strategies that have no price. */
function stakeOf(
  history: EigenlayerHistory,
  held: readonly truth.TrueState[],
  priceOf: (token: string) => string | undefined,
): string | null {
  if (held.length === 0) return "0";
  const worths = held.flatMap(({ strategy, totalShares, totalBalance }) => {
    if (strategy === native) return [BigInt(totalShares)];
    const about = history.strategies.find(({ address }) => address === strategy);
    const price = priceOf(about?.token ?? "");
    if (price === undefined) return [];
    return [(BigInt(totalBalance) * truth.fixedOf(price)) / 10n ** BigInt(about?.decimals ?? 0)];
  });
  return worths.length === 0 ? null : eth(sum(worths));
}

/** What an operator earned by the snapshots of a window's last days that can be claimed from; null unless all has a price. */
function earnedOf(
  history: EigenlayerHistory,
  operator: string,
  prices: truth.Prices,
  length: number,
): string | null {
  const { roots } = history.payouts;
  const now = history.blocks.at(-1)?.time ?? 0;
  const newest = roots
    .filter(({ isDisabled, activatedAt }) => !isDisabled && activatedAt <= now)
    .at(-1)?.lastDay;
  if (newest === undefined) return null;
  const own = truth
    .rewards(history, { earner: operator, account: operator }, prices)
    .map((one) => ({ ...one, day: Date.parse(one.date) / 86_400_000 }))
    .filter(({ day }) => day <= newest && day > newest - length);
  const ethAmounts = own.flatMap(({ prices: { ethAmount } }) =>
    ethAmount === null ? [] : [truth.fixedOf(ethAmount)],
  );
  return ethAmounts.length < own.length ? null : eth(sum(ethAmounts));
}

/** Operators, delegators and pods at the end of the last full day. */
export async function expectEigenlayerSubjects(
  served: ServeFixture,
  history: EigenlayerHistory,
  { network, prices, isBrief }: { network: string; prices: truth.Prices; isBrief: boolean },
): Promise<void> {
  const days = truth.fullDays(history);
  const { place: lastPlace, day: lastNumber } = days.at(-1) ?? { place: 0, day: 0 };
  const lastDay = truth.dateOf(lastNumber);
  const knownPrices = [...prices].flatMap(([key, { eth: price }]) => {
    const [date = "", token = ""] = key.split("/");
    return price !== null && date <= lastDay ? [{ date, token, price }] : [];
  });
  const priceOf = (token: string) =>
    knownPrices
      .filter((one) => one.token === token)
      .sort((left, right) => (left.date < right.date ? -1 : 1))
      .at(-1)?.price;
  const atEnd = (states: readonly truth.TrueState[]) => states.filter(({ date }) => date === lastDay);
  const { operatorOf } = history.states[lastPlace] as (typeof history.states)[number];
  const everHeld = (staker: string) =>
    days.some(({ place }) =>
      [...(history.states[place]?.holdings ?? [])].some(
        ([key, { deposit }]) => key.startsWith(staker) && deposit !== 0n,
      ),
    );
  const of = (kind: string, rows: (window: keyof typeof windowLengths) => ExpectedSubject[]) => ({
    ...{ chain: "eigenlayer", kind, token: "ETH", network, windows: inWindows(rows) },
  });

  const delegators = history.stakers.filter(everHeld).map((id) => {
    const held = atEnd(truth.delegatorStates(history, id));
    const isOperated = operatorOf.has(id);
    return {
      ...unknownSubject,
      id,
      status: held.length === 0 ? "exited" : isOperated ? "delegated" : "undelegated",
      stake: stakeOf(history, held, priceOf),
      lastDay,
    };
  });
  await checkSubjects(served, { ...of("delegator", () => delegators), isBrief });
  const operators = history.operators.map((id) => ({ id, held: atEnd(truth.operatorStates(history, id)) }));
  await checkSubjects(served, {
    ...of("operator", (window) =>
      operators.map(({ id, held }) => ({
        ...unknownSubject,
        id,
        status: held.length === 0 ? "inactive" : "active",
        stake: stakeOf(history, held, priceOf),
        rewards: earnedOf(history, id, prices, windowLengths[window]),
        lastDay,
      })),
    ),
    isBrief: true,
  });
  const pods = [...history.pods.keys()].map((id) => ({
    ...unknownSubject,
    id,
    stake: stakeOf(history, atEnd(truth.podStates(history, id)), priceOf),
    lastDay,
  }));
  await checkSubjects(served, {
    ...of("eigenpod", () => pods),
    otherIds: history.pods,
    isBrief: pods.length <= 3,
  });
}
