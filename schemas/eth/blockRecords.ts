/** Records of Ethereum's slots. Field order is the order in the JSON and in the SQL. */
import { z } from "zod";
import { bigIntegerColumn, integerColumn, textColumn, textListColumn } from "../columns.ts";

const integerOrNull = integerColumn.nullable();
const weiOrNull = bigIntegerColumn.nullable();
const textOrNull = textColumn.nullable();
const unknownWithoutNode = "null without an execution node, and until it has returned the block";
const transactions = (kind: string) =>
  integerOrNull.describe(`Transactions of the payload ${kind}; null without a payload, or if unknown`);
const fees = (kind: string) =>
  weiOrNull.describe(`Priority fees of transactions ${kind}, wei; ${unknownWithoutNode}`);
const duty = "proposed, missed or orphaned";

export const block = z
  .object({
    epoch: integerColumn.describe("Epoch of the slot"),
    consensusSlot: integerColumn.describe("Slot"),
    consensusBlockRoot: textOrNull.describe("Root of the canonical block; null without one"),
    executionBlockNumber: integerOrNull.describe("Number of the execution block; null without a payload"),
    executionBlockHash: textOrNull.describe("Hash of the execution block; null without a payload"),
    validatorIndex: integerColumn.describe("Validator with the proposal duty"),
    feeRecipient: textOrNull.describe("Fee recipient of the payload; null without one"),
    totalType0Transactions: transactions("of type 0 (legacy)"),
    totalType1Transactions: transactions("of type 1 (access lists)"),
    totalType2Transactions: transactions("of type 2 (EIP-1559)"),
    totalType3Transactions: transactions("of type 3 (blobs)"),
    totalTransactions: integerColumn.describe("Transactions of the payload, of all types"),
    totalGasUsed: integerOrNull.describe("Gas used; null without a payload, or if unknown"),
    baseFeePerGas: weiOrNull.describe("Base fee, wei; null without a payload"),
    totalBurntFees: weiOrNull.describe(
      "gasUsed · baseFeePerGas + blobGasUsed · blobGasPrice, wei; null without an execution node",
    ),
    totalType0TxFees: fees("of type 0"),
    totalType1TxFees: fees("of type 1"),
    totalType2TxFees: fees("of type 2"),
    totalType3TxFees: fees("of type 3"),
    totalPriorityFees: integerOrNull.describe(
      `Priority fees of all transactions, gwei; ${unknownWithoutNode}`,
    ),
    totalPriorityFeesValidator: integerOrNull.describe(
      "Priority fees that reached the proposer, at most the builder's payment, gwei; null if unknown",
    ),
    baselineMev: integerOrNull.describe(
      "Other income: the part of the builder's payment above the priority fees, or transfers to the fee recipient, gwei; null if unknown",
    ),
    executionRewards: integerOrNull.describe(
      "totalPriorityFeesValidator + baselineMev, gwei; null if either is null",
    ),
    missedExecutionRewards: integerOrNull.describe(
      "For a slot without a canonical block, mean execution rewards of the epoch's blocks, or of all earlier blocks if the epoch has none, gwei; null for other slots, or if unknown",
    ),
    consensusRewards: integerOrNull.describe(
      "Reward for attestations, sync aggregate and slashing evidence, gwei; null until all its duties are computed",
    ),
    missedConsensusRewards: integerOrNull.describe(
      "For a slot without a canonical block, mean consensus rewards of the epoch's blocks, or of all earlier blocks, gwei; null for other slots, or if unknown",
    ),
    totalRewards: integerOrNull.describe("executionRewards + consensusRewards, gwei; null if either is null"),
    totalRewardsMissed: integerOrNull.describe(
      "missedExecutionRewards + missedConsensusRewards, gwei; null if either is null",
    ),
    executionProposerDuty: textColumn.describe(`${duty}, or empty (proposed without transactions)`),
    consensusProposerDuty: textColumn.describe(duty),
    blockTimestamp: textColumn.describe("Start of the slot in UTC, without a zone: 2020-12-01T12:00:23"),
    totalSanctionedTransactions: integerOrNull.describe(
      "Transactions from or to a listed address; 0 without a payload; null if there was no list, or no receipts of the payload",
    ),
    relays: textListColumn.nullable().describe("Relays that delivered the block; null without relays"),
    blockBuilderPubkeys: textListColumn
      .nullable()
      .describe("Public key of the builder for each of the relays; null without relays"),
  })
  .meta({ id: "Blocks" });
