/** An answer of getBlock → what a block says. Any encoding of transactions; what isn't asked for is left out. Pure. */
import { base58 } from "@scure/base";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import { solanaAddress } from "../../../schemas/solana/events.ts";
import { type Content, createContentCollector, readWireTransaction } from "./content.ts";
import { type AccountVote, jsonTransaction, readJsonTransaction } from "./json.ts";

/** Integers of the answer: bigints where they may exceed 2^53. */
const whole = z.union([z.number(), z.bigint()]);
const integer = whole.transform(Number).pipe(z.int().min(0).max(4_294_967_295));
const bigInteger = whole.transform(BigInt);

const reward = z.object({
  pubkey: solanaAddress,
  lamports: bigInteger,
  postBalance: bigInteger.nullish(),
  rewardType: z.string().nullish(),
  commission: integer.nullish(),
  commissionBps: integer.nullish(),
});
export const rewardList = z.array(reward).nullish();
export type Reward = z.infer<typeof reward>;

const header = z.object({
  blockhash: solanaAddress,
  previousBlockhash: solanaAddress,
  parentSlot: integer,
  blockHeight: integer.nullish(),
  blockTime: integer.nullish(),
  numRewardPartitions: integer.nullish(),
  rewards: rewardList,
});

const transaction = z.object({
  transaction: z.union([z.tuple([z.string(), z.string()]), z.string(), jsonTransaction]),
  meta: z.object({ err: z.unknown(), fee: bigInteger }),
});

export type DecodedBlock = {
  slot: number;
  hash: string;
  previousHash: string;
  parentSlot: number;
  blockHeight: number | null;
  /** Unix seconds; null when the node has none. */
  time: number | null;
  rewardPartitionCount: number | null;
  rewards: Reward[];
  /** null: its transactions were not requested, or can't be known. */
  content: Content | null;
  votes: AccountVote[];
  /** What of its transactions the answer does not have, so that nothing of them is known. */
  lack?: string;
};

export function badAnswer(what: string, cause?: unknown): SourceError {
  return new SourceError(what, { code: "bad_answer", cause });
}

/** Rewards of which an account has one in a block. */
const ofAccount: ReadonlySet<unknown> = new Set(["Fee", "Voting", "Staking"]);

/** @throws SourceError `bad_answer` for a reward that is there twice */
function checkTwice(slot: number, rewards: readonly Reward[]): void {
  const found = new Set<string>();
  for (const { pubkey, rewardType } of rewards) {
    if (!ofAccount.has(rewardType)) continue;
    const key = `${rewardType} of ${pubkey}`;
    if (found.has(key)) throw badAnswer(`getBlock ${slot}: the reward ${key} was returned twice`);
    found.add(key);
  }
}

/** The fields of a block but for its transactions. @throws SourceError `bad_answer` */
export function decodeHeader(slot: number, raw: unknown): DecodedBlock {
  const parsed = header.safeParse(raw);
  if (!parsed.success)
    throw badAnswer(`getBlock ${slot}: unknown answer, ${z.prettifyError(parsed.error)}`, parsed.error);
  const { data } = parsed;
  checkTwice(slot, data.rewards ?? []);
  return {
    slot,
    hash: data.blockhash,
    previousHash: data.previousBlockhash,
    parentSlot: data.parentSlot,
    blockHeight: data.blockHeight ?? null,
    time: data.blockTime ?? null,
    rewardPartitionCount: data.numRewardPartitions ?? null,
    rewards: data.rewards ?? [],
    content: null,
    votes: [],
  };
}

function readAny(found: z.infer<typeof transaction>["transaction"], isFailed: boolean) {
  if (typeof found === "string") return readWireTransaction(Buffer.from(base58.decode(found)), isFailed);
  if (!Array.isArray(found)) return readJsonTransaction(found, isFailed);
  const [text, encoding] = found;
  return readWireTransaction(
    encoding === "base58" ? Buffer.from(base58.decode(text)) : Buffer.from(text, "base64"),
    isFailed,
  );
}

/**
 * A block with its transactions; of one that lacks any, nothing of them: counts and votes without it would be wrong.
 * @throws SourceError `bad_answer`
 */
export function decodeBlock(slot: number, raw: unknown): DecodedBlock {
  const block = decodeHeader(slot, raw);
  const { transactions } = raw as { transactions?: unknown };
  if (transactions === undefined || transactions === null) return { ...block, lack: "transactions" };
  const collector = createContentCollector();
  if (!Array.isArray(transactions)) throw badAnswer(`getBlock ${slot}: transactions are no list`);
  for (const [place, own] of (transactions as ({ meta?: unknown } | null)[]).entries()) {
    const isBare = typeof own === "object" && own !== null && (own.meta ?? null) === null;
    if (isBare) return { ...block, lack: `the metadata of transaction ${place}` };
    const parsed = transaction.safeParse(own);
    if (!parsed.success)
      throw badAnswer(`getBlock ${slot}: transaction ${place} can't be read`, parsed.error);
    const { meta } = parsed.data;
    try {
      const isFailed = meta.err !== null && meta.err !== undefined;
      collector.add(readAny(parsed.data.transaction, isFailed), Number(meta.fee));
    } catch (error) {
      throw badAnswer(`getBlock ${slot}: ${(error as Error).message}`, error);
    }
  }
  return { ...block, content: collector.content(), votes: collector.votes };
}
