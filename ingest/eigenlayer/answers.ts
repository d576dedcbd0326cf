/** Contract views at the last block of a day: strategies' rates, samples of shares; and tokens, once. */
import type { Interface } from "ethers";
import type { AppError } from "../../lib/errors.ts";
import type { DayMessage, Token, TokensMessage } from "../../schemas/eigenlayer/events.ts";
import type { ExecutionClient } from "../execution/client.ts";
import { views } from "./abi.ts";
import { type ContractCall, callContracts } from "./calls.ts";
import type { DayEnd } from "./days.ts";
import type { Known, KnownStaker } from "./known.ts";
import { type Contracts, nativeStrategy } from "./networks.ts";

/**
 * Shares to convert for a strategy's rate: so many that their value, floored, gives the rate with more digits than any
 * balance has. Smaller values follow if the contract's product would overflow.
 */
const shareAmounts = [2n ** 140n, 2n ** 100n, 10n ** 18n];
/** Shift of the sampled last address byte per day: coprime to 256, so that each byte is sampled in turn. */
const bytesPerDay = 37;
/** Stakers per day whose shares are read from contracts. */
const samplesPerDay = 4;

export type AnswerDeps = {
  client: ExecutionClient;
  network: string;
  contracts: Contracts;
  views: Interface;
  /** Gets the reasons of unanswered calls, except a contract's own refusal. */
  onUnanswered: (error: AppError) => void;
  signal: AbortSignal;
};

export const createViews = (ethers: { Interface: typeof Interface }): Interface =>
  new ethers.Interface(Object.values(views));

type ViewName = keyof typeof views;

function encoded(
  deps: AnswerDeps,
  to: string,
  name: ViewName,
  values: readonly unknown[] = [],
): ContractCall {
  return { to, data: deps.views.encodeFunctionData(name, values) };
}

/** A view's result; undefined if it can't be read. */
function decoded(deps: AnswerDeps, name: ViewName, answer: string | undefined): unknown[] | undefined {
  if (answer === undefined) return undefined;
  try {
    // Deep conversion: ethers throws for unreadable parts only when they are accessed.
    return deps.views.decodeFunctionResult(name, answer).toArray(true);
  } catch {
    return undefined;
  }
}

async function readRates(
  deps: AnswerDeps,
  strategies: readonly string[],
  block: number,
): Promise<DayMessage["rates"]> {
  const rates: DayMessage["rates"] = [];
  let left = strategies;
  for (const amount of shareAmounts) {
    const calls = left.map((strategy) => encoded(deps, strategy, "sharesToUnderlyingView", [amount]));
    const answers = await callContracts(deps, calls, block);
    const unanswered: string[] = [];
    for (const [i, strategy] of left.entries()) {
      const [underlying] = decoded(deps, "sharesToUnderlyingView", answers[i]) ?? [];
      const isLast = amount === shareAmounts.at(-1);
      if (underlying === undefined && !isLast) unanswered.push(strategy);
      else
        rates.push({
          strategy,
          asked_shares: String(amount),
          underlying: underlying === undefined ? null : String(underlying),
        });
    }
    left = unanswered;
  }
  return rates.sort((one, other) => (one.strategy < other.strategy ? -1 : 1));
}

/** The day's sampled stakers: another last byte each day. */
function samplesOf({ stakers }: Known, { day, lastBlock }: DayEnd): KnownStaker[] {
  const samples: KnownStaker[] = [];
  for (let step = 0; step < 256 && samples.length < samplesPerDay; step += 1)
    for (const sample of stakers.get((day * bytesPerDay + step) % 256) ?? [])
      if (sample.block <= lastBlock) samples.push(sample);
  return samples.slice(0, samplesPerDay);
}

type Deposit = { strategy: string; deposit: bigint };

/**
 * Deposits that StrategyManager lists, and zero for each other strategy that a log named: a strategy whose shares are all
 * withdrawn is not listed, so a missed withdrawal shows only here.
 */
function withUnlisted(listed: readonly Deposit[], { strategies }: KnownStaker, lastBlock: number): Deposit[] {
  const names = new Set(listed.map(({ strategy }) => strategy));
  const unlisted = [...strategies]
    .filter(([strategy, block]) => block <= lastBlock && strategy !== nativeStrategy && !names.has(strategy))
    .map(([strategy]) => ({ strategy, deposit: 0n }));
  return [...listed, ...unlisted];
}

