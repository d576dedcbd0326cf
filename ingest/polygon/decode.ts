/** Logs of the root chain in, facts out. Pure. */
import type { Interface } from "ethers";
import { z } from "zod";
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { SourceError } from "../../lib/errors.ts";
import { address, root } from "../../schemas/common.ts";
import {
  type PolygonMessage,
  polygonTopics,
  type ShareEvent,
  type StakeEvent,
  schemaVersions,
} from "../../schemas/polygon/events.ts";
import { blockNumber, quantity } from "../execution/client.ts";
import { headerBlocksPerCheckpoint } from "./api/contracts.ts";

const lowerCase = z.string().toLowerCase();
export const logsAnswer = z.array(
  z.object({
    address: lowerCase.pipe(address),
    topics: z.array(lowerCase).min(1),
    data: z.string(),
    blockNumber,
    blockHash: lowerCase.pipe(root),
    transactionHash: lowerCase.pipe(root),
    logIndex: quantity.transform(Number),
    removed: z.boolean().default(false),
  }),
);
export type RootLog = z.output<typeof logsAnswer>[number];

/** A checkpoint from its log on the root chain. */
export type Header = {
  checkpoint: number;
  block_number: number;
  log_index: number;
  block_hash: string;
  transaction_hash: string;
  proposer: string;
  reward: bigint;
  startBlock: bigint;
  endBlock: bigint;
};

export type DecodedLogs = { headers: Header[]; stakes: StakeEvent[]; shares: ShareEvent[] };

type Values = Readonly<Record<string, unknown>>;
const text = (value: unknown) => String(value).toLowerCase();

type StakeFields = Omit<StakeEvent, "block_number" | "log_index">;
const nothing = { validator: 0, account: null, amount: "0", former: "0", epoch: "0", nonce: "0" };

/** Events of validators and rules by name; other fields are zero. */
const stakeEvents: Readonly<
  Record<string, (event: Values) => Partial<StakeFields> & Pick<StakeFields, "kind">>
> = {
  Staked: (event) => ({
    kind: "staked",
    account: text(event.signer),
    amount: String(event.amount),
    epoch: String(event.activationEpoch),
    nonce: String(event.nonce),
  }),
  UnstakeInit: (event) => ({
    kind: "unstake_init",
    amount: String(event.amount),
    epoch: String(event.deactivationEpoch),
    nonce: String(event.nonce),
  }),
  Restaked: (event) => ({ kind: "restaked", amount: String(event.amount) }),
  SignerChange: (event) => ({
    kind: "signer_change",
    account: text(event.newSigner),
    nonce: String(event.nonce),
  }),
  UpdateCommissionRate: (event) => ({
    kind: "commission",
    amount: String(event.newCommissionRate),
    former: String(event.oldCommissionRate),
  }),
  Jailed: (event) => ({ kind: "jailed", account: text(event.signer), epoch: String(event.exitEpoch) }),
  UnJailed: (event) => ({ kind: "unjailed", account: text(event.signer) }),
  StakeUpdate: (event) => ({
    kind: "stake_update",
    amount: String(event.newAmount),
    nonce: String(event.nonce),
  }),
  ClaimRewards: (event) => ({ kind: "reward_claim", amount: String(event.amount) }),
  RewardUpdate: (event) => ({
    kind: "reward_update",
    amount: String(event.newReward),
    former: String(event.oldReward),
  }),
  ProposerBonusChange: (event) => ({
    kind: "proposer_bonus",
    amount: String(event.newProposerBonus),
    former: String(event.oldProposerBonus),
  }),
  RewardParams: (event) => ({
    kind: "reward_params",
    amount: String(event.rewardDecreasePerCheckpoint),
    former: String(event.checkpointRewardDelta),
    epoch: String(event.maxRewardedCheckpoints),
  }),
};

type ShareFields = Pick<ShareEvent, "kind" | "account" | "amount">;
const burnt = (event: Values): ShareFields[] => [
  { kind: "burn", account: text(event.user), amount: String(-(event.amount as bigint)) },
];

/** Events of delegations; `tokens` counts shares. A share is worth a token, since stakes are never slashed. */
const shareEvents: Readonly<Record<string, (event: Values) => ShareFields[]>> = {
  ShareMinted: (event) => [{ kind: "mint", account: text(event.user), amount: String(event.amount) }],
  ShareBurned: burnt,
  ShareBurnedWithId: burnt,
  SharesTransfer: (event) => [
    { kind: "transfer_out", account: text(event.from), amount: String(-(event.value as bigint)) },
    { kind: "transfer_in", account: text(event.to), amount: String(event.value) },
  ],
};

function headerOf(log: RootLog, event: Values): Header {
  return {
    checkpoint: Number((event.headerBlockId as bigint) / headerBlocksPerCheckpoint),
    block_number: log.blockNumber,
    log_index: log.logIndex,
    block_hash: log.blockHash,
    transaction_hash: log.transactionHash,
    proposer: text(event.proposer),
    reward: event.reward as bigint,
    startBlock: event.start as bigint,
    endBlock: event.end as bigint,
  };
}

/** @throws SourceError `bad_answer` for a log that does not match its event's ABI */
export function decodeLogs(abi: Interface, logs: readonly RootLog[]): DecodedLogs {
  const decoded: DecodedLogs = { headers: [], stakes: [], shares: [] };
  for (const log of logs) {
    const parsedLog = abi.parseLog(log);
    if (parsedLog === null)
      throw new SourceError(
        `eth_getLogs: a log of ${log.address} in block ${log.blockNumber} that was not requested`,
        {
          code: "lying",
        },
      );
    const event = parsedLog.args.toObject() as Values;
    const place = { block_number: log.blockNumber, log_index: log.logIndex };
    const validator = Number(event.validatorId ?? 0n);
    if (parsedLog.name === "NewHeaderBlock") decoded.headers.push(headerOf(log, event));
    const stake = stakeEvents[parsedLog.name]?.(event);
    if (stake !== undefined) decoded.stakes.push({ ...nothing, ...stake, ...place, validator });
    for (const share of shareEvents[parsedLog.name]?.(event) ?? [])
      if (share.amount !== "0") decoded.shares.push({ ...share, ...place, validator });
  }
  return decoded;
}

const topicOf = (type: PolygonMessage["type"]) =>
  type === "checkpoints" || type === "bor" || type === "turns"
    ? polygonTopics.checkpoint.name
    : type === "state" || type === "priority_fees"
      ? polygonTopics.state.name
      : polygonTopics.event.name;

/** All messages of a network share a partition of their topic: a checkpoint depends on all events before it. */
export function toBusMessage(message: PolygonMessage): BusMessage {
  return {
    topic: topicOf(message.type),
    key: message.network,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(schemaVersions[message.type]) },
  };
}
