/** Data that a node serves only for the present: vote accounts, stake accounts, pools, tips; and an epoch's inflation rewards. */

import { errorMessage, isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { SolanaMessage, TipsMessage, VotersMessage } from "../../schemas/solana/events.ts";
import { readInflation } from "./accounts/inflation.ts";
import { readInfos, type ValidatorInfo } from "./accounts/infos.ts";
import { readPools } from "./accounts/pools.ts";
import { readPriorityFees } from "./accounts/priorityFees.ts";
import { readStakes } from "./accounts/stake.ts";
import { readTipFees } from "./accounts/tipFees.ts";
import { readTips } from "./accounts/tips.ts";
import type { SolanaClient } from "./api/client.ts";
import {
  markedEpoch,
  readPayouts,
  readSupply,
  readVoteAccounts,
  toCredits,
  type VoteAccount,
} from "./api/voters.ts";

/** Attempts for optional data before slots go on without it. */
const triesMax = 3;
/** Some 150 bytes each. */
const tipsPerMessage = 10_000;

function* partsOf<Value>(values: readonly Value[] = []): Generator<Value[]> {
  for (let start = 0; start < values.length; start += tipsPerMessage)
    yield values.slice(start, start + tipsPerMessage);
}

export type StateReaderOptions = {
  network: string;
  client: SolanaClient;
  epochOf: (slot: number) => number;
  lastSlotOf: (epoch: number) => number;
  /** Whether stake accounts are read: mainnet has over a million. */
  readsStakes: boolean;
  log: Logger;
};

export function createStateReader(options: StateReaderOptions) {
  const { network, client, epochOf, lastSlotOf, readsStakes, log } = options;
  const { nodes } = client;

  /** Last epoch whose state, except vote accounts, is on the bus. */
  let publishedEpoch: number | undefined;
  /** Consecutive failures by kind of data. */
  const failures = new Map<string, number>();

  /**
   * Handles optional data that not every node serves and that must not delay slots: if refused, or after repeated failures,
   * it stays empty until the next epoch.
   * @throws SourceError that may be temporary, a few times: the unit is read again
   */
  function leaveEmpty(what: string, error: unknown): void {
    if (!isErrorOfKind(error, "source")) throw error;
    const count = (failures.get(what) ?? 0) + 1;
    failures.set(what, count);
    if (error.retryable && count < triesMax) throw error;
    failures.delete(what);
    log.warn({ network, reason: errorMessage(error) }, `the node doesn't serve ${what}; it stays empty`);
  }

  async function optional<Value>(what: string, read: () => Promise<Value>): Promise<Value | undefined> {
    try {
      const value = await read();
      failures.delete(what);
      return value;
    } catch (error) {
      leaveEmpty(what, error);
      return undefined;
    }
  }

  type Known = {
    versions: ReadonlyMap<string, string> | undefined;
    infos: ReadonlyMap<string, ValidatorInfo> | undefined;
  };

  function toVoter(account: VoteAccount, { versions, infos }: Known) {
    const info = infos?.get(account.nodePubkey);
    return {
      vote_account: account.votePubkey,
      identity: account.nodePubkey,
      activated_stake: account.activatedStake,
      commission: account.commission,
      commission_bps: account.inflationRewardsCommissionBps ?? null,
      last_vote: account.lastVote,
      root_slot: account.rootSlot ?? "0",
      is_delinquent: account.isDelinquent,
      is_epoch_vote_account: account.epochVoteAccount,
      version: versions?.get(account.nodePubkey)?.slice(0, 64) ?? null,
      name: info?.name ?? null,
      website: info?.website ?? null,
      icon_url: info?.icon_url ?? null,
      details: info?.details ?? null,
    };
  }

  async function readVoters(signal: AbortSignal): Promise<VotersMessage> {
    const slot = await client.finalizedSlot(signal);
    const alpenglowSlot = await client.alpenglowSlot(signal);
    const accounts = await readVoteAccounts(nodes, signal);
    const versions = await optional("getClusterNodes", () => client.clusterVersions(signal));
    const infos = await optional("validator infos", () => readInfos(nodes, signal));
    const supply = await optional("getSupply", () => readSupply(nodes, signal));
    const inflation =
      alpenglowSlot === null
        ? []
        : await optional("the inflation of certificates", () => readInflation(nodes, signal));
    const migrationEpoch =
      typeof alpenglowSlot === "number"
        ? epochOf(alpenglowSlot)
        : alpenglowSlot === undefined
          ? markedEpoch(accounts)
          : null;
    return {
      type: "voters",
      network,
      slot,
      epoch: epochOf(slot),
      supply_lamports: supply ?? null,
      voters: accounts.map((account) => toVoter(account, { versions, infos })),
      credits: accounts.flatMap((account) => toCredits(account, migrationEpoch)),
      inflation: inflation ?? [],
    };
  }

  async function readPaid(
    epoch: number,
    accounts: readonly string[],
    signal: AbortSignal,
  ): Promise<SolanaMessage[]> {
    const paid = await optional("getInflationReward", () => readPayouts(nodes, { epoch, accounts }, signal));
    if (paid === undefined) return [];
    const payouts = paid.map(({ account, payout }) => ({
      account,
      effective_slot: payout.effectiveSlot,
      lamports: payout.amount,
      post_balance: payout.postBalance,
      commission: payout.commission ?? null,
    }));
    return [{ type: "payouts", network, epoch, payouts }];
  }

  /**
   * The node's present state, message by message.
   * @param paidEpochs epochs whose inflation has been paid since
   * @param handed epoch for which the run has handed over everything
   */
  async function* read(
    paidEpochs: readonly number[],
    handed: { epoch?: number },
    signal: AbortSignal,
  ): AsyncGenerator<SolanaMessage> {
    const voters = await readVoters(signal);
    yield voters;
    const accounts = voters.voters.map(({ vote_account }) => vote_account);
    for (const epoch of paidEpochs) yield* await readPaid(epoch, accounts, signal);
    const { slot, epoch } = voters;
    const state = { network, slot, epoch };
    // While catching up on old epochs, the state is the same for each of them.
    if (epoch === handed.epoch || epoch === publishedEpoch) return;
    const tips = await optional("tip distributions", () => readTips(nodes, signal));
    const fees = await optional("the fee of the tip router", () => readTipFees(nodes, signal));
    const passedOn = await optional("priority fee distributions", () => readPriorityFees(nodes, signal));
    const nothing: TipsMessage = { type: "tips", ...state, tips: [], priority_fees: [], fees: [] };
    if (fees !== undefined) yield { ...nothing, fees };
    for (const part of partsOf(tips)) yield { ...nothing, tips: part };
    for (const part of partsOf(passedOn)) yield { ...nothing, priority_fees: part };
    const pools = await optional("stake pools", () => readPools(nodes, signal, { isNamed: true }));
    if (pools !== undefined) yield { type: "pools", ...state, pools };
    if (readsStakes) yield* readStakeAccounts(state, signal);
    handed.epoch = epoch;
  }

  /** Without the final count the accounts are not taken as complete. */
  async function* readStakeAccounts(
    state: { network: string; slot: number; epoch: number },
    signal: AbortSignal,
  ): AsyncGenerator<SolanaMessage> {
    const what = "stake accounts (not requested with SOLANA_STAKES=off)";
    try {
      yield* readStakes(nodes, { ...state, lastSlot: lastSlotOf(state.epoch) }, signal);
      failures.delete(what);
    } catch (error) {
      // The epoch ended meanwhile, so the state belongs to the next one, which is read instead.
      if (isErrorOfKind(error, "source") && error.code === "too_late")
        throw new SourceError(error.message, { code: error.code, cause: error });
      leaveEmpty(what, error);
    }
  }

  /**
   * The readings of one run. State that a run handed over counts as read once it is on the bus: if the bus loses it, the
   * run is dropped, and the next one reads it again.
   */
  function openRun() {
    const handed: { epoch?: number } = {};
    return {
      read: (paidEpochs: readonly number[], signal: AbortSignal) => read(paidEpochs, handed, signal),
      /** @returns a function that records that the bus has everything handed over so far */
      handedOver: () => {
        const { epoch } = handed;
        return () => {
          publishedEpoch = epoch ?? publishedEpoch;
        };
      },
    };
  }

  return { openRun };
}