/** Shares of sampled stakers by DelegationManager and StrategyManager; empty where they don't have such views yet. */
async function readSamples(deps: AnswerDeps, knownFacts: Known, end: DayEnd): Promise<DayMessage["told"]> {
  const { lastBlock } = end;
  const samples = samplesOf(knownFacts, end);
  const { delegationManager, strategyManager } = deps.contracts;
  const depositCalls = samples.map(({ staker }) => encoded(deps, strategyManager, "getDeposits", [staker]));
  const deposits = await callContracts(deps, depositCalls, lastBlock);
  const positions = samples.flatMap((sample, i) => {
    const [strategies, shares] = (decoded(deps, "getDeposits", deposits[i]) ?? []) as [
      string[] | undefined,
      bigint[] | undefined,
    ];
    if (strategies === undefined || strategies.length !== shares?.length) return [];
    const listed = [...strategies].map((strategy, at) => ({
      strategy: strategy.toLowerCase(),
      deposit: shares[at] ?? 0n,
    }));
    return [{ staker: sample.staker, held: withUnlisted(listed, sample, lastBlock) }];
  });
  const shareCalls = positions.map(({ staker, held }) =>
    encoded(deps, delegationManager, "getWithdrawableShares", [
      staker,
      [...held.map(({ strategy }) => strategy), nativeStrategy],
    ]),
  );
  const answers = await callContracts(deps, shareCalls, lastBlock);
  return positions.flatMap(({ staker, held }, i) => {
    const [withdrawable, deposited] = (decoded(deps, "getWithdrawableShares", answers[i]) ?? []) as [
      bigint[] | undefined,
      bigint[] | undefined,
    ];
    // Contracts of before 2025 have no such view: all deposits can be withdrawn.
    const native = deposited?.[held.length];
    const isOfOther = withdrawable !== undefined && withdrawable.length !== held.length + 1;
    if (isOfOther || deposited?.length !== withdrawable?.length) return [];
    const all = native === undefined ? held : [...held, { strategy: nativeStrategy, deposit: native }];
    return all.map(({ strategy, deposit }, at) => ({
      ...{ staker, strategy, deposit_shares: String(deposit) },
      withdrawable_shares: String(withdrawable?.[at] ?? deposit),
    }));
  });
}

export async function readDay(deps: AnswerDeps, knownFacts: Known, end: DayEnd): Promise<DayMessage> {
  const strategies = [...knownFacts.strategies]
    .filter(([, { block }]) => block <= end.lastBlock)
    .map(([strategy]) => strategy)
    .sort();
  return {
    type: "day",
    network: deps.network,
    day: end.day,
    last_block: end.lastBlock,
    last_hash: end.hash,
    rates: await readRates(deps, strategies, end.lastBlock),
    told: await readSamples(deps, knownFacts, end),
  };
}

/** A string, or the bytes32 of some old tokens up to its first zero byte. */
function textOf(deps: AnswerDeps, name: "name" | "symbol", answer: string | undefined): string | null {
  const [text] = decoded(deps, name, answer) ?? [];
  if (typeof text === "string" && text !== "") return text.slice(0, 200);
  if (answer === undefined || answer.length !== 66) return null;
  const bytes = Buffer.from(answer.slice(2), "hex");
  const end = bytes.indexOf(0);
  return bytes.subarray(0, end === -1 ? bytes.length : end).toString("utf8") || null;
}

/** Names, symbols and decimals of tokens. */
export async function readTokens(
  deps: AnswerDeps,
  tokens: readonly string[],
  block: number,
): Promise<Token[]> {
  const names = ["name", "symbol", "decimals"] as const;
  const calls = tokens.flatMap((token) => names.map((name) => encoded(deps, token, name)));
  const answers = await callContracts(deps, calls, block);
  return tokens.map((token, i) => {
    const [name, symbol, decimals] = answers.slice(3 * i, 3 * i + 3);
    const [digits] = decoded(deps, "decimals", decimals) ?? [];
    return {
      token,
      name: textOf(deps, "name", name),
      symbol: textOf(deps, "symbol", symbol),
      decimals: digits === undefined ? null : Number(digits),
    };
  });
}

/** Tokens of strategies that were not read yet; undefined if there are none. */
export async function readStrategies(
  deps: AnswerDeps,
  knownFacts: Known,
  block: number,
): Promise<TokensMessage | undefined> {
  const fresh = [...knownFacts.strategies]
    .filter(([, { isDescribed }]) => !isDescribed)
    .map(([strategy]) => strategy)
    .sort();
  if (fresh.length === 0) return undefined;
  const calls = fresh.map((strategy) => encoded(deps, strategy, "underlyingToken"));
  const answers = await callContracts(deps, calls, block);
  const strategies = fresh.flatMap((strategy, i) => {
    const [token] = decoded(deps, "underlyingToken", answers[i]) ?? [];
    return token === undefined ? [] : [{ strategy, token: String(token).toLowerCase() }];
  });
  const tokens = [...new Set(strategies.map(({ token }) => token))].sort();
  return {
    type: "tokens",
    network: deps.network,
    block,
    strategies,
    tokens: await readTokens(deps, tokens, block),
  };
}
