/**
 * A node of mainnet's size whose blocks are all full, as a process: prints its address. Votes of one validator differ from
 * block to block only in the root that their lockouts count from, so a block is made by writing roots into the one before.
 */
import { createServer } from "node:http";
import { addressOf } from "../fixtures/solana/addresses.ts";
import { toJson } from "../fixtures/solana/json.ts";
import { voteAccounts, voteData } from "../fixtures/solana/voteInstruction.ts";
import { compile, toBytes } from "../fixtures/solana/wire.ts";

const [validators, firstSlot, slots] = process.argv.slice(2).map(Number) as [number, number, number];
const userTransactions = 300;
const lockouts = 31;
const slotsPerEpoch = 432_000;
const head = firstSlot + slots - 1;
const voteProgram = "Vote111111111111111111111111111111111111111";

const transactionField = '"transaction":["';

/** Most votes land in the next block. */
const delayOf = (validator: number) => (validator % 20 === 0 ? 3 : validator % 7 === 0 ? 2 : 1);
const identities = Array.from({ length: validators }, (_, i) => addressOf("identity", i));
const identityOf = (validator: number) => identities[validator] as string;
const voteAccountOf = (validator: number) => addressOf("vote", validator);
const hashOf = (slot: number) => addressOf("block", slot);

/** The position of a vote's root in the block's text, as base64 of the bytes around it. */
type Place = { wire: Buffer; from: number; to: number; root: number; position: number; delay: number };

const meta = (fee: number, logs: readonly string[], accounts: number) => ({
  computeUnitsConsumed: 2_100,
  err: null,
  fee,
  innerInstructions: [],
  loadedAddresses: { readonly: [], writable: [] },
  logMessages: logs,
  postBalances: Array.from({ length: accounts }, (_, i) => 1_461_600 + 7_919 * i),
  postTokenBalances: [],
  preBalances: Array.from({ length: accounts }, (_, i) => 1_466_600 + 7_919 * i),
  preTokenBalances: [],
  rewards: [],
  status: { Ok: null },
});

function voteText(validator: number): { text: string; wire: Buffer } {
  const vote = {
    kind: "towersync",
    voteAccount: voteAccountOf(validator),
    authority: identityOf(validator),
    lockouts: Array.from({ length: lockouts }, (_, i) => ({ slot: 1_001 + i, confirmations: lockouts - i })),
    root: 1_000,
    slots: [],
    hash: hashOf(1),
    blockId: hashOf(2),
    timestamp: 1_790_000_000,
  } as const;
  const wire = Buffer.from(
    toBytes(
      compile({
        version: "legacy",
        signers: [identityOf(validator)],
        writable: [voteAccountOf(validator)],
        instructions: [{ program: voteProgram, accounts: voteAccounts(vote), data: voteData(vote) }],
        blockhash: hashOf(3),
      }),
    ),
  );
  const logs = [`Program ${voteProgram} invoke [1]`, `Program ${voteProgram} success`];
  const text = JSON.stringify({
    meta: meta(5_000, logs, 3),
    transaction: [wire.toString("base64"), "base64"],
    version: "legacy",
  });
  return { text, wire };
}

function userText(index: number): string {
  const logs = Array.from(
    { length: 14 },
    (_, i) => `Program log: instruction ${i} of swap ${index}, 0.00${i}`,
  );
  const wire = compile({
    version: 0,
    signers: [addressOf("user", index)],
    writable: Array.from({ length: 10 }, (_, i) => addressOf("account", index, i)),
    instructions: [
      { program: addressOf("program", index % 9), accounts: [], data: Buffer.alloc(120, index) },
    ],
    blockhash: hashOf(3),
  });
  return JSON.stringify({
    meta: meta(5_000 + index, logs, 12),
    transaction: [Buffer.from(toBytes(wire)).toString("base64"), "base64"],
    version: 0,
  });
}

