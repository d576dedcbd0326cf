import { afterEach, describe, expect, it } from "vitest";
import { unpack } from "../../../lib/packed.ts";
import {
  type StakeCountMessage,
  type StakesMessage,
  solanaMessage,
  solanaTopics,
} from "../../../schemas/solana/events.ts";
import { readStakes } from "./stake.ts";
import { decodeStake } from "./stakeAccount.ts";
import { createStakeBatch } from "./stakeBatch.ts";
import {
  accountJson,
  addressOf,
  answerJson,
  bytesOf,
  nodeSetOf,
  stakeData,
  startTestNode,
  type TestNode,
} from "./testNode.ts";

const state = { network: "mainnet", slot: 90, epoch: 1_100 };
const noEpoch = 2n ** 64n - 1n;
let node: TestNode | undefined;
afterEach(() => node?.close());

async function read(answer: string): Promise<(StakesMessage | StakeCountMessage)[]> {
  node = await startTestNode(() => answer);
  const messages = [];
  for await (const message of readStakes(nodeSetOf(node), state)) messages.push(message);
  return messages;
}

describe("a stake account", () => {
  const account = { address: addressOf(8), lamports: 11n };
  it("says whose it is, where it is, and since when", () => {
    expect(decodeStake({ ...account, data: stakeData() })).toEqual({
      stake_account: addressOf(8),
      balance_lamports: 11n,
      rent_exempt_reserve_lamports: 2_282_880n,
      stake_authority: bytesOf(1),
      withdraw_authority: bytesOf(2),
      vote_account: bytesOf(3),
      stake_lamports: 7n,
      activation_epoch: 800n,
      deactivation_epoch: noEpoch,
      credits_observed: 123n,
    });
  });

  it("is left out unless it is delegated, and refused when it is cut", () => {
    for (const kind of [0, 1, 3, 258])
      expect(decodeStake({ ...account, data: stakeData({ kind }) })).toBeUndefined();
    const cut = { ...account, data: stakeData().subarray(0, 196) };
    expect(() => decodeStake(cut)).toThrow(expect.objectContaining({ code: "bad_answer" }));
  });
});

describe("stake accounts", () => {
  it("become columns with a dictionary, and a count", async () => {
    const accounts = [
      accountJson(addressOf(21), stakeData({ stake: 2n ** 64n - 2n }), 2n ** 63n),
      accountJson(addressOf(22), stakeData({ kind: 1 })),
      accountJson(addressOf(23), stakeData({ staker: 3, withdrawer: 1, voter: 4 }).subarray(0, 197)),
    ];
    const [stakes, count, ...others] = await read(answerJson(accounts));
    expect(others).toEqual([]);
    expect(solanaMessage.parse(stakes)).toEqual(stakes);
    expect(count).toEqual({ type: "stake_count", ...state, stake_account_count: 2 });
    const { columns, ...rest } = stakes as StakesMessage;
    expect(rest).toEqual({
      type: "stakes",
      ...state,
      stake_accounts: [addressOf(21), addressOf(23)],
      addresses: [addressOf(1), addressOf(2), addressOf(3), addressOf(4)],
    });
    const { stake_authority, withdraw_authority, vote_account, ...integers } = columns;
    expect(
      [stake_authority, withdraw_authority, vote_account].map((column) => [...unpack(Uint32Array, column)]),
    ).toEqual([
      [0, 2],
      [1, 0],
      [2, 3],
    ]);
    const unpacked = Object.entries(integers).map(([name, column]) => [
      name,
      [...unpack(BigUint64Array, column)],
    ]);
    expect(Object.fromEntries(unpacked)).toEqual({
      balance_lamports: [2n ** 63n, 5n],
      rent_exempt_reserve_lamports: [2_282_880n, 2_282_880n],
      stake_lamports: [2n ** 64n - 2n, 7n],
      activation_epoch: [800n, 800n],
      deactivation_epoch: [noEpoch, noEpoch],
      credits_observed: [123n, 123n],
    });
    expect(node?.requests[0]?.params[1]).toMatchObject({
      filters: [{ dataSize: 200 }],
      dataSlice: { offset: 0, length: 197 },
      minContextSlot: 90,
    });
  });

  it("are counted where there are none", async () => {
    expect(await read(answerJson([]))).toEqual([{ type: "stake_count", ...state, stake_account_count: 0 }]);
  });

  it("are not reported when the answer is of the next epoch", async () => {
    node = await startTestNode(() => answerJson([accountJson(addressOf(21), stakeData())], 120));
    const reading = readStakes(nodeSetOf(node), { ...state, lastSlot: 119 }).next();
    await expect(reading).rejects.toMatchObject({ code: "too_late", retryable: false });
  });
});

describe("messages", () => {
  /** The requested number of stakes, in messages. `authority` numbers the authorities of each. */
  function messagesOf(count: number, authority: (index: number) => number): StakesMessage[] {
    const batch = createStakeBatch(state);
    const messages: StakesMessage[] = [];
    const stake = decodeStake({ address: addressOf(255), lamports: 1n, data: stakeData() });
    if (stake === undefined) throw new Error("it is delegated");
    for (let index = 0; index < count; index += 1) {
      const bytes = (kind: number) => {
        const made = bytesOf(255);
        made.writeUInt32LE(authority(index), 0);
        made[31] = kind;
        return made;
      };
      batch.add({
        ...stake,
        stake_authority: bytes(1),
        withdraw_authority: bytes(2),
        vote_account: bytes(3),
      });
      if (batch.isFull()) messages.push(batch.take());
    }
    if (batch.count() > 0) messages.push(batch.take());
    return messages;
  }
  const sizes = (messages: StakesMessage[]) => messages.map(({ stake_accounts }) => stake_accounts.length);

  it("have 20,000 accounts at most", () => {
    const messages = messagesOf(45_000, (index) => index % 100);
    expect(sizes(messages)).toEqual([20_000, 20_000, 5_000]);
    expect(messages.map(({ addresses }) => addresses.length)).toEqual([300, 300, 300]);
  });

  it("stay below what the topic takes, however many authorities there are", () => {
    const messages = messagesOf(40_000, (index) => index);
    expect(messages.length).toBe(3);
    expect(new Set(messages.flatMap(({ addresses }) => addresses)).size).toBe(120_000);
    for (const message of messages)
      expect(JSON.stringify(message).length).toBeLessThan(solanaTopics.state.messageBytesMax - 32_768);
  });
});
