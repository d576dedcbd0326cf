/** Which subjects of a point are compared: those of a large network would take gigabytes and hours. */
import type { ReadContext } from "../figure.ts";

/** Validators of a point. The whole registry of a large network would be 100 MB. */
const validatorsMax = 1024;
/** Blocks of a point. For each, a node replays the chain from its last stored state. */
const blocksMax = 8;

/** Validators with duties in the point's epoch, ascending. */
export async function sampledValidators({ rows }: Pick<ReadContext, "rows">): Promise<number[]> {
  const found = await rows<{ validator_index: number }>("eth/verify_validators", { size: validatorsMax });
  return found.map(({ validator_index }) => validator_index);
}

/** Slots of canonical blocks of the point's epoch whose rewards are known, ascending. */
export async function rewardedSlots({ rows }: Pick<ReadContext, "rows">): Promise<number[]> {
  const found = await rows<{ slot: number }>("eth/verify_rewarded_blocks", { size: blocksMax });
  return found.map(({ slot }) => slot);
}

/** The slots to which figures of a sample of blocks refer: `total_gwei at slot 123`. */
export function slotOf(item: string): number | undefined {
  const slot = / at slot (\d+)$/.exec(item)?.[1];
  return slot === undefined ? undefined : Number(slot);
}

export const slotsOf = (items: readonly { item: string }[]): number[] => [
  ...new Set(items.map(({ item }) => slotOf(item)).filter((slot) => slot !== undefined)),
];

export const validatorsOf = (figures: readonly { subject: string }[]): number[] => [
  ...new Set(figures.map(({ subject }) => Number(subject))),
];

/** Path of the explanation of a validator's day. */
export const explainValidator =
  (kind?: string) =>
  ({ subject }: { subject: string }, date: string): string =>
    `/v1/eth/validators/${subject}/explain?date=${date}&utc=true${kind === undefined ? "" : `&kind=${kind}`}`;
