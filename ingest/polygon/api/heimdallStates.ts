/**
 * States of Heimdall after its own blocks, through the height header of its gateways. Nodes keep those of some days
 * (`pruning = "default"`: 362,880 blocks), archive nodes all.
 */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { optionalRounds } from "../../node/optional.ts";
import { digits, lowerAddress, number, parseAnswer } from "./answer.ts";

const heightHeader = "x-cosmos-block-height";
/** The header in which gateways report the height of their answer. */
const answeredHeader = `grpc-metadata-${heightHeader}`;
/** The SDK's errors for a pruned state, or one from before the chain's first block. */
const goneWords = /failed to load state|version (?:\S+ )?does not exist|version mismatch|pruned/i;

const countAnswer = z.object({ ack_count: number });
const noAckAnswer = z.object({ last_no_ack_id: number });
const proposersAnswer = z.object({
  proposers: z.array(z.object({ val_id: number })).min(1),
});
/** Without a proposal all of its fields are empty. */
const bufferAnswer = z.object({
  checkpoint: z.object({ proposer: z.union([z.literal(""), lowerAddress]), start_block: digits }),
});

export type HeimdallStates = {
  /** The newest block of a node that has acknowledged so many checkpoints. @throws SourceError `stale` without one */
  head(count: number, signal?: AbortSignal): Promise<number>;
  /** Checkpoints acknowledged up to a block. Here and below: undefined if no node keeps the state. */
  count(height: number, signal?: AbortSignal): Promise<number | undefined>;
  /** Time of the block with the last NoAck, seconds since 1970; 0 if there was none. */
  lastNoAck(height: number, signal?: AbortSignal): Promise<number | undefined>;
  /** The validator that has the turn to propose, or, with `later`, the one that has it so many turns later. */
  proposer(height: number, later: number, signal?: AbortSignal): Promise<number | undefined>;
  /** The checkpoint that was proposed and is not acknowledged; without one, its proposer is empty. */
  proposed(
    height: number,
    signal?: AbortSignal,
  ): Promise<{ proposer: string; startBlock: string } | undefined>;
};

export function createHeimdallStates(nodes: Pick<NodeSet, "call">): HeimdallStates {
  async function get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    { height, signal }: { height: number | undefined; signal: AbortSignal | undefined },
    check: (answer: z.output<Schema>) => void = () => undefined,
  ): Promise<{ height: number; answer: z.output<Schema> }> {
    return await nodes.call({
      path,
      statuses: [400, 404, 500, 501],
      rounds: optionalRounds,
      signal,
      ...(height === undefined ? {} : { headers: { [heightHeader]: String(height) } }),
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        if (response.status !== 200)
          throw new SourceError(`${path}: HTTP ${response.status}: ${text.slice(0, 300)}`, {
            code: goneWords.test(text) ? "pruned" : "refused",
            retryable: false,
          });
        const named = String(response.headers[answeredHeader] ?? "");
        // A gateway that ignores the height answers for its head, perhaps without naming it.
        if (!/^\d{1,15}$/.test(named) || (height !== undefined && Number(named) !== height))
          throw new SourceError(
            `${path}: the answer is for ${named === "" ? "a height that it does not name" : `height ${named}`}${height === undefined ? "" : `, not for ${height}`}`,
            { code: "refused", retryable: false },
          );
        const answer = parseAnswer(path, text, schema);
        check(answer);
        return { height: Number(named), answer };
      },
    });
  }

  async function at<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    height: number,
    signal: AbortSignal | undefined,
  ): Promise<z.output<Schema> | undefined> {
    try {
      return (await get(path, schema, { height, signal })).answer;
    } catch (error) {
      if (isErrorOfKind(error, "source") && error.code === "pruned") return undefined;
      throw error;
    }
  }

  return {
    head: async (count, signal) => {
      const newest = { height: undefined, signal };
      const { height } = await get("/checkpoints/count", countAnswer, newest, ({ ack_count }) => {
        if (ack_count < count)
          throw new SourceError(`its last checkpoint is ${ack_count}, but ${count} is final`, {
            code: "stale",
          });
      });
      return height;
    },
    count: async (height, signal) => (await at("/checkpoints/count", countAnswer, height, signal))?.ack_count,
    lastNoAck: async (height, signal) =>
      (await at("/checkpoints/last-no-ack", noAckAnswer, height, signal))?.last_no_ack_id,
    proposer: async (height, later, signal) => {
      const proposers = await at(`/stake/proposers/${later + 1}`, proposersAnswer, height, signal);
      if (proposers === undefined) return undefined;
      // The list is no longer than the set.
      const one = proposers.proposers[later];
      if (one === undefined)
        throw new SourceError(`/stake/proposers/${later + 1}: fewer proposers than were requested`, {
          code: "refused",
          retryable: false,
        });
      return one.val_id;
    },
    proposed: async (height, signal) => {
      const buffer = await at("/checkpoints/buffer", bufferAnswer, height, signal);
      return buffer && { proposer: buffer.checkpoint.proposer, startBlock: buffer.checkpoint.start_block };
    },
  };
}
