/** Logs decoded by words, compared with ethers, and unreadable ones. */
import * as ethers from "ethers";
import { describe, expect, it } from "vitest";
import { createEigenlayerHistory } from "../../fixtures/eigenlayer/history.ts";
import { delegationWidths, shareKinds } from "../../schemas/eigenlayer/events.ts";
import { recordEvents } from "./abi.ts";
import { createLogDecoder } from "./decode.ts";
import type { DatedLog, Facts } from "./facts.ts";
import type { Log } from "./logs.ts";
import { nativeStrategy, networkOf } from "./networks.ts";

const { contracts } = networkOf(1n);
const decoder = createLogDecoder(ethers, contracts);

/** All logs of a history, in the form of a node's answer. */
const logs: DatedLog[] = [1, 2, 3].flatMap((seed) =>
  createEigenlayerHistory({ seed, days: 8, gap: 4_000 }).blocks.flatMap(({ number, time, logs: own }) =>
    own.map(({ address, topics, data, transaction }, logIndex) => ({
      log: {
        address,
        topics,
        data,
        block: number,
        logIndex,
        transaction: `${seed}/${number}/${transaction}`,
      },
      day: Math.floor(time / 86_400),
    })),
  ),
);

type Row = { kind: string; staker: string; strategy: string; amount: bigint; place: string };

/** A little-endian integer of 32 bytes. */
function amountOf(facts: Facts, row: number): bigint {
  const digits = facts.shares.hex("amount", row).slice(2);
  return BigInt.asIntN(256, BigInt(`0x${Buffer.from(digits, "hex").reverse().toString("hex")}`));
}

function rowsOf(facts: Facts): Row[] {
  return Array.from({ length: facts.shares.length }, (_, row) => ({
    kind: shareKinds[facts.shares.read("kind", row)] ?? "",
    staker: facts.shares.hex("staker", row),
    strategy: facts.shares.hex("strategy", row),
    amount: amountOf(facts, row),
    place: `${facts.shares.read("block", row)}/${facts.shares.read("log_index", row)}/${facts.shares.read("position", row)}`,
  }));
}

const lower = (value: unknown) => String(value).toLowerCase();

/** The same log decoded by ethers; the kind of a factor depends on the logs around it. */
function byEthers({ log }: DatedLog): Omit<Row, "kind" | "place">[] {
  for (const [name, signature] of Object.entries(recordEvents)) {
    const event = new ethers.Interface([signature]).parseLog({ topics: [...log.topics], data: log.data });
    if (event === null) continue;
    const { args } = event;
    const staker = lower(args.staker ?? args.depositor ?? args.podOwner);
    if (name === "withdrawalQueuedM2" || name === "slashingWithdrawalQueued") {
      const { withdrawal } = args;
      return [...withdrawal.strategies].map((strategy, i) => ({
        staker: lower(withdrawal.staker),
        strategy: lower(strategy),
        amount: (withdrawal.shares ?? withdrawal.scaledShares)[i] as bigint,
      }));
    }
    const amount = (args.sharesDelta ??
      args.newTotalShares ??
      args.newDepositScalingFactor ??
      args.newBeaconChainSlashingFactor ??
      args.shares) as bigint | undefined;
    return amount === undefined ? [] : [{ staker, strategy: lower(args.strategy ?? nativeStrategy), amount }];
  }
  return [];
}

describe("events of which there are many", () => {
  it("are what ethers makes of them, every one", () => {
    expect(logs.length).toBeGreaterThan(1_000);
    const facts = decoder.decode(logs);
    const rows = rowsOf(facts);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(shareKinds));
    expect(rows.map(({ staker, strategy, amount }) => ({ staker, strategy, amount }))).toEqual(
      logs.flatMap(byEthers),
    );
    expect(facts.delegations.length).toBeGreaterThan(20);
    expect(Object.keys(delegationWidths)).toContain("operator");
  });

  it("keep those of which no record is made", () => {
    const { others } = decoder.decode(logs);
    expect(new Set(others.map(({ name }) => name))).toEqual(
      new Set(["OperatorSlashed", "AVSRewardsSubmissionCreated", "SlashingWithdrawalCompleted"]),
    );
    const slashed = others.find(({ name }) => name === "OperatorSlashed");
    expect(JSON.parse(slashed?.arguments ?? "")).toMatchObject({
      operatorSet: { avs: contracts.rewardsCoordinator, id: "3" },
      wadSlashed: [expect.stringMatching(/^\d+$/)],
      description: "missed its duties",
    });
  });
});

