/** A getBlock answer → a block's data. Any encoding of transactions; unrequested parts may be missing. Pure. */
import { base58 } from "@scure/base";
import { z } from "zod";
import { SourceError } from "../../../lib/errors.ts";
import { solanaAddress } from "../../../schemas/solana/events.ts";
import { type Content, createContentCollector, readWireTransaction } from "./content.ts";
import { type AccountVote, jsonTransaction, readJsonTransaction } from "./json.ts";

/** Integers of the answer: bigints if they may exceed 2^53. */
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
  /** Unix seconds; null if the node has none. */
  time: number | null;
  rewardPartitionCount: number | null;
  rewards: Reward[];
  /** null: its transactions were not requested, or can't be known. */
  content: Content | null;
  votes: AccountVote[];
  /** The missing part of its transactions, because of which none of them is known. */
  lack?: string;
};

export function badAnswer(what: string, cause?: unknown): SourceError {
  return new SourceError(what, { code: "bad_answer", cause });
}

/** Rewards of which an account has at most one in a block. */
const ofAccount: ReadonlySet<unknown> = new Set(["Fee", "Voting", "Staking"]);

/** @throws SourceError `bad_answer` for a reward that is listed twice */
function checkTwice(slot: number, rewards: readonly Reward[]): void {
  const seen = new Set<string>();
  for (const { pubkey, rewardType } of rewards) {
    if (!ofAccount.has(rewardType)) continue;
    const key = `${rewardType} of ${pubkey}`;
    if (seen.has(key)) throw badAnswer(`getBlock ${slot}: the reward ${key} was returned twice`);
    seen.add(key);
  }
}

/** A block's fields without its transactions. @throws SourceError `bad_answer` */
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

function readAny(encoded: z.infer<typeof transaction>["transaction"], isFailed: boolean) {
  if (typeof encoded === "string") return readWireTransaction(Buffer.from(base58.decode(encoded)), isFailed);
  if (!Array.isArray(encoded)) return readJsonTransaction(encoded, isFailed);
  const [text, encoding] = encoded;
  return readWireTransaction(
    encoding === "base58" ? Buffer.from(base58.decode(text)) : Buffer.from(text, "base64"),
    isFailed,
  );
}

/**
 * A block with its transactions. If any is missing, none counts: counts and votes would be wrong.
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
