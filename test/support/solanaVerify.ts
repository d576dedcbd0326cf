/** Figures of a generated history before Alpenglow, compared with the node's own. */
import { expect } from "vitest";
import type { SolanaHistory } from "../../fixtures/solana/model.ts";
import type { StubNode } from "../../fixtures/solana/stubNode.ts";
import { openSolanaSession } from "../../ingest/solana/session.ts";
import type { Store } from "../../lib/store/store.ts";
import type { Verification } from "../../verify/figure.ts";
import { solanaVerification } from "../../verify/solana/kinds.ts";
import { log, solanaOptions } from "./solana.ts";
import { verifyRange } from "./verify.ts";

type Chain = { store: Store; stub: StubNode; history: SolanaHistory };
type Changes = StubNode["settings"]["changes"];

/** Slots of the history's last two epochs. */
const lastEpochs = ({ head, slotsPerEpoch }: SolanaHistory) => ({
  from: head - 2 * slotsPerEpoch + 1,
  to: head,
});

/** The last latency that a vote account holds, one slot more. */
function withLaterVote(base64: string): string {
  const data = Buffer.from(base64, "base64");
  const start = data[0] === 2 ? 69 : data[144] === 1 ? 193 : 145;
  const place = start + 8 + 13 * (Number(data.readBigUInt64LE(start)) - 1);
  data[place] = (data[place] ?? 0) + 1;
  return data.toString("base64");
}

type VoterAnswer = { votePubkey: string; activatedStake: bigint; epochCredits: [bigint, bigint, bigint][] };
type PayoutAnswer = { epoch: number; amount: bigint } | null;

/** One wrong figure of each kind; `reported` receives whose it is, and the wrong value. */
function wrongAnswers(
  history: SolanaHistory,
  reported: Map<string, [subject: string, value: string]>,
): Changes {
  const last = history.epochs.at(-1)?.epoch ?? 0;
  const paid = history.payouts.filter(({ epoch, kind }) => epoch === last - 1 && kind === "Voting");
  const voters = history.validators.map(({ voteAccount }) => voteAccount);
  return new Map<string, (result: never) => unknown>([
    [
      "getInflationReward",
      (rewards: PayoutAnswer[]) => {
        const wrong = rewards.find((one) => one?.epoch === last - 1 && one.amount > 0n);
        const { account = "" } = paid.find(({ lamports }) => lamports === wrong?.amount) ?? {};
        reported.set("inflation_rewards", [account, String((wrong?.amount ?? 0n) + 1n)]);
        return rewards.map((one) =>
          one === wrong && one !== null ? { ...one, amount: one.amount + 1n } : one,
        );
      },
    ],
    [
      "getBlockProduction",
      (answer: { value: { byIdentity: Record<string, [number, number]>; range: { firstSlot: number } } }) => {
        const { byIdentity, range } = answer.value;
        const [[identity, [led, produced]] = ["", [0, 0]]] = Object.entries(byIdentity);
        if (range.firstSlot !== last * history.slotsPerEpoch) return answer;
        reported.set("block_production", [identity, String(produced + 1)]);
        return {
          ...answer,
          value: { range, byIdentity: { ...byIdentity, [identity]: [led, produced + 1] } },
        };
      },
    ],
    [
      "getSlotLeaders",
      () => {
        reported.set("slot_leader", ["", voters[0] ?? ""]);
        return [voters[0]];
      },
    ],
    [
      "getVoteAccounts",
      (answer: { current: VoterAnswer[]; delinquent: VoterAnswer[] }) => {
        const [wrong, ...others] = answer.current;
        if (wrong === undefined) return answer;
        const stake = wrong.activatedStake + 1n;
        const row = wrong.epochCredits.find(([epoch]) => epoch === BigInt(last - 1));
        reported.set("active_stake", [wrong.votePubkey, String(stake)]);
        reported.set("vote_credits", [
          wrong.votePubkey,
          String((row?.[1] ?? 0n) - (row?.[2] ?? 0n) + 9_999n),
        ]);
        const epochCredits = wrong.epochCredits.map((one) =>
          one === row ? [one[0], one[1] + 9_999n, one[2]] : one,
        );
        return { ...answer, current: [{ ...wrong, activatedStake: stake, epochCredits }, ...others] };
      },
    ],
    [
      "getMultipleAccounts",
      (answer: { value: { data: [string, string] }[] }) => ({
        ...answer,
        value: answer.value.map((account, place) =>
          place === 0 ? { ...account, data: [withLaterVote(account.data[0]), "base64"] } : account,
        ),
      }),
    ],
  ]) as Changes;
}

