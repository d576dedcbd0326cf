/** Samples of a point's subjects, for both sides: also subjects that the node leaves out are compared. */
import type { QueryParams } from "../lib/store/store.ts";

/** Points of which samples are kept until their figures are compared. */
const pointsMax = 16;

/** Parameters of the warehouse's statement that are chosen while the node's figures are read. */
export function createChoices<Choice extends QueryParams>(none: Choice) {
  const choices = new Map<number, Choice>();
  return {
    of: (point: number): Choice => choices.get(point) ?? none,
    set: (point: number, choice: Choice): void => {
      const [oldest] = choices.keys();
      if (choices.size >= pointsMax && oldest !== undefined) choices.delete(oldest);
      choices.set(point, choice);
    },
  };
}
