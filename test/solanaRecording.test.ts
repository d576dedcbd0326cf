/** Recorded blocks of mainnet, from node to warehouse; and the vote program's own vectors through the warehouse's function. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type DecodedBlock, decodeBlock } from "../ingest/solana/decode/block.ts";
import type { Store } from "../lib/store/store.ts";
import { describeRecordings, readJson, recordingsIn } from "./support/sharedData.ts";
import { backfillSolana, solanaOptions } from "./support/solana.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const blocks = recordingsIn("solana/blocks");
const vectors = recordingsIn("solana/timely-vote-credits");
const slot = 100_000_000;
const files = ["client_solana_block.json", "client_solana_block_v2.json"] as const;
const leader = "DDnAqxJVFo2GVTujibHt5cjevHMSE9bo8HJaydHoshdp";
const readBlock = (file: string) => readJson<Record<string, unknown>>(blocks, file);
const decoded = (file: string, own = slot): DecodedBlock => decodeBlock(own, readBlock(file));

describeRecordings("recorded blocks", [blocks], () => {
  it.each(files)("%s describes its contents", (file) => {
    const block = decoded(file);
    expect(block).toMatchObject({ parentSlot: slot - 1, blockHeight: 89_586_871, time: 1_633_504_705 });
    expect(block.content).toEqual({
      transaction_count: 10,
      vote_transaction_count: 6,
      signature_count: 10,
      fee_lamports: "50000",
    });
    // Two of the six votes failed.
    expect(block.votes).toHaveLength(4);
    for (const { slots, account, payer } of block.votes) {
      expect(account).toMatch(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/);
      expect(payer).not.toBe(account);
      expect(slots.length).toBeGreaterThan(0);
      for (const voted of slots) expect(voted).toBeLessThan(slot);
    }
    expect(block.rewards).toEqual([
      {
        pubkey: leader,
        lamports: 7_247_500n,
        postBalance: 37_188_329_304n,
        rewardType: "Fee",
        commission: null,
      },
    ]);
  });

  it("are the same as JSON and as the node reads them", () => {
    expect(decoded(files[1])).toEqual(decoded(files[0]));
  });

  it("may lack rewards, and hold a transaction that failed", () => {
    const block = decoded("parser_solana_block_241043141_v2.json", 241_043_141);
    expect(block.rewards).toEqual([]);
    expect(block.votes).toEqual([]);
    expect(block.content).toMatchObject({
      transaction_count: 1,
      vote_transaction_count: 0,
      fee_lamports: "5000",
    });
  });
});

/** A node of mainnet that keeps one block, and refuses unknown requests. */
async function startNodeOf(file: string): Promise<{ url: string; close(): void }> {
  const block = JSON.stringify(readBlock(file));
  const answers: Record<string, string> = {
    getGenesisHash: '"5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d"',
    getEpochSchedule:
      '{"firstNormalEpoch":0,"firstNormalSlot":0,"leaderScheduleSlotOffset":432000,"slotsPerEpoch":432000,"warmup":false}',
    getSlot: String(slot),
    getBlocks: `[${slot}]`,
    getBlocksWithLimit: `[${slot}]`,
    getBlock: block,
    getLeaderSchedule: "null",
    getVoteAccounts: '{"current":[],"delinquent":[]}',
    getClusterNodes: "[]",
  };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const piece of request) body += String(piece);
    const { id, method } = JSON.parse(body) as { id: unknown; method: string };
    const answer = answers[method];
    const part =
      answer === undefined ? '"error":{"code":-32601,"message":"Method not found"}' : `"result":${answer}`;
    response.end(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},${part}}`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describeRecordings("through the listener into the warehouse", [blocks], () => {
  let store: Store;
  let close: () => Promise<void>;

  beforeAll(async () => {
    ({ store, close } = await openTemporaryStore({ family: "solana" }));
    const node = await startNodeOf(files[0]);
    const options = solanaOptions([node.url], { networkName: undefined, readsStakes: false });
    await backfillSolana(store, options, { from: slot, to: slot });
    node.close();
  });
  afterAll(() => close());

  it("a slot has what its block says", async () => {
    expect(
      await store.rows(
        `select network, slot, epoch, toString(day) as day, leader, parent_slot, transaction_count, vote_transaction_count,
          toString(fee_lamports) as fees, toString(fee_reward_lamports) as reward, is_produced, is_alpenglow
        from raw_solana_slot final`,
      ),
    ).toEqual([
      {
        network: "mainnet",
        slot,
        epoch: 231,
        day: "2021-10-06",
        // The leaders of that time are no longer known: the recipient of the block's reward led it.
        leader,
        parent_slot: slot - 1,
        transaction_count: 10,
        vote_transaction_count: 6,
        fees: "50000",
        reward: "7247500",
        is_produced: 1,
        is_alpenglow: null,
      },
    ]);
  });

  it("votes are there with how late they landed", async () => {
    const rows = await store.rows<{ vote_account: string; voted_slots: number[]; latencies: number[] }>(
      "select vote_account, voted_slots, latencies from raw_solana_vote final order by vote_account",
    );
    const { votes } = decoded(files[0]);
    expect(rows).toEqual(
      votes
        .map(({ account, slots }) => ({
          vote_account: account,
          voted_slots: slots,
          latencies: slots.map((voted) => slot - voted),
        }))
        .sort((a, b) => (a.vote_account < b.vote_account ? -1 : 1)),
    );
  });

  it("the reward is there", async () => {
    expect(
      await store.rows(
        "select slot, account, toString(lamports) as lamports, reward_type from raw_solana_reward final",
      ),
    ).toEqual([{ slot, account: leader, lamports: "7247500", reward_type: "Fee" }]);
  });
});

type Vectors = {
  groups: { voted_slots: number[]; landed_slot: number; expected_cumulative_credits: number }[];
};

/** Votes on their way to the root of a tower: its confirmations double, and the 32nd vote roots the first. */
function createTower() {
  let votes: { slot: number; latency: number; confirmations: number }[] = [];
  const isExpired = ({ slot, confirmations }: (typeof votes)[number], next: number) =>
    slot + 2 ** confirmations < next;
  return {
    /** @returns latency of the vote that became the root */
    vote(slot: number, landed: number): number | undefined {
      if ((votes.at(-1)?.slot ?? -1) >= slot) return undefined;
      while (votes.length > 0 && isExpired(votes.at(-1) as (typeof votes)[number], slot)) votes.pop();
      const root = votes.length === 31 ? votes.shift() : undefined;
      votes.push({ slot, latency: landed - slot, confirmations: 1 });
      votes = votes.map((own, place) =>
        votes.length > place + own.confirmations ? { ...own, confirmations: own.confirmations + 1 } : own,
      );
      return root?.latency;
    },
  };
}

describeRecordings("the vote program's vectors", [vectors], () => {
  let store: Store;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ store, close } = await openTemporaryStore({ family: "solana" }));
  });
  afterAll(() => close());

  it("get their credits from the warehouse's function, when votes become roots", async () => {
    const { groups } = readJson<Vectors>(vectors, "tvc_vectors.json");
    const tower = createTower();
    const latencies: number[][] = [];
    const rooted: number[] = [];
    for (const { voted_slots, landed_slot } of groups) {
      for (const slot of voted_slots) {
        const latency = tower.vote(slot, landed_slot);
        if (latency !== undefined) rooted.push(latency);
      }
      latencies.push([...rooted]);
    }
    const totals = await store.rows<{ credits: string }>(
      `select sum(vaSolanaVoteCredits(latency, true)) as credits
      from (select number as place, arrayJoin(arrayConcat([toUInt32(1000)], latencies)) as latency
        from (select rowNumberInAllBlocks() as number, latencies
          from (select arrayJoin(JSONExtract({latencies:String}, 'Array(Array(UInt32))')) as latencies)))
      group by place order by place`,
      { latencies: JSON.stringify(latencies) },
    );
    expect(totals.map(({ credits }) => Number(credits))).toEqual(
      groups.map(({ expected_cumulative_credits }) => expected_cumulative_credits),
    );
  });
});