async function expectWrongFiguresListed({ store, stub, history }: Chain, verification: Verification) {
  const reported = new Map<string, [string, string]>();
  stub.settings.changes = wrongAnswers(history, reported);
  const about = { chain: "solana", family: "solana", network: "mainnet", store };
  const { differences } = await verifyRange(verification, about, lastEpochs(history), 1_000);
  stub.settings.changes = new Map();
  const explainedKinds = { active_stake: "stake", block_production: "leader_slot", vote_credits: "vote" };
  for (const [kind, [subject, value]] of reported) {
    const own = differences.filter((one) => one.kind === kind && one.against === "warehouse");
    expect(own).toMatchObject([{ kind, subject, node: value, nodeError: null }]);
    const explained = { inflation_rewards: "inflation_commission", ...explainedKinds }[kind];
    if (explained === undefined) expect(own[0]?.explain).toBeNull();
    else
      expect(own[0]?.explain).toMatch(
        new RegExp(`^/v1/solana/validators/${subject}/explain\\?date=2026-03-02&kind=${explained}$`),
      );
  }
  const latencies = differences.filter(({ kind }) => kind === "vote_latency");
  expect(latencies).toHaveLength(1);
  expect(Number(latencies[0]?.node)).toBe(Number(latencies[0]?.own) + 1);
  const [payment] = differences.filter(({ against }) => against === "API");
  expect([payment?.kind, payment?.subject]).toEqual([
    "inflation_rewards",
    reported.get("inflation_rewards")?.[0],
  ]);
  expect(differences).toHaveLength(7);
}

/** A snapshot that was read before a reward of its epoch was paid. */
async function expectLaterPaymentsAdded({ store, history }: Chain, verification: Verification) {
  const payout = history.payouts.findLast(
    ({ kind, account }) =>
      kind === "Staking" &&
      history
        .state(history.head)
        ?.stakes.some(({ address, deactivationEpoch }) => address === account && deactivationEpoch > 1_000n),
  );
  await store.command(
    `insert into raw_solana_stake
    select * replace (
      balance_lamports - {lamports:UInt64} as balance_lamports,
      stake_lamports - {lamports:UInt64} as stake_lamports,
      toUInt32({slot:UInt32}) as slot,
      version + 1 as version
    )
    from raw_solana_stake final
    where epoch = {epoch:UInt32} and stake_account = {account:String}`,
    {
      lamports: String(payout?.lamports),
      slot: (payout?.slot ?? 0) - 1,
      epoch: (payout?.epoch ?? 0) + 1,
      account: payout?.account ?? "",
    },
  );
  const kinds = verification.kinds.filter(({ name }) => name === "active_stake");
  const about = { chain: "solana", family: "solana", network: "mainnet", store };
  const again = await verifyRange({ ...verification, kinds }, about, lastEpochs(history));
  expect(again).toEqual({ compared: { active_stake: 4 }, differences: [], missing: [] });
}

/** What a node no longer keeps is missing, in its words. */
async function expectPrunedMissing({ store, stub, history }: Chain, verification: Verification) {
  const { from } = lastEpochs(history);
  const [{ epoch } = { epoch: 0 }] = history.epochs;
  Object.assign(stub.settings, { prunedBelow: history.head, schedulesFrom: epoch + 4 });
  const about = { chain: "solana", family: "solana", network: "mainnet", store };
  const range = { from, to: from + history.slotsPerEpoch - 1 };
  // A vote account may hold older votes.
  const kinds = verification.kinds.filter(({ name }) => name !== "vote_latency");
  const { compared, missing } = await verifyRange({ ...verification, kinds }, about, range, 1_000);
  expect(new Set(Object.values(compared))).toEqual(new Set([0]));
  expect(missing.join("\n")).toMatch(
    new RegExp(
      [
        `^inflation_rewards ${epoch + 2}: .*cleaned up, does not exist on node.*`,
        `block_production ${epoch + 3}: .*firstSlot, ${from}, is too small; min ${history.head}.*`,
        `slot_leader ${from}: .*leader schedule for epoch ${epoch + 3} is unavailable.*`,
        `active_stake ${epoch + 3}: nodes report the stake of the current epoch only, which is ${epoch + 4}$`,
      ].join("\n"),
    ),
  );
}

export async function expectSolanaVerified(chain: Chain): Promise<void> {
  const { store, stub, history } = chain;
  const { info, network } = await openSolanaSession(solanaOptions([stub.url]), { log });
  const verification = solanaVerification(info);
  expect(await verification.software(new AbortController().signal)).toEqual([
    "Agave/4.3.1 (feature set 3640012085)",
  ]);
  const about = { chain: "solana", family: "solana", network, store };
  const { compared, ...rest } = await verifyRange(verification, about, lastEpochs(history), 100);
  for (const [kind, count] of Object.entries(compared)) expect([kind, count > 0]).toEqual([kind, true]);
  expect(rest).toEqual({ differences: [], missing: [] });
  await expectWrongFiguresListed(chain, verification);
  await expectLaterPaymentsAdded(chain, verification);
  await expectPrunedMissing(chain, verification);
}