/** The transactions of a block, and the positions of roots in them. */
function createTransactions(): { bytes: Buffer; places: Place[] } {
  const places: Place[] = [];
  const texts: string[] = [];
  let position = 0;
  for (let validator = 0; validator < validators; validator += 1) {
    const { text, wire } = voteText(validator);
    const root = wire.indexOf(Buffer.from([0xe8, 0x03, 0, 0, 0, 0, 0, 0]));
    const [from, to] = [Math.floor(root / 3) * 3, Math.ceil((root + 8) / 3) * 3];
    const start = position + text.indexOf(transactionField) + transactionField.length;
    places.push({ wire, from, to, root, position: start + (from / 3) * 4, delay: delayOf(validator) });
    texts.push(text);
    position += text.length + 1;
  }
  for (let index = 0; index < userTransactions; index += 1) texts.push(userText(index));
  return { bytes: Buffer.from(texts.join(",")), places };
}

const { bytes, places } = createTransactions();

/** Base64 around a root: the adjacent bytes are the same in all votes. */
function rootText({ wire, from, to, root }: Place, slot: number): string {
  wire.writeUInt32LE(slot, root);
  return wire.toString("base64", from, to);
}

function blockBody(slot: number): Buffer {
  const byDelay = new Map<number, string>();
  for (const place of places) {
    const { position, delay } = place;
    const text = byDelay.get(delay) ?? rootText(place, slot - delay - lockouts);
    byDelay.set(delay, text);
    bytes.write(text, position, "latin1");
  }
  const header = {
    blockHeight: slot - 20_000_000,
    blockTime: 1_790_000_000 + Math.floor((slot - firstSlot) * 0.3),
    blockhash: hashOf(slot),
    parentSlot: slot - 1,
    previousBlockhash: hashOf(slot - 1),
    rewards: [
      {
        commission: null,
        lamports: 4_200_000,
        postBalance: 37_188_329_304,
        pubkey: identityOf(Math.floor(slot / 4) % validators),
        rewardType: "Fee",
      },
    ],
  };
  const start = `{"jsonrpc":"2.0","result":${JSON.stringify(header).slice(0, -1)},"transactions":[`;
  return Buffer.concat([Buffer.from(start), bytes, Buffer.from(']},"id":1}')]);
}

function schedule(): Record<string, number[]> {
  const leaders: Record<string, number[]> = {};
  for (let slot = 0; slot < slotsPerEpoch; slot += 1) {
    const identity = identityOf(Math.floor(slot / 4) % validators);
    const own = leaders[identity];
    if (own === undefined) leaders[identity] = [slot];
    else own.push(slot);
  }
  return leaders;
}

const voteAccountOfNow = (validator: number) => ({
  activatedStake: 300_000_000_000_000 + validator,
  commission: validator % 11,
  epochCredits: [[Math.floor(firstSlot / slotsPerEpoch), 1_000_000, 900_000]],
  epochVoteAccount: true,
  lastVote: head,
  nodePubkey: identityOf(validator),
  rootSlot: head - 31,
  votePubkey: voteAccountOf(validator),
});

type Params = readonly [first?: unknown, second?: unknown];
const methods: Record<string, (params: Params) => unknown> = {
  getGenesisHash: () => hashOf(0),
  getEpochSchedule: () => ({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: slotsPerEpoch,
    slotsPerEpoch,
    warmup: false,
  }),
  getSlot: () => head,
  getFirstAvailableBlock: () => firstSlot,
  getBlocks: ([from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i),
  getBlocksWithLimit: ([from]) => [Number(from)],
  getBlockTime: ([slot]) => 1_790_000_000 + Math.floor((Number(slot) - firstSlot) * 0.3),
  getLeaderSchedule: schedule,
  getAgGenesisCert: () => null,
  getVoteAccounts: () => ({
    current: Array.from({ length: validators }, (_, i) => voteAccountOfNow(i)),
    delinquent: [],
  }),
  getClusterNodes: () => [],
  getSupply: () => ({ context: { slot: head }, value: { total: 600_000_000_000_000_000n } }),
};

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { id, method, params } = JSON.parse(Buffer.concat(pieces).toString("utf8")) as {
    id: unknown;
    method: string;
    params: Params;
  };
  response.setHeader("content-type", "application/json");
  if (method === "getBlock") {
    response.end(blockBody(Number(params[0])));
    return;
  }
  const answer = methods[method];
  const error = { code: -32601, message: "Method not found" };
  response.end(
    toJson({ jsonrpc: "2.0", id, ...(answer === undefined ? { error } : { result: answer(params) }) }),
  );
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (typeof address === "object") process.stdout.write(`http://127.0.0.1:${address?.port}\n`);
});
process.once("SIGTERM", () => process.exit());
