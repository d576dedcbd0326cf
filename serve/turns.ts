/** Changes of one organization run one after the other, so what is checked before a change still holds at it. */
import { LRUCache } from "lru-cache";
import pLimit, { type LimitFunction } from "p-limit";
import type { Services } from "./services.ts";

const createTurns = () => new LRUCache<string, LimitFunction>({ max: 10_000 });

/** Several servers don't wait for each other: each has to detect by itself that they exceed a limit together. */
export function inTurn<Result>(
  services: Pick<Services, "own">,
  organizationId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const turns = services.own(createTurns);
  const turn = turns.get(organizationId) ?? pLimit(1);
  turns.set(organizationId, turn);
  return turn(change);
}
