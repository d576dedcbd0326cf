/**
 * Corrected facts: after a wrong node, and a backfill from a right one, every record equals that of a fresh
 * warehouse with the same facts, including records that depend on the changed ones.
 */
import { expect, it } from "vitest";
import { startStubExecutionNode } from "../fixtures/eth/stubExecutionNode.ts";
import { startStubBeaconNode } from "../fixtures/eth/stubNode.ts";
import type { BusMessage } from "../lib/bus/bus.ts";
import { decodeValue } from "../lib/bus/value.ts";
import { bytesOf, type Packed, pack, unpack } from "../lib/packed.ts";
import type { Store } from "../lib/store/store.ts";
import { registryColumns } from "../schemas/eth/events.ts";
import type { ExecutionBlockFact } from "../schemas/eth/facts.ts";
import { createEthTransform } from "../transform/eth/transform.ts";
import type { ChainMessage, ChainTransform } from "../transform/frame/worker.ts";
import { eigenlayerLaws } from "./support/eigenlayerLaws.ts";
import { chain as ethHistory, from, to } from "./support/ethLaws.ts";
import { openEthSession } from "./support/ethPipeline.ts";
import { fingerprint } from "./support/fingerprint.ts";
import type { LawChain } from "./support/laws.ts";
import { thinned } from "./support/nightCases.ts";
import { log, publishedBy } from "./support/pipeline.ts";
import { polygonLaws } from "./support/polygonLaws.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

type Message = ChainMessage & Record<string, unknown>;
type Case = {
  name: string;
  chain: Pick<LawChain, "family" | "listen" | "createTransform">;
  /** A wrong message of a node. @param place among messages of its type */
  spoil(message: Message, place: number): Message;
  /** Records that follow from those that change. */
  following: readonly string[];
  /** The types of messages that are published again; default: all. */
  corrected?: string;
};

/** @param smallRegistry up to how many validators each epoch has a whole registry */
const ethChain = (smallRegistry?: number): Case["chain"] => ({
  family: "eth",
  listen: async () => {
    const node = await startStubBeaconNode(ethHistory);
    const execution = await startStubExecutionNode(ethHistory);
    const openSession = () =>
      openEthSession(node.url, {
        execution: { urls: [execution.url], restMs: 0 },
        ...(smallRegistry === undefined ? {} : { smallRegistry }),
      });
    try {
      return await publishedBy({ chain: { id: "eth" }, openSession, range: { from, to } });
    } finally {
      await node.close();
      await execution.close();
    }
  },
  createTransform: (store) => createEthTransform({ store, log }) as ChainTransform<ChainMessage>,
});
const eth = ethChain();

/** Amounts of EigenLayer's logs are 32 bytes each, of which the last but one changes; or no log is there. */
function otherShares(message: Message, isMissing: boolean): Message {
  const shares = message.shares as Record<string, string | number>;
  if (message.type !== "logs" || shares.count === 0) return message;
  if (isMissing)
    return {
      ...message,
      shares: Object.fromEntries(
        Object.entries(shares).map(([name, value]) => [name, typeof value === "number" ? 0 : ""]),
      ),
    };
  const amount = Uint8Array.from(bytesOf(String(shares.amount)));
  for (let end = 0; end < amount.length; end += 32) amount[end + 1] = (amount[end + 1] ?? 0) ^ 1;
  return { ...message, shares: { ...shares, amount: Buffer.from(amount).toString("base64") } };
}

type Event = { amount: string };

/** Ten times the priority fees of a payload. */
const tenfold = (block: ExecutionBlockFact): ExecutionBlockFact => ({
  ...block,
  tips_wei: block.tips_wei.map((tips) => `${tips}0`),
});

const far = 2n ** 64n - 1n;

/** Other exit epochs in a registry. */
function otherExits(message: Message, other: (exitEpoch: bigint, validator: number) => bigint): Message {
  if (message.type !== "registry") return message;
  const validators = unpack(Uint32Array, message.validator_index as Packed);
  const exits = unpack(BigUint64Array, message.exit_epoch as Packed);
  return { ...message, exit_epoch: pack(exits.map((exit, i) => other(exit, validators[i] as number))) };
}

/** The last change of an epoch once more, of another validator that leaves; or the epoch that counts it. */
function withExitOf(validator: number, message: Message): Message {
  if (message.type === "epoch") return { ...message, registry_rows: Number(message.registry_rows) + 1 };
  const count = Number(message.count);
  const repeated = Object.keys(registryColumns).map((name) => {
    const bytes = bytesOf(message[name] as Packed);
    return [name, pack(Uint8Array.from([...bytes, ...bytes.slice(-bytes.length / count)]))];
  });
  const validators = [...unpack(Uint32Array, message.validator_index as Packed), validator];
  const own = {
    ...Object.fromEntries(repeated),
    count: count + 1,
    validator_index: pack(Uint32Array.from(validators)),
  };
  return otherExits({ ...message, ...own }, (exit, one) => (one === validator ? 90n : exit));
}

const eigenlayerFollowing = [
  "fct_eigenlayer_staker_state_daily",
  "fct_eigenlayer_operator_state_daily",
  "fct_eigenlayer_strategy_daily",
];
/** Exits of this history that were decided on in epoch 8, and one that never was. */
const earlyExits = new Map([
  [10, 14n],
  [11, 15n],
  [12, 17n],
  [50, 90n],
]);
const polygonFollowing = [
  "fct_polygon_validator_checkpoint",
  "fct_polygon_validator_daily",
  "fct_polygon_window",
];