describe("a factor of 10^18", () => {
  const whole = 10n ** 18n;
  const staker = `0x${"5a".repeat(20)}`;
  const strategy = `0x${"57".repeat(20)}`;
  const operator = `0x${"09".repeat(20)}`;
  const write = (name: "deposit" | "scalingFactorUpdated" | "operatorSharesIncreased", values: unknown[]) => {
    const event = new ethers.Interface([recordEvents[name]]);
    const fragment = event.fragments[0] as ethers.EventFragment;
    return {
      address: name === "deposit" ? contracts.strategyManager : contracts.delegationManager,
      ...event.encodeEventLog(fragment, values),
    };
  };
  const deposit = write("deposit", [staker, strategy, 1_000n]);
  const factor = (value: bigint) => write("scalingFactorUpdated", [staker, strategy, value]);
  const increase = write("operatorSharesIncreased", [operator, staker, strategy, 1_000n]);
  const factorKinds = (...own: ReturnType<typeof write>[]) =>
    rowsOf(
      decoder.decode(
        own.map((log, logIndex) => ({ log: { ...log, block: 1, logIndex, transaction: "0x01" }, day: 1 })),
      ),
    )
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith("scaling"));

  // A staker of an operator that lost half of its magnitude deposits, then withdraws everything, in one transaction.
  it("is a reset after growth that another factor followed, delegated or not", () => {
    expect(factorKinds(deposit, factor(2n * whole), factor(whole))).toEqual([
      "scaling_factor",
      "scaling_reset",
    ]);
    expect(factorKinds(deposit, factor(2n * whole), increase, factor(whole))).toEqual([
      "scaling_factor",
      "scaling_reset",
    ]);
  });

  it("is that of growth when it follows it, and a reset when it does so again", () => {
    expect(factorKinds(deposit, factor(whole), factor(whole))).toEqual(["scaling_factor", "scaling_reset"]);
    expect(factorKinds(deposit, factor(whole), deposit, factor(whole))).toEqual([
      "scaling_factor",
      "scaling_factor",
    ]);
  });
});

describe("a log that isn't what its topic says", () => {
  const of = (name: string) => logs.find(({ log }) => byName(name, log)) as DatedLog;
  const byName = (name: string, log: Log) => {
    const signature = recordEvents[name as keyof typeof recordEvents];
    return new ethers.Interface([signature]).fragments.some(
      (fragment) => (fragment as ethers.EventFragment).topicHash === log.topics[0],
    );
  };
  const cut = ({ log, day }: DatedLog, change: Partial<Log>): DatedLog => ({
    log: { ...log, ...change },
    day,
  });

  it.each(["deposit", "slashingWithdrawalQueued", "maxMagnitudeUpdated", "rewardsClaimed"])(
    "is refused: %s",
    (name) => {
      const whole = of(name);
      for (const data of ["0x", whole.log.data.slice(0, 66)])
        expect(() => decoder.decode([cut(whole, { data })])).toThrow(
          expect.objectContaining({ code: "bad_answer" }) as Error,
        );
    },
  );

  it("is left out when another contract says it, or when it isn't known yet", () => {
    const other = cut(of("deposit"), { address: contracts.delegationManager });
    const unknown = cut(of("deposit"), { topics: [`0x${"ab".repeat(32)}`] });
    expect(decoder.decode([other, unknown]).shares.length).toBe(0);
  });
});
