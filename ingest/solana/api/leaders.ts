/** Leaders of an epoch's slots. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { requestValue } from "./rpc.ts";

/** An epoch's leaders: `of` maps a slot's index in the epoch to a place in `identities`. */
export type Leaders = { identities: string[]; of: Uint16Array };

/** Place of a slot without a leader. */
const noLeader = 65_535;

/** @throws SourceError `bad_answer` when a slot of the epoch has no leader, or two */
function toLeaders(schedule: Readonly<Record<string, number[]>>, slots: number): Leaders {
  const identities = Object.keys(schedule);
  const of = new Uint16Array(slots).fill(noLeader);
  let length = 0;
  identities.forEach((identity, place) => {
    for (const slot of schedule[identity] ?? []) {
      if (of[slot] === noLeader) length += 1;
      of[slot] = place;
    }
  });
  const total = Object.values(schedule).reduce((sum, own) => sum + own.length, 0);
  if (length === slots && total === slots) return { identities, of };
  throw new SourceError(
    `getLeaderSchedule: ${total} leaders for ${length} slots, but the epoch has ${slots} slots`,
    { code: "bad_answer" },
  );
}

/**
 * 432,000 small integers: a bigint for each would take seconds. Errors are thrown where the answer is read, so that the
 * next node is requested.
 */
const scheduleAnswer = (slots: number) =>
  z
    .record(z.string(), z.array(z.number()))
    .nullable()
    .transform((schedule) => {
      if (schedule === null || Object.keys(schedule).length === 0)
        throw new SourceError("getLeaderSchedule: the node has dropped the schedule of this epoch", {
          code: "pruned",
          retryable: false,
        });
      return toLeaders(schedule, slots);
    });

/** @returns undefined for epochs that all nodes have pruned. @throws SourceError */
export async function readLeaders(
  nodes: Pick<NodeSet, "call">,
  { first_slot, last_slot }: { first_slot: number; last_slot: number },
  signal?: AbortSignal,
): Promise<Leaders | undefined> {
  const schema = scheduleAnswer(last_slot - first_slot + 1);
  const parameters = [first_slot, { commitment: "finalized" }];
  try {
    return await requestValue(nodes, schema, "getLeaderSchedule", parameters, signal, JSON.parse);
  } catch (error) {
    // The last node requested may be on another chain.
    if (isErrorOfKind(error, "source") && ["pruned", "other_chain"].includes(error.code)) return undefined;
    throw error;
  }
}
