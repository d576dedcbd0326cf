/** Data that a node serves only for the present: vote accounts, stake accounts, pools, tips; and an epoch's inflation rewards. */

import { isErrorOfKind, SourceError } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import type { SolanaMessage, TipsMessage } from "../../schemas/solana/events.ts";
import { readPools } from "./accounts/pools.ts";
import { readPriorityFees } from "./accounts/priorityFees.ts";
import { readStakes } from "./accounts/stake.ts";
import { readTipFees } from "./accounts/tipFees.ts";
import { readTips } from "./accounts/tips.ts";
import type { SolanaClient } from "./api/client.ts";
import { readPayouts } from "./api/voters.ts";
import { createOptionalData } from "./optionalData.ts";
import { readVoters } from "./voterState.ts";

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
  const { network, client, lastSlotOf, readsStakes, log } = options;
  const { nodes } = client;
  const data = createOptionalData(network, log);
  const { optional } = data;
  /** Last epoch whose state, except vote accounts, is on the bus. */
  let publishedEpoch: number | undefined;

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
    const voters = await readVoters(options, data, signal);
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
      data.noteRead(what);
    } catch (error) {
      // The epoch ended meanwhile, so the state belongs to the next one, which is read instead.
      if (isErrorOfKind(error, "source") && error.code === "too_late")
        throw new SourceError(error.message, { code: error.code, cause: error });
      data.leaveEmpty(what, error);
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
