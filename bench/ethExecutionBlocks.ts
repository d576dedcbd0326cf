/** Blocks of 200 transactions with receipts, as an execution node writes them, and their totals. */
import { createRandom, hashHex } from "../fixtures/random.ts";

export const transactionsPerBlock = 200;
/** Its hex has the same number of digits as that of any later block of the day. */
export const firstNumber = 0x1600000;
/** Wei per gas, the least and the most; each block has another one. */
const fees = { least: 0x1a0000000n, most: 0x1afffffffn };
export const feeRecipient = `0x${"fe".repeat(20)}`;

const quantity = (value: bigint | number) => `0x${value.toString(16)}`;
/** The same number of digits in each block, but different ones, so that repetition does not help compression. */
const mixed = (number: number) => (BigInt(number) * 2_654_435_761n) & 0xfffffffn;
export const baseFeeOf = (number: number) => fees.least + mixed(number);
export const blockHashOf = (number: number) => `0x${number.toString(16).padStart(8, "0").padStart(64, "b")}`;

/** Texts that differ in each block, and occur nowhere else in an answer. */
const placeholders = {
  hash: `0x${"#".repeat(64)}`,
  number: "0x#######",
  baseFee: "0x%%%%%%%%%",
  /** Of the last transaction. */
  sender: `0x${"&".repeat(40)}`,
  value: "0x!!!!!!!!",
};
const textsOf = (number: number): Record<keyof typeof placeholders, string> => ({
  hash: blockHashOf(number),
  number: quantity(number),
  baseFee: quantity(baseFeeOf(number)),
  sender: hashHex(20, "sender", number),
  value: quantity(0x80000000n + mixed(number)),
});

/** Share of transactions by type, in percent, and of mainnet's sizes: bytes of input, and logs of a receipt. */
const types = [12, 3, 78, 3, 4];

function typeOf(place: number): number {
  let left = (place * 100) / transactionsPerBlock;
  for (const [type, share] of types.entries()) {
    if (left < share) return type;
    left -= share;
  }
  return 2;
}

function makePair(place: number) {
  const random = createRandom("execution bench", place);
  const hash = hashHex(32, "bench transaction", place);
  const type = typeOf(place);
  const gasUsed = 21_000 + random.integer(300_000);
  const price = fees.most + BigInt(random.integer(3_000_000_000));
  const value = BigInt(random.integer(1_000_000_000)) * 1_000_000_007n;
  const isLast = place === transactionsPerBlock - 1;
  const from = isLast ? placeholders.sender : hashHex(20, "from", place);
  const to = place % 50 === 7 ? feeRecipient : hashHex(20, "to", place);
  const blobGas = type === 3 ? 131_072 * (1 + random.integer(4)) : 0;
  const where = {
    blockHash: placeholders.hash,
    blockNumber: placeholders.number,
    transactionIndex: quantity(place),
  };
  const inputBytes = place % 4 === 0 ? 0 : 4 + 32 * random.integer(40);
  const logs = Array.from({ length: place % 4 === 0 ? 0 : 1 + random.integer(4) }, (_, log) => ({
    ...{ address: hashHex(20, "contract", log), data: hashHex(96, "log data", place, log), ...where },
    topics: [0, 1, 2].map((topic) => hashHex(32, "topic", topic, log)),
    ...{ transactionHash: hash, logIndex: quantity(place * 4 + log), removed: false },
  }));
  return {
    transaction: {
      ...{ ...where, from, gas: quantity(gasUsed + 9_000), gasPrice: quantity(price), hash, to },
      ...{ maxFeePerGas: quantity(2n * price), maxPriorityFeePerGas: "0x3b9aca00", accessList: [] },
      ...{
        input: inputBytes === 0 ? "0x" : hashHex(inputBytes, "input", place),
        nonce: quantity(place + 77),
      },
      ...{
        value: isLast ? placeholders.value : quantity(value),
        type: quantity(type),
        chainId: "0x1",
        v: "0x1",
        yParity: "0x1",
      },
      ...{ r: hashHex(32, "r", place), s: hashHex(32, "s", place) },
    },
    receipt: {
      ...{ ...where, contractAddress: null, cumulativeGasUsed: quantity(9_000_000 + place), from, to, logs },
      ...{ effectiveGasPrice: quantity(price), gasUsed: quantity(gasUsed), transactionHash: hash },
      ...{
        logsBloom: `0x${"00".repeat(256)}`,
        status: place % 40 === 39 ? "0x0" : "0x1",
        type: quantity(type),
      },
      ...(type === 3 ? { blobGasUsed: quantity(blobGas), blobGasPrice: "0x7" } : {}),
    },
    paid: { type, price, gasUsed: BigInt(gasUsed), blobFees: 7n * BigInt(blobGas) },
  };
}

/** One block for all: the same transactions in each. */
function makeBlock() {
  const pairs = Array.from({ length: transactionsPerBlock }, (_, place) => makePair(place));
  const gasUsed = pairs.reduce((sum, { paid }) => sum + paid.gasUsed, 0n);
  const header = {
    ...{ number: placeholders.number, hash: placeholders.hash, parentHash: hashHex(32, "parent") },
    ...{ miner: feeRecipient, logsBloom: `0x${"00".repeat(256)}`, gasUsed: quantity(gasUsed) },
    ...{ baseFeePerGas: placeholders.baseFee, gasLimit: quantity(60_000_000), extraData: "0x" },
  };
  return {
    block: { ...header, transactions: pairs.map(({ transaction }) => transaction) },
    receipts: pairs.map(({ receipt }) => receipt),
    gasUsed,
    /** Tips of its transactions of a type, in wei. */
    tipsOf: (type: number, baseFee: bigint) =>
      pairs.reduce((sum, { paid }) => {
        return paid.type === type ? sum + (paid.price - baseFee) * paid.gasUsed : sum;
      }, 0n),
    /** Wei that its blobs burn. */
    blobFees: pairs.reduce((sum, { paid }) => sum + paid.blobFees, 0n),
  };
}

export const template = makeBlock();

type Hole = { at: number; kind: keyof typeof placeholders };

/** Positions of a block's texts in the bytes of an answer. */
function holesOf(text: string): Hole[] {
  const holes: Hole[] = [];
  for (const kind of Object.keys(placeholders) as (keyof typeof placeholders)[]) {
    const quoted = `"${placeholders[kind]}"`;
    for (let at = text.indexOf(quoted); at !== -1; at = text.indexOf(quoted, at + 1))
      holes.push({ at: at + 1, kind });
  }
  return holes;
}

/** Writes answers to a batch of block, receipts and head. It is fast, because it is not part of the measurement. */
export function createAnswers(head: number): (ids: readonly number[], number: number) => Buffer {
  const answerTo = (id: number, result: unknown) => ({ jsonrpc: "2.0", id, result });
  let built: { key: string; bytes: Buffer; holes: Hole[] } | undefined;
  return (ids, number) => {
    const key = ids.join();
    if (built?.key !== key) {
      const results = [template.block, template.receipts, quantity(head)];
      const text = JSON.stringify(ids.map((id, place) => answerTo(id, results[place])));
      built = { key, bytes: Buffer.from(text, "latin1"), holes: holesOf(text) };
    }
    const bytes = Buffer.from(built.bytes);
    const texts = textsOf(number);
    for (const { at, kind } of built.holes) bytes.write(texts[kind], at, "latin1");
    return bytes;
  };
}
