/** Blocks → one message of columns. Pure. */
import type { BusMessage } from "../../lib/bus/bus.ts";
import { schemaVersionHeader } from "../../lib/bus/schemaVersion.ts";
import { pack } from "../../lib/packed.ts";
import {
  type AvalancheMessage,
  avalancheSchemaVersion,
  avalancheTopics,
  type BlocksMessage,
  blockKinds,
  type EndedMessage,
  type RewardFact,
  type StakeFact,
} from "../../schemas/avalanche/events.ts";
import type { Block, StakeTx } from "./codec/types.ts";

type StakeFields = Omit<StakeFact, "height" | "position" | "is_proposed">;

const toStake = (tx: StakeTx): StakeFields => ({
  tx_id: tx.txId,
  type_id: tx.typeId,
  node_id: tx.nodeId,
  is_validator: tx.isValidator,
  pubkey: tx.pubkey,
  weight: tx.weight.toString(),
  shares: tx.shares,
  period: tx.period,
  restake_shares: tx.restakeShares,
  start: tx.start,
  end: tx.end,
});

/** Facts per message: some 500 bytes each. */
const factsPerMessage = 2_000;

/** Splits consecutive blocks into messages of moderate size; a block stays whole. */
export function inParts(blocks: readonly Block[]): { from: number; to: number }[] {
  const parts: { from: number; to: number }[] = [];
  let facts = 0;
  blocks.forEach(({ txs }, i) => {
    const part = parts.at(-1);
    facts += txs.length;
    if (part !== undefined && facts <= factsPerMessage) part.to = i + 1;
    else {
      parts.push({ from: i, to: i + 1 });
      facts = txs.length;
    }
  });
  return parts;
}

/** @param times seconds of each block: its own, or the chain's before Banff */
export function toBlocksMessage(
  blocks: readonly Block[],
  times: Uint32Array,
  common: Pick<BlocksMessage, "network" | "helicon">,
): BlocksMessage {
  const kind = new Uint8Array(blocks.length);
  const message: BlocksMessage = {
    type: "blocks",
    ...common,
    from: blocks[0]?.height ?? 0,
    count: blocks.length,
    time: pack(times),
    kind: "",
    stakes: [],
    configs: [],
    rewards: [],
    unknowns: [],
  };
  blocks.forEach((block, i) => {
    kind[i] = blockKinds.indexOf(block.kind);
    const { height } = block;
    block.txs.forEach((tx, position) => {
      if (tx.kind === "stake") message.stakes.push({ ...toStake(tx), height, position, is_proposed: false });
      if (tx.kind === "config")
        message.configs.push({
          height,
          position,
          tx_id: tx.txId,
          period: tx.period,
          restake_shares: tx.restakeShares,
        });
    });
    // Before Banff, transactions that began or rewarded a stake were proposed.
    const { proposal } = block;
    if (proposal?.kind === "stake")
      message.stakes.push({ ...toStake(proposal), height, position: block.txs.length, is_proposed: true });
    if (proposal?.kind === "reward")
      message.rewards.push({ height, type_id: proposal.typeId, tx_id: proposal.txId });
    for (const { typeId, position } of block.unknown)
      message.unknowns.push({
        height,
        position,
        type_id: typeId,
        unread: block.unread ?? Number(block.kind === "unknown"),
      });
  });
  return { ...message, kind: pack(kind) };
}

/**
 * @param tx undefined if no node has it
 * @param paid UTXOs of its rewards by index; undefined if the node keeps none
 */
export function toEndedMessage(
  reward: RewardFact,
  tx: StakeTx | undefined,
  paid: readonly { index: number; amount: bigint }[] | undefined,
  common: Pick<EndedMessage, "network" | "helicon">,
): EndedMessage {
  const inOrder = [...(paid ?? [])].sort((one, other) => one.index - other.index);
  return {
    type: "ended",
    ...common,
    height: reward.height,
    tx_id: reward.tx_id,
    stake: tx === undefined ? null : toStake(tx),
    paid: inOrder.length === 0 ? null : inOrder.map(({ amount }) => amount.toString()),
  };
}

/** All messages of a network share one partition per topic: supply carries over from stake to stake. */
export function toBusMessage(message: AvalancheMessage): BusMessage {
  const topic = message.type === "blocks" ? avalancheTopics.block : avalancheTopics.state;
  return {
    topic: topic.name,
    key: message.network,
    value: Buffer.from(JSON.stringify(message)),
    headers: { type: message.type, [schemaVersionHeader]: String(avalancheSchemaVersion) },
  };
}
