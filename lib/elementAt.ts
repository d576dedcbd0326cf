import { FatalError } from "./errors.ts";

/**
 * The element of a list that must have one at this index. Not for loops over millions of typed array elements: shared
 * by lists of all kinds, the call takes several times as long as the access.
 * @throws FatalError `no_element`
 */
export function elementAt<Element>(list: ArrayLike<Element>, index: number): Element {
  const element = list[index];
  if (element !== undefined) return element;
  throw new FatalError(
    `There is no element ${index} in a list of ${list.length}. This is a defect; please report it`,
    {
      code: "no_element",
      meta: { index, length: list.length },
    },
  );
}
