import { describe, expect, it } from "vitest";
import { blockAnswer } from "../../../fixtures/solana/blockAnswer.ts";
import { toJson } from "../../../fixtures/solana/json.ts";
import type { StubBlock, StubVote } from "../../../fixtures/solana/view.ts";
import { voteData } from "../../../fixtures/solana/voteInstruction.ts";
import { elementAt } from "../../../lib/elementAt.ts";
import { mutated, mutationOf } from "../../../test/support/mutatedJson.ts";
import { fc } from "../../../test/support/properties.ts";
import { blockOptions, blocks, bodyOf, outcome, parsed } from "../../../test/support/solanaBlocks.ts";
import { readResult } from "../api/rpc.ts";
import { decodeBlock } from "./block.ts";
import { scanBlock } from "./scan.ts";
import { readVote } from "./vote.ts";
import { readTransaction } from "./wire.ts";

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString("utf8"));
    return true;
  } catch {
    return false;
  }
}

/** Whether the scanner answered; if so, its result must equal JSON.parse's. */
function agrees(slot: number, bytes: Buffer): boolean {
  const scanned = scanBlock(slot, bytes);
  if (scanned === undefined) return false;
  if (isJson(bytes)) expect(scanned).toEqual(outcome(() => parsed(slot, bytes)));
  return true;
}

describe("a block", () => {
  it("says the same in every encoding", () => {
    const versions = new Set(
      blocks.flatMap(({ transactions }) => transactions.map(({ wire }) => wire.version)),
    );
    expect(versions).toEqual(new Set(["legacy", 0, 1]));
    for (const block of blocks) {
      const own = parsed(block.slot, bodyOf(block, "base64"));
      for (const encoding of ["json", "jsonParsed", "base58"] as const)
        expect(parsed(block.slot, bodyOf(block, encoding)), `${block.slot} ${encoding}`).toEqual(own);
      expect(own.content).toEqual({
        transaction_count: block.transactions.length,
        vote_transaction_count: block.transactions.filter(({ isVote }) => isVote).length,
        signature_count: block.transactions.reduce((sum, { wire }) => sum + wire.signatures.length, 0),
        fee_lamports: block.transactions.reduce((sum, { fee }) => sum + fee, 0n).toString(),
      });
    }
  });

  it("has the votes of transactions that succeeded, with who paid", () => {
    for (const block of blocks) {
      const { votes } = parsed(block.slot, bodyOf(block, "base64"));
      const expected = block.transactions
        .filter(({ error }) => error === null)
        .flatMap(({ wire, votes: own }) => own.map((vote) => ({ vote, payer: wire.accounts[0] })));
      expect(votes.map(({ account, payer, slots }) => ({ account, payer, slots }))).toEqual(
        expected.map(({ vote, payer }) => ({
          account: vote.voteAccount,
          payer,
          slots: vote.kind.startsWith("vote") ? [...vote.slots] : vote.lockouts.map(({ slot }) => slot),
        })),
      );
    }
  });

  it("may have fields and kinds of rewards that are unknown", () => {
    const [block] = blocks;
    const answer = {
      ...blockAnswer(block as StubBlock, { ...blockOptions, encoding: "base64" }),
      rewards: [
        {
          pubkey: block?.transactions[0]?.wire.accounts[0],
          lamports: -5,
          rewardType: "DeactivatedStake",
          more: [],
        },
        {
          pubkey: block?.transactions[0]?.wire.accounts[0],
          lamports: 2n ** 63n - 1n,
          postBalance: 2n ** 64n - 1n,
        },
      ],
      blockRevenue: { nested: [1, { 'a"b': null }] },
    };
    const bytes = Buffer.from(`{"jsonrpc":"2.0","result":${toJson(answer)},"id":1}`);
    expect(agrees(block?.slot ?? 0, bytes)).toBe(true);
    const { rewards } = parsed(block?.slot ?? 0, bytes);
    expect(rewards.map(({ lamports }) => lamports)).toEqual([-5n, 2n ** 63n - 1n]);
    expect(rewards[0]?.rewardType).toBe("DeactivatedStake");
    expect(rewards[1]?.postBalance).toBe(2n ** 64n - 1n);
  });

  it.each(["none", "accounts"] as const)("without transactions has no content: %s", (transactionDetails) => {
    const block = blocks.find(({ transactions }) => transactions.length > 0) as StubBlock;
    const answer = blockAnswer(block, { ...blockOptions, transactionDetails });
    const raw = readResult("getBlock", 200, `{"result":${toJson(answer)}}`);
    if (transactionDetails === "none") expect(decodeBlock(block.slot, raw).content).toBeNull();
    else expect(outcome(() => decodeBlock(block.slot, raw))).toBe("refused");
  });

  it.each([null, undefined])("says what it lacks when a transaction has no metadata: %s", (meta) => {
    const block = blocks.find(({ transactions }) => transactions.length > 1) as StubBlock;
    const { transactions = [], ...rest } = blockAnswer(block, {
      ...blockOptions,
      encoding: "base64",
    }) as unknown as {
      transactions?: object[];
    };
    const raw = { ...rest, transactions: [transactions[0], { ...transactions[1], meta }] };
    const decoded = decodeBlock(block.slot, readResult("getBlock", 200, `{"result":${toJson(raw)}}`));
    const lack = "the metadata of transaction 1";
    expect(decoded).toMatchObject({ slot: block.slot, content: null, votes: [], lack });
  });
});

