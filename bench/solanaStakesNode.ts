/**
 * A node with as many stake accounts as mainnet has, as a process: prints its address once its answer is made. It answers
 * nothing else, the first 197 bytes of each account, in the order and form in which Agave writes JSON.
 */
import { createServer } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createRandom } from "../fixtures/random.ts";

const accounts = Number(process.argv[2]);
const validators = 1_300;
const pools = 100;
/** Of five accounts, two are a pool's; the others are of people who have three each, as both authorities. */
const [ofPools, ofFive, accountsOfOne] = [2, 5, 3];
const pieceAccounts = 256;
const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const uint64Max = 2n ** 64n - 1n;

const random = createRandom("stakes");
const key = () => Buffer.from(Array.from({ length: 32 }, () => random.integer(256)));
const keys = (count: number) => Array.from({ length: count }, key);
const [voters, poolStakers, people] = [
  keys(validators),
  keys(pools),
  keys(Math.ceil((accounts * (ofFive - ofPools)) / ofFive / accountsOfOne)),
];

/** Letters of an address that is never decoded. */
function addressOf(index: number): string {
  let rest = index;
  let text = "7h3QqXkzT9wVbEyRmA4uLsC8dFgJ2n5pW6rXtY";
  for (let at = 0; at < 6; at += 1) {
    text += letters[rest % letters.length];
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

function accountJson(index: number, data: Buffer): string {
  const isOfPool = index % ofFive < ofPools;
  const owner = random.pick(isOfPool ? poolStakers : people);
  const lamports =
    2_282_880n + BigInt(1_000_000_000 + random.integer(2_000_000_000)) * BigInt(1 + (index % 99));
  owner.copy(data, 12);
  owner.copy(data, 44);
  random.pick(voters).copy(data, 124);
  data.writeBigUInt64LE(lamports - 2_282_880n, 156);
  data.writeBigUInt64LE(BigInt(300 + (index % 700)), 164);
  data.writeBigUInt64LE(index % 9 === 0 ? BigInt(900 + (index % 90)) : uint64Max, 172);
  data.writeBigUInt64LE(BigInt(1_000_000_000 + index), 188);
  return (
    `{"account":{"data":["${data.toString("base64")}","base64"],"executable":false,"lamports":${lamports},` +
    `"owner":"Stake11111111111111111111111111111111111111","rentEpoch":${uint64Max},"space":200},` +
    `"pubkey":"${addressOf(index)}"}`
  );
}

function answerPieces(): Buffer[] {
  const data = Buffer.alloc(197);
  data.writeUInt32LE(2, 0);
  data.writeBigUInt64LE(2_282_880n, 4);
  const context = '{"context":{"apiVersion":"4.2.0","slot":500000000},"value":[';
  const pieces = [Buffer.from(`{"jsonrpc":"2.0","result":${context}`)];
  for (let first = 0; first < accounts; first += pieceAccounts) {
    const texts = Array.from({ length: Math.min(pieceAccounts, accounts - first) }, (_, offset) =>
      accountJson(first + offset, data),
    );
    pieces.push(Buffer.from(`${first === 0 ? "" : ","}${texts.join(",")}`, "latin1"));
  }
  pieces.push(Buffer.from(']},"id":1}\n'));
  return pieces;
}

const pieces = answerPieces();
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "application/json" });
  pipeline(Readable.from(pieces), response, () => undefined);
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
process.once("SIGTERM", () => process.exit());
