/** Nodes of Polygon with a year of checkpoints, as a process: prints their address. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { abi } from "../fixtures/polygon/abi.ts";
import { hashHex } from "../fixtures/random.ts";
import { benchKeys, createSigning } from "./polygonSignatures.ts";

const [checkpoints, signers] = process.argv.slice(2).map(Number) as [number, number];
const firstBlock = 10_000_000;
const blocksPerCheckpoint = 105;
const start = Date.UTC(2025, 0, 1) / 1000;
const pol = 10n ** 18n;
const word = (value: bigint | number) => value.toString(16).padStart(64, "0");
const quantity = (value: number) => `0x${value.toString(16)}`;
const keys = benchKeys(signers);
const sorted = keys.toSorted((a, b) => (a.signer < b.signer ? -1 : 1));
const sign = createSigning(sorted);
const [rootChain, stakeManager, stakingInfo, hub, registry] = ["a1", "a2", "a3", "a4", "a5"].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [string, string, string, string, string];

type Submitted = {
  number: number;
  block: number;
  start: bigint;
  end: bigint;
  hash: string;
  input: string;
  proposer: string;
};
const blockOf = (number: number) => firstBlock + 1_000 + number * blocksPerCheckpoint;
const timeOf = (block: number) => start + (block - firstBlock) * 12;

function submit(number: number): Submitted {
  const [first, end] = [BigInt(number - 1) * 1024n, BigInt(number) * 1024n - 1n];
  const proposer = (sorted[number % signers] as (typeof sorted)[0]).signer;
  const data = `${"0".repeat(24)}${proposer.slice(2)}${word(first)}${word(end)}${word(number)}${word(0)}${word(137)}`;
  const z = BigInt(`0x${Buffer.from(keccak_256(Buffer.from(`01${data}`, "hex"))).toString("hex")}`);
  const votes = sign(z).map(({ r, s, v }) => `${word(r)}${word(s)}${word(v)}`);
  const input = `0x4e43e495${word(64)}${word(64 + 32 + data.length / 2)}${word(data.length / 2)}${data}${word(signers)}${votes.join("")}`;
  return {
    number,
    block: blockOf(number),
    start: first,
    end,
    hash: hashHex(32, "bench transaction", number),
    input,
    proposer,
  };
}

const submitted = Array.from({ length: checkpoints }, (_, i) => submit(i + 1));
const byHash = new Map(submitted.map((one) => [one.hash, one]));
const stakeOf = (id: number) => BigInt(1_000_000 + id) * pol;
const reward = 71_795n * pol;
const blockHash = (block: number) => hashHex(32, "bench block", block);

type Log = { address: string; block: number; index: number; hash: string; topics: string[]; data: string };
function logOf(
  address: string,
  name: string,
  values: unknown[],
  block: number,
  index: number,
  hash: string,
): Log {
  return { address, block, index, hash, ...abi.encodeEventLog(name, values) };
}
const logs: Log[] = [
  ...keys.flatMap(({ id, signer, publicKey }) => [
    logOf(
      stakingInfo,
      "Staked",
      [signer, id, 1, 1, stakeOf(id), 0, `0x${publicKey.slice(4)}`],
      firstBlock + 10,
      2 * id,
      blockHash(1),
    ),
    logOf(
      stakingInfo,
      "ShareMinted",
      [id, `0x${word(id).slice(24)}`, stakeOf(id), stakeOf(id)],
      firstBlock + 10,
      2 * id + 1,
      blockHash(1),
    ),
  ]),
  ...submitted.map(({ number, block, start: first, end, hash, proposer }) =>
    logOf(
      rootChain,
      "NewHeaderBlock",
      [proposer, number * 10_000, reward, first, end, `0x${word(number)}`],
      block,
      3,
      hash,
    ),
  ),
];
const blocks = logs.map(({ block }) => block);
const placeOf = (block: number) => {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle] ?? 0) < block) low = middle + 1;
    else high = middle;
  }
  return low;
};
const head = blockOf(checkpoints) + 300;

function viewOf(data: string): string {
  const view = abi.parseTransaction({ data });
  const [first = 0] = [...(view?.args ?? [])];
  const argument = Number(first);
  const zero = `0x${"0".repeat(40)}`;
  const answers: Record<string, () => unknown[]> = {
    registry: () => [registry],
    contractMap: () => [hub],
    currentHeaderBlock: () => [checkpoints * 10_000],
    headerBlocks: () => {
      const one = submitted[argument / 10_000 - 1];
      return [`0x${word(0)}`, one?.start, one?.end, timeOf(one?.block ?? 0), one?.proposer];
    },
    NFTCounter: () => [signers + 1],
    NFTContract: () => [registry],
    ownerOf: () => [hub],
    validators: () => [
      stakeOf(argument),
      1,
      1,
      0,
      0,
      keys[argument - 1]?.signer,
      zero,
      1,
      0,
      0,
      1,
      stakeOf(argument),
      0,
    ],
    CHECKPOINT_REWARD: () => [reward],
    proposerBonus: () => [10],
    checkPointBlockInterval: () => [1024],
    rewardDecreasePerCheckpoint: () => [5],
    maxRewardedCheckpoints: () => [4],
    checkpointRewardDelta: () => [5],
  };
  const answer = answers[view?.name ?? ""];
  if (view === null || answer === undefined) throw new Error("unknown view");
  return abi.encodeFunctionResult(view.fragment, answer());
}

type Call = { id: number; method: string; params: [never, ...unknown[]] };
function answerTo({ method, params: [first] }: Call): unknown {
  if (method === "eth_chainId") return "0x1";
  if (method === "eth_call") return viewOf((first as { data: string }).data);
  if (method === "eth_getTransactionByHash") {
    const one = byHash.get(first) as Submitted;
    return { hash: one.hash, blockHash: blockHash(one.block), input: one.input };
  }
  if (method === "eth_getBlockByNumber") {
    const number = first === "latest" ? head : first === "finalized" ? head - 64 : Number(first);
    return { number: quantity(number), hash: blockHash(number), timestamp: quantity(timeOf(number)) };
  }
  const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string };
  return logs.slice(placeOf(Number(fromBlock)), placeOf(Number(toBlock) + 1)).map((log) => ({
    address: log.address,
    topics: log.topics,
    data: log.data,
    blockNumber: quantity(log.block),
    blockHash: blockHash(log.block),
    transactionHash: log.hash,
    transactionIndex: "0x0",
    logIndex: quantity(log.index),
  }));
}

function heimdallAnswer(path: string, query: URLSearchParams): unknown {
  if (path.endsWith("/params"))
    return {
      params: {
        chain_params: {
          bor_chain_id: "137",
          root_chain_address: rootChain,
          staking_manager_address: stakeManager,
          staking_info_address: stakingInfo,
        },
      },
    };
  if (path.endsWith("/validators-set"))
    return {
      validator_set: {
        validators: keys.map(({ id, signer }) => ({
          val_id: String(id),
          nonce: "1",
          voting_power: "1",
          signer,
        })),
      },
    };
  if (path.endsWith("/count")) return { ack_count: String(checkpoints) };
  const from = Number(query.get("pagination.offset"));
  const list = submitted.slice(from, from + Number(query.get("pagination.limit")));
  return {
    checkpoint_list: list.map((one) => ({
      id: String(one.number),
      proposer: one.proposer,
      start_block: String(one.start),
      end_block: String(one.end),
    })),
  };
}

const sendJson = (response: ServerResponse, body: unknown) => {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
};
const server = createServer(async (request, response) => {
  if (request.method === "GET") {
    const url = new URL(request.url ?? "/", "http://node");
    sendJson(response, heimdallAnswer(url.pathname, url.searchParams));
    return;
  }
  const body = JSON.parse(await text(request)) as Call | Call[];
  const envelope = (call: Call) => ({ jsonrpc: "2.0", id: call.id, result: answerTo(call) });
  sendJson(response, Array.isArray(body) ? body.map(envelope) : envelope(body));
});
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`),
);
