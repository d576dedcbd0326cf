/** How old the newest block of a node may be while its chain is followed. */
import { SourceError } from "../../lib/errors.ts";

type NewestBlock = {
  /** What the error calls it, such as "slot 5". */
  name: string;
  /** Unix seconds; undefined when the node does not report it. */
  time: number | undefined;
};

/**
 * An age that is not known is no proof of a recent head.
 * @param maxAgeS 0 = any age
 * @throws SourceError `stale`
 */
export function checkHeadAge({ name, time }: NewestBlock, maxAgeS: number): void {
  if (maxAgeS <= 0) return;
  const ageS = time === undefined ? Number.NaN : Math.round(Date.now() / 1000 - time);
  if (ageS <= maxAgeS) return;
  const age = Number.isNaN(ageS) ? "of unknown age" : `${ageS} s old`;
  throw new SourceError(
    `the node's head, ${name}, is ${age}; the setting …_MAX_HEAD_AGE_S allows ${maxAgeS} s`,
    {
      code: "stale",
    },
  );
}