describe("the scanner", () => {
  it("reads blocks as nodes write them, with what JSON.parse makes of them", () => {
    for (const block of blocks) expect(agrees(block.slot, bodyOf(block, "base64"))).toBe(true);
  });

  it("leaves transactions in JSON to JSON.parse", () => {
    const block = blocks.find(({ transactions }) => transactions.length > 0) as StubBlock;
    for (const encoding of ["json", "jsonParsed"] as const)
      expect(scanBlock(block.slot, bodyOf(block, encoding))).toBeUndefined();
  });

  const block = blocks.find(({ transactions }) => transactions.length === 4) ?? elementAt(blocks, 8);
  const whole = bodyOf(block, "base64");

  it("leaves every truncation to JSON.parse", () => {
    for (let length = 0; length < whole.length; length += 1)
      expect(scanBlock(block.slot, whole.subarray(0, length))).toBeUndefined();
  });

  const pieces = [
    "1.5",
    ...[
      '"err":null,',
      '"fee":5,',
      '"fee":5000',
      '"error":{},',
      '"result":{},',
      '"transactions":[],',
      '"base58"',
    ],
    ...[
      '"meta":null,',
      '"rewards":null,',
      '"blockTime":1,',
      "AAAA",
      "\\u0041",
      '"__proto__":{},',
      "18446744073709551615",
    ],
  ];
  const mutation = mutationOf(pieces);

  it("reads a changed answer as JSON.parse does, or not at all", () => {
    let scanned = 0;
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 2 }), (changes) => {
        if (agrees(block.slot, changes.reduce(mutated, whole))) scanned += 1;
      }),
      { numRuns: 4_000 },
    );
    // Both paths are covered.
    expect(scanned).toBeGreaterThan(100);
    expect(scanned).toBeLessThan(3_900);
  });
});

describe("a vote instruction", () => {
  const votes = blocks.flatMap(({ transactions }) => transactions.flatMap(({ votes: own }) => own));
  const kinds = new Map<string, StubVote>(votes.map((vote) => [vote.kind, vote]));

  it("comes in every kind", () => {
    expect([...kinds.keys()].length).toBeGreaterThanOrEqual(6);
  });

  it.each([...kinds])("%s cut off anywhere is refused, or is what its slots say", (_, vote) => {
    const bytes = voteData(vote);
    const read = readVote(bytes);
    expect(read?.slots.length).toBeGreaterThan(0);
    let refused = 0;
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.slice(0, length);
      try {
        const readCut = readVote(cut);
        // After the slots are hashes and times, which are not read.
        if (readCut !== undefined) expect(readCut).toEqual(read);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(8);
  });

  it("of random bytes is nothing, a vote or an error, and never takes long", () => {
    const random = fc.record({
      kind: fc.constantFrom(0, 2, 3, 6, 8, 9, 12, 13, 14, 15, 16),
      rest: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(random, ({ kind, rest }) => {
        try {
          const vote = readVote(Buffer.concat([Buffer.from([kind, 0, 0, 0]), rest]));
          for (const slot of vote?.slots ?? []) expect(Number.isSafeInteger(slot)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});

it("a transaction that is cut off or changed is refused, or read within its bytes", () => {
  const wires = blocks
    .slice(0, 30)
    .flatMap((block) => blockAnswer(block, { ...blockOptions, encoding: "base64" }).transactions ?? [])
    .map(({ transaction }) => Buffer.from((transaction as [string, string])[0], "base64"));
  for (const bytes of wires.slice(0, 40)) {
    for (let length = 0; length < bytes.length; length += 3) {
      try {
        const { votes } = readTransaction(bytes.subarray(0, length), false);
        for (const { accountStart } of votes) expect(accountStart + 32).toBeLessThanOrEqual(length);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  }
});
