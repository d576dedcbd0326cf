/**
 * An execution node with logs of EigenLayer's contracts as a process: prints its address. Every block has the same number
 * of logs, generated on request. Arguments: stakers, strategies, logs, days.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Interface, id } from "ethers";
import { firstBlock } from "../fixtures/eigenlayer/history.ts";
import { addresses } from "../fixtures/eigenlayer/state.ts";
import { listen } from "../fixtures/eth/stub/http.ts";

const [stakers = 200_000, strategies = 40, logs = 2_000_000, days = 30] = process.argv.slice(2).map(Number);
const secondsPerBlock = 12;
const begin = Date.UTC(2026, 0, 1) / 1000;
const blockCount = Math.floor((days * 86_400) / secondsPerBlock) + 2;
const perBlock = Math.ceil(logs / blockCount);
const lastBlock = firstBlock + blockCount - 1;

const topicOf = {
  deposit: id("Deposit(address,address,uint256)"),
  scaling: id("DepositScalingFactorUpdated(address,address,uint256)"),
  pod: id("PodSharesUpdated(address,int256)"),
  delegated: id("StakerDelegated(address,address)"),
  magnitude: id("MaxMagnitudeUpdated(address,address,uint64)"),
  queued: id(
    "SlashingWithdrawalQueued(bytes32,(address,address,address,uint256,uint32,address[],uint256[]),uint256[])",
  ),
};
const views = new Interface(["function sharesToUnderlyingView(uint256 shares) view returns (uint256)"]);
const rateSelector = views.getFunction("sharesToUnderlyingView")?.selector ?? "";

/** A number of 32 bits that follows from others. */
function mixed(a: number, b: number): number {
  let x = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d);
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39);
  return (x ^ (x >>> 15)) >>> 0;
}

const hex8 = (value: number) => value.toString(16).padStart(8, "0");
const account = (kind: string, number: number) => {
  const part = (i: number) => hex8(mixed(number, i + kind.charCodeAt(0)));
  return `${part(1)}${part(2)}${part(3)}${part(4)}${hex8(number)}`;
};
const stakerOf = Array.from({ length: stakers }, (_, i) => account("staker", i));
const strategyOf = Array.from({ length: strategies }, (_, i) => account("x", i));
const operatorOf = Array.from({ length: 500 }, (_, i) => account("operator", i));
const pad = "0".repeat(24);
const word = (value: bigint | number) => value.toString(16).padStart(64, "0");
const whole = word(10n ** 18n);
/** Precomputed words: strategies and operators have few addresses, and amounts few forms. */
const amounts = Array.from({ length: 4_096 }, (_, i) => word(10n ** 18n + BigInt(mixed(i, 77)) * 1_000_003n));
const small = Array.from({ length: 256 }, (_, i) => word(1_000 + i));

function logOf(block: number, index: number): { address: string; topics: string; data: string } {
  const dice = mixed(block, index);
  const staker = `${pad}${stakerOf[dice % stakers]}`;
  const strategy = `${pad}${strategyOf[(dice >>> 8) % strategies]}`;
  const amount = amounts[dice & 4_095] ?? "";
  const part = (dice >>> 12) % 1_000;
  if (part < 500)
    return {
      ...{ address: addresses.strategy, topics: `"${topicOf.deposit}"` },
      data: staker + strategy + amount,
    };
  if (part < 700)
    return {
      ...{ address: addresses.delegation, topics: `"${topicOf.scaling}"` },
      data: staker + strategy + whole,
    };
  if (part < 850) return { address: addresses.pod, topics: `"${topicOf.pod}","0x${staker}"`, data: amount };
  if (part < 930)
    return {
      address: addresses.delegation,
      topics: `"${topicOf.delegated}","0x${staker}","0x${pad}${operatorOf[dice % 500]}"`,
      data: "",
    };
  if (part === 930 && block % 97 === 0)
    return {
      ...{ address: addresses.allocation, topics: `"${topicOf.magnitude}"` },
      data: `${pad}${operatorOf[dice % 500]}${strategy}${word(10n ** 18n - BigInt(dice % 1_000_000))}`,
    };
  const taken = small[dice & 255] ?? "";
  const tuple = `${staker}${pad}${operatorOf[0]}${staker}${word(dice)}${word(1)}${word(224)}${word(288)}`;
  const lists = `${word(1)}${strategy}${word(1)}${taken}`;
  return {
    ...{ address: addresses.delegation, topics: `"${topicOf.queued}"` },
    data: `${word(dice)}${word(96)}${word(96 + 352)}${tuple}${lists}${word(1)}${taken}`,
  };
}

const hashOf = (block: number) => `0x${word(block)}`;
const hexOf = (value: number) => `0x${value.toString(16)}`;

function logsText(from: number, to: number): string {
  const parts: string[] = [];
  for (let block = from; block <= to; block += 1) {
    const ends = `"blockNumber":"${hexOf(block)}","blockHash":"${hashOf(block)}"`;
    for (let index = 0; index < perBlock; index += 1) {
      const { address, topics, data } = logOf(block, index);
      const place = `"transactionHash":"0x${hex8(index)}${hashOf(block).slice(10)}","transactionIndex":"${hexOf(index)}"`;
      parts.push(
        `{"address":"${address}","topics":[${topics}],"data":"0x${data}",${ends},${place},"logIndex":"${hexOf(index)}","removed":false}`,
      );
    }
  }
  return `[${parts.join(",")}]`;
}

type Call = { id: number; method: string; params: [unknown, unknown] };

function resultOf({ method, params }: Call): string {
  const [first] = params;
  if (method === "eth_chainId") return '"0x1"';
  if (method === "eth_getLogs") {
    const { fromBlock, toBlock } = first as { fromBlock: string; toBlock: string };
    return logsText(Number(fromBlock), Number(toBlock));
  }
  if (method === "eth_getBlockByNumber") {
    const block = first === "latest" || first === "finalized" ? lastBlock : Number(first);
    const time = begin + (block - firstBlock) * secondsPerBlock;
    return `{"number":"${hexOf(block)}","hash":"${hashOf(block)}","timestamp":"${hexOf(time)}"}`;
  }
  const { data } = first as { data: string };
  if (data.startsWith(rateSelector)) return `"0x${word((BigInt(`0x${data.slice(10)}`) * 11n) / 10n)}"`;
  return "";
}

function answerOf(call: Call): string {
  const result = resultOf(call);
  const said = result === "" ? '"error":{"code":3,"message":"execution reverted"}' : `"result":${result}`;
  return `{"jsonrpc":"2.0","id":${call.id},${said}}`;
}

const server = createServer((request, response) => {
  void text(request).then((body) => {
    const call = JSON.parse(body) as Call | Call[];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(Array.isArray(call) ? `[${call.map(answerOf).join(",")}]` : answerOf(call));
  });
});
process.stdout.write(`${await listen(server, 0)} ${blockCount}\n`);
process.on("disconnect", () => process.exit(0));
