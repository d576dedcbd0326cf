/** Answers about slots of a generated chain, from its truth. */
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { ExecutionSlot } from "../../fixtures/eth/scenario/executionTruth.ts";

export const gweiOf = (wei: bigint) => Number(wei / 1_000_000_000n);
type Proposal = EthFixture["truth"]["proposals"][number];
export const consensusOf = (proposal: Proposal) =>
  Number(proposal.attestationReward + proposal.syncReward + proposal.slashingReward);

/** Mean consensus reward of the blocks of an epoch, in whole Gwei. */
export function missedConsensus(chain: EthFixture, epoch: number): number {
  const own = chain.truth.proposals.filter((one) => one.epoch === epoch && one.status === "proposed");
  return Math.floor(own.reduce((sum, one) => sum + consensusOf(one), 0) / own.length);
}

/** A record of /v0/eth/blocks. @param sources execution nodes and relays, or none of them */
export function modelBlock(chain: EthFixture, slot: ExecutionSlot, sources: "all" | "none" = "all") {
  const proposal = chain.truth.proposals.find((one) => one.slot === slot.slot);
  if (proposal === undefined) throw new Error(`slot ${slot.slot} has no duty`);
  const { block } = slot;
  const isProposed = slot.status === "proposed";
  const ifReported = <Value>(value: Value) => (sources === "all" ? value : null);
  const ofType = (type: number) => block?.transactions.filter((one) => one.type === type).length ?? 0;
  // Their digits may be more than a number holds: compared as parsed, like the answer.
  const fees = (type: number) => ifReported(Number(slot.tipsByType[type] ?? 0n));
  const consensusRewards = isProposed ? consensusOf(proposal) : 0;
  const missedConsensusRewards = isProposed ? 0 : missedConsensus(chain, slot.epoch);
  const relays = slot.relays
    .map((name, place) => ({ name, builder: slot.builders[place] }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const seconds = chain.options.genesisTime + slot.slot * chain.constants.number("SECONDS_PER_SLOT");
  return {
    epoch: slot.epoch,
    consensusSlot: slot.slot,
    consensusBlockRoot: isProposed ? proposal.blockRoot : null,
    executionBlockNumber: block?.number ?? null,
    executionBlockHash: block?.hash ?? null,
    validatorIndex: slot.validator,
    feeRecipient: block?.feeRecipient ?? null,
    totalType0Transactions: ofType(0),
    totalType1Transactions: ofType(1),
    totalType2Transactions: ofType(2),
    totalType3Transactions: ofType(3),
    totalTransactions: block?.transactions.length ?? 0,
    totalGasUsed: block?.gasUsed ?? 0,
    baseFeePerGas: block === null ? null : Number(block.baseFee),
    totalBurntFees: ifReported(Number(slot.burnt)),
    totalType0TxFees: fees(0),
    totalType1TxFees: fees(1),
    totalType2TxFees: fees(2),
    totalType3TxFees: fees(3),
    totalPriorityFees: ifReported(gweiOf(slot.tips)),
    totalPriorityFeesValidator: ifReported(gweiOf(slot.validatorTips)),
    baselineMev: ifReported(gweiOf(slot.baselineMev)),
    executionRewards: ifReported(gweiOf(slot.executionRewards)),
    missedExecutionRewards: ifReported(gweiOf(slot.missedRewards)),
    consensusRewards,
    missedConsensusRewards,
    totalRewards: ifReported(gweiOf(slot.executionRewards) + consensusRewards),
    totalRewardsMissed: ifReported(gweiOf(slot.missedRewards) + missedConsensusRewards),
    executionProposerDuty: isProposed && proposal.isPayloadEmpty ? "empty" : slot.status,
    consensusProposerDuty: slot.status,
    blockTimestamp: new Date(seconds * 1000).toISOString().slice(0, 19),
    totalSanctionedTransactions: block === null ? 0 : ifReported(slot.sanctioned),
    relays: ifReported(relays.map(({ name }) => name)),
    blockBuilderPubkeys: ifReported(relays.map(({ builder }) => builder)),
  };
}