const cases: Case[] = [
  {
    name: "EigenLayer: amounts of early logs",
    chain: eigenlayerLaws,
    spoil: (message, place) => (place === 0 ? otherShares(message, false) : message),
    following: eigenlayerFollowing,
  },
  {
    name: "EigenLayer: early logs that were left out",
    chain: eigenlayerLaws,
    spoil: (message, place) => (place === 0 ? otherShares(message, true) : message),
    following: eigenlayerFollowing,
  },
  {
    name: "Polygon: delegations",
    chain: polygonLaws,
    spoil: (message) =>
      message.type === "events"
        ? {
            ...message,
            shares: (message.shares as Event[]).map((one) => ({ ...one, amount: `${one.amount}7` })),
          }
        : message,
    following: polygonFollowing,
  },
  {
    name: "Polygon: rewards of checkpoints",
    chain: polygonLaws,
    spoil: (message) =>
      message.type === "checkpoints"
        ? {
            ...message,
            checkpoints: (message.checkpoints as { reward: string }[]).map((one) => ({
              ...one,
              reward: `${one.reward}0`,
            })),
          }
        : message,
    following: polygonFollowing,
  },
  {
    name: "Polygon: who signed",
    chain: polygonLaws,
    spoil: (message) =>
      message.type === "checkpoints"
        ? {
            ...message,
            checkpoints: (message.checkpoints as { signers: number[] }[]).map((one) => ({
              ...one,
              signers: one.signers.slice(1),
            })),
          }
        : message,
    following: polygonFollowing,
  },
  {
    name: "Polygon: turns that were passed on",
    chain: polygonLaws,
    spoil: (message) =>
      message.type === "turns"
        ? {
            ...message,
            checkpoints: (message.checkpoints as object[]).map((one) => ({ ...one, passed: [] })),
          }
        : message,
    following: ["fct_polygon_validator_checkpoint", "fct_polygon_validator_daily"],
  },
  {
    name: "Ethereum: attestations in blocks",
    chain: eth,
    spoil: (message) => (message.type === "block" ? { ...message, attestations: [] } : message),
    following: [
      "fct_eth_validator_performance_daily",
      "fct_eth_validator_window",
      "fct_eth_entity_window",
      "fct_eth_entity_rank",
      "fct_eth_network_window",
    ],
  },
  {
    name: "Ethereum: when validators leave",
    chain: eth,
    spoil: (message) => otherExits(message, (exit) => (exit >= 13n && exit < far ? exit - 2n : exit)),
    following: [
      "int_eth_stake_movement",
      "fct_eth_stake_movement",
      "fct_eth_movement_window",
      "fct_eth_network_queue",
    ],
  },
  {
    name: "Ethereum: exits reported too early",
    chain: eth,
    spoil: (message) =>
      message.type === "registry" && message.epoch === 8
        ? otherExits(message, (exit, validator) => earlyExits.get(validator) ?? exit)
        : message,
    following: ["int_eth_exit_request", "fct_eth_movement_window"],
  },
  {
    name: "Ethereum: an exit that never was",
    // Between snapshots a corrected epoch does not name validators without a change.
    chain: ethChain(0),
    spoil: (message) =>
      ["registry", "epoch"].includes(String(message.type)) && message.epoch === 9
        ? withExitOf(50, message)
        : message,
    following: ["int_eth_exit_request"],
  },
  {
    name: "Ethereum: receipts that come later than days",
    chain: eth,
    spoil: (message) =>
      message.type === "execution_block"
        ? { ...message, blocks: (message.blocks as ExecutionBlockFact[]).map(tenfold) }
        : message,
    following: [
      "fct_eth_block",
      "fct_eth_validator_performance_daily",
      "fct_eth_entity_performance_daily",
      "fct_eth_entity_window",
    ],
    corrected: "execution_block",
  },
];

const recordsOf = (store: Store) => fingerprint(store, "int|fct");

it.each(thinned(cases))("$name", async ({ chain, spoil, following, corrected: type }) => {
  const { schema } = chain.createTransform(undefined as unknown as Store);
  const parse = ({ value }: BusMessage) => schema.parse(decodeValue(value)) as Message;
  const messages = (await chain.listen()).map(parse);
  const wrong = messages.map((message, i) =>
    spoil(message, messages.slice(0, i).filter(({ type }) => type === message.type).length),
  );
  async function say(store: Store, said: readonly Message[]): Promise<Record<string, string>> {
    // A new worker, without memory of earlier messages.
    const transform = chain.createTransform(store);
    // A message that comes alone belongs to a network that a worker has read from the tables.
    if (type !== undefined) await transform.recover?.();
    await transform.write(said);
    await transform.compute(said);
    await transform.settle("all");
    return await recordsOf(store);
  }
  // One after the other: a process opens one warehouse.
  const fresh = await openTemporaryStore(chain);
  const expected = await say(fresh.store, messages).finally(() => fresh.close());
  const corrected = await openTemporaryStore(chain);
  try {
    const spoilt = await say(corrected.store, wrong);
    expect(following.filter((table) => spoilt[table] === expected[table])).toEqual([]);
    const again = messages.filter((message) => type === undefined || message.type === type);
    expect(await say(corrected.store, again)).toEqual(expected);
  } finally {
    await corrected.close();
  }
});
