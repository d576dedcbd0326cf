/** Figures that nodes report themselves and the listener doesn't need: read to compare them with the warehouse. */
import { z } from "zod";
import { isErrorOfKind, SourceError } from "../../../lib/errors.ts";
import { solanaAddress } from "../../../schemas/solana/events.ts";
import type { NodeSet } from "../../node/nodes.ts";
import { readResult, requestValue, rpcCall } from "./rpc.ts";

const finalized = { commitment: "finalized" } as const;
const count = z.int().min(0);

const productionAnswer = z.object({
  value: z.object({
    byIdentity: z.record(solanaAddress, z.tuple([count, count])),
    range: z.object({ firstSlot: count, lastSlot: count }),
  }),
});

/** Slots that an identity led in a range, and blocks that it produced in them. */
export type BlockProduction = { identity: string; leaderSlots: number; blocksProduced: number };

/** @throws SourceError `bad_answer` for another range than the requested one */
export async function readBlockProduction(
  nodes: Pick<NodeSet, "call">,
  range: { firstSlot: number; lastSlot: number },
  signal?: AbortSignal,
): Promise<BlockProduction[]> {
  const parameters = [{ ...finalized, range }];
  const { value } = await requestValue(
    nodes,
    productionAnswer,
    "getBlockProduction",
    parameters,
    signal,
    JSON.parse,
  );
  const { firstSlot, lastSlot } = value.range;
  if (firstSlot !== range.firstSlot || lastSlot !== range.lastSlot)
    throw new SourceError(
      `getBlockProduction: the answer covers slots ${firstSlot} to ${lastSlot}, not ${range.firstSlot} to ${range.lastSlot}`,
      { code: "bad_answer", retryable: false },
    );
  return Object.entries(value.byIdentity).map(([identity, [leaderSlots, blocksProduced]]) => ({
    ...{ identity, leaderSlots, blocksProduced },
  }));
}

/** The identity that leads a slot. */
export async function readSlotLeader(
  nodes: Pick<NodeSet, "call">,
  slot: number,
  signal?: AbortSignal,
): Promise<string> {
  const [leader] = await requestValue(nodes, z.tuple([solanaAddress]), "getSlotLeaders", [slot, 1], signal);
  return leader;
}

const versionAnswer = z.object({
  "solana-core": z.string().max(64),
  "feature-set": z.number().nullish(),
});

/**
 * The client, as far as its version shows: Agave's begin with 2 or more, Firedancer's with 0. Those with 1 may be of Solana Labs'
 * validator, or of Firedancer. Forks of Agave, such as Jito-Solana, have its versions.
 */
function clientOf(version: string): string {
  const major = Number.parseInt(version, 10);
  if (major === 0) return "Firedancer";
  return major >= 2 ? "Agave" : "solana-core";
}

/** Name and version of each node: `Agave/4.4.1 (feature set 3640012085)`. Nodes that report none are left out. */
export async function readSoftware(nodes: NodeSet, signal?: AbortSignal): Promise<string[]> {
  const read = async (node: NodeSet["nodes"][number]): Promise<string[]> => {
    const call = rpcCall("getVersion", [], {
      signal,
      isUrgent: true,
      read: async (response) => {
        const text = (await response.bytes()).toString("utf8");
        return versionAnswer.safeParse(readResult("getVersion", response.status, text, JSON.parse)).data;
      },
    });
    try {
      const except = nodes.nodes.filter((other) => other !== node);
      const answer = await nodes.call({ ...call, rounds: 1 }, { except });
      if (answer === undefined) return [];
      const { "solana-core": version, "feature-set": featureSet } = answer;
      const features = typeof featureSet === "number" ? ` (feature set ${featureSet})` : "";
      return [`${clientOf(version)}/${version}${features}`];
    } catch (error) {
      if (!isErrorOfKind(error, "source")) throw error;
      return [];
    }
  };
  return (await Promise.all(nodes.nodes.map(read))).flat();
}
