/**
 * The activation queue, exit queue and pending withdrawals of a generated chain in an epoch's first slot, in plain loops.
 * Shares no code with the product.
 */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import { canonicalSnapshot } from "../../fixtures/eth/scenario/truth.ts";

const eth = 1_000_000_000;
const largest = (values: readonly number[]) => values.reduce((max, one) => Math.max(max, one), 0);

/** Gwei that an epoch lets in since Electra, validators before. */
function activationChurn(chain: EthFixture, fork: string, active: { count: number; stake: number }): number {
  const number = (name: string) => chain.constants.number(name);
  const isCapped = fork !== "phase0" && fork !== "altair" && fork !== "bellatrix" && fork !== "capella";
  if (!isCapped || fork === "deneb") {
    const share = Math.max(
      number("MIN_PER_EPOCH_CHURN_LIMIT"),
      Math.floor(active.count / number("CHURN_LIMIT_QUOTIENT")),
    );
    return isCapped ? Math.min(number("MAX_PER_EPOCH_ACTIVATION_CHURN_LIMIT"), share) : share;
  }
  const isGloas = fork === "gloas";
  const quotient = number(isGloas ? "CHURN_LIMIT_QUOTIENT_GLOAS" : "CHURN_LIMIT_QUOTIENT");
  const share = Math.max(
    number("MIN_PER_EPOCH_CHURN_LIMIT_ELECTRA"),
    Math.floor(active.stake / quotient / eth) * eth,
  );
  return Math.min(
    number(
      isGloas ? "MAX_PER_EPOCH_ACTIVATION_CHURN_LIMIT_GLOAS" : "MAX_PER_EPOCH_ACTIVATION_EXIT_CHURN_LIMIT",
    ),
    share,
  );
}

/** By the name of its field in the answer. */
export function modelQueues(chain: EthFixture, epoch: number) {
  const slots = chain.constants.number("SLOTS_PER_EPOCH");
  const minutes = (slots * chain.constants.number("SECONDS_PER_SLOT")) / 60;
  const { fork, validators, balances, pendingDeposits, pendingConsolidations } = canonicalSnapshot(
    chain,
    epoch * slots,
  );
  const sources = new Set(pendingConsolidations.map(({ source_index }) => source_index));
  const rows = validators.map((validator, index) => ({
    ...validator,
    stake: Number(validator.effectiveBalance),
    balance: Number(balances[index]),
    // A slashed source is dropped from the queue: it exits by itself.
    isSource: sources.has(index) && !validator.slashed,
  }));
  const stakeOf = (list: typeof rows) => list.reduce((sum, { stake }) => sum + stake, 0);
  const active = rows.filter(
    ({ activationEpoch, exitEpoch }) => activationEpoch <= epoch && epoch < exitEpoch,
  );
  const churn = activationChurn(chain, fork, { count: active.length, stake: stakeOf(active) });
  const eligible = rows.filter(
    ({ activationEligibilityEpoch, activationEpoch }) =>
      Number.isFinite(activationEligibilityEpoch) && activationEpoch > epoch,
  );
  const keys = new Set(rows.map(({ pubkey }) => pubkey));
  const fresh = pendingDeposits.filter(({ pubkey }) => !keys.has(pubkey));
  const amount = (list: typeof pendingDeposits) => list.reduce((sum, one) => sum + Number(one.amount), 0);
  const isWaiting = (until: number) => Number.isFinite(until) && until > epoch;
  const exiting = rows.filter(({ exitEpoch, isSource }) => isWaiting(exitEpoch) && !isSource);
  const withdrawable = rows.filter(
    ({ withdrawableEpoch, isSource }) => isWaiting(withdrawableEpoch) && !isSource,
  );
  const left = (until: readonly number[]) => Math.max(0, largest(until) - epoch) * minutes;
  // Electra's has_execution_withdrawal_credential: validators with BLS credentials are not paid.
  const payable = rows.filter(({ withdrawalCredentials }) => /^0x0[12]/.test(withdrawalCredentials));
  const full = payable.filter(({ withdrawableEpoch, balance }) => withdrawableEpoch <= epoch && balance > 0);
  const ceilingOf = ({ withdrawalCredentials }: (typeof rows)[number]) =>
    (withdrawalCredentials.startsWith("0x02") ? 2048 : 32) * eth;
  const partial = payable.filter((one) => {
    const ceiling = ceilingOf(one);
    return one.withdrawableEpoch > epoch && one.stake === ceiling && one.balance > ceiling;
  });
  const fullBalance = full.reduce((sum, { balance }) => sum + balance, 0);
  const partialBalance = partial.reduce((sum, one) => sum + one.balance - ceilingOf(one), 0);
  const isElectra = fork === "electra" || fork === "fulu" || fork === "gloas";
  return {
    latestEpoch: epoch,
    activationQueueMinutes: ((isElectra ? amount(pendingDeposits) : eligible.length) / churn) * minutes,
    activatingValidators: eligible.length + new Set(fresh.map(({ pubkey }) => pubkey)).size,
    activatingStake: stakeOf(eligible) + amount(fresh),
    exitQueueMinutes: left(exiting.map(({ exitEpoch }) => exitEpoch)),
    exitingValidators: exiting.length,
    exitingStake: stakeOf(exiting),
    withdrawalQueueMinutes: left(withdrawable.map(({ withdrawableEpoch }) => withdrawableEpoch)),
    withdrawalProcessingQueueMinutes: (rows.length / 16) * (minutes / slots),
    fullyWithdrawingValidators: full.length,
    partiallyWithdrawingValidators: partial.length,
    totalWithdrawingValidators: full.length + partial.length,
    fullyWithdrawingBalance: fullBalance,
    partiallyWithdrawingBalance: partialBalance,
    totalWithdrawingBalance: fullBalance + partialBalance,
  };
}
