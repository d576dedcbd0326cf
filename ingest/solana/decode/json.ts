/** Transactions as JSON: encodings `json` and `jsonParsed`, for nodes that don't offer bytes. */
import { base58 } from "@scure/base";
import { z } from "zod";
import { readVote, type Vote, voteProgram } from "./vote.ts";

const integer = z.union([z.number(), z.bigint()]).transform(Number).pipe(z.int().min(0));

const instruction = z.object({
  programIdIndex: integer.optional(),
  programId: z.string().optional(),
  accounts: z.array(z.union([z.string(), integer])).optional(),
  data: z.string().optional(),
  parsed: z.unknown().optional(),
});

export const jsonTransaction = z.object({
  signatures: z.array(z.string()),
  message: z.object({
    accountKeys: z.array(z.union([z.string(), z.object({ pubkey: z.string() })])),
    instructions: z.array(instruction),
  }),
});
export type JsonTransaction = z.infer<typeof jsonTransaction>;
type Instruction = z.infer<typeof instruction>;

const slotList = z.object({ slots: z.array(integer) });
const lockoutList = z.object({
  lockouts: z.array(z.object({ slot: integer })),
  root: integer.nullish(),
});
const parsedVote = z.object({ type: z.string(), info: z.record(z.string(), z.unknown()) });

/** `payer` paid for the transaction: the identity of the account's validator. */
export type AccountVote = Vote & { account: string; payer: string };
type ReadVote = Omit<AccountVote, "payer">;

/** A vote in the node's parsed form: its fields identify its kind. */
function ofParsed(parsed: unknown): ReadVote | undefined {
  const vote = parsedVote.safeParse(parsed);
  if (!vote.success) return undefined;
  const account = String(vote.data.info.voteAccount);
  for (const value of Object.values(vote.data.info)) {
    const lockouts = lockoutList.safeParse(value);
    if (lockouts.success)
      return {
        account,
        slots: lockouts.data.lockouts.map(({ slot }) => slot),
        root: lockouts.data.root ?? undefined,
      };
    const list = slotList.safeParse(value);
    if (list.success) return { account, slots: list.data.slots, root: undefined };
  }
  return undefined;
}

function ofData({ data, accounts }: Instruction, keys: readonly string[]): ReadVote | undefined {
  const vote = data === undefined ? undefined : readVote(base58.decode(data));
  const first = accounts?.[0];
  const account = typeof first === "number" ? keys[first] : first;
  return vote === undefined || account === undefined ? undefined : { ...vote, account };
}

/**
 * A transaction's votes, and whether it only votes.
 * @param isFailed its votes are not read, as in `readTransaction`
 * @throws RangeError like `readVote`
 */
export function readJsonTransaction({ signatures, message }: JsonTransaction, isFailed: boolean) {
  const keys = message.accountKeys.map((key) => (typeof key === "string" ? key : key.pubkey));
  const votes: AccountVote[] = [];
  let isVote = message.instructions.length > 0;
  for (const own of message.instructions) {
    const program = own.programId ?? keys[own.programIdIndex ?? -1];
    if (program !== voteProgram) {
      isVote = false;
      continue;
    }
    if (isFailed) continue;
    const vote = own.parsed === undefined ? ofData(own, keys) : ofParsed(own.parsed);
    if (vote !== undefined) votes.push({ ...vote, payer: keys[0] ?? "" });
  }
  return { signatureCount: signatures.length, isVote, votes };
}
