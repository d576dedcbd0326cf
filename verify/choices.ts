/** Samples of a point's subjects, for both sides: also subjects that the node leaves out are compared. */

/** Points of which samples are kept until their figures are compared. */
const pointsMax = 16;

/** What is chosen for a point while the node's figures are read, such as parameters of the warehouse's statement. */
export function createChoices<Choice>(none: Choice) {
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
