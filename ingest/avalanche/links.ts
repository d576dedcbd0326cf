/** Whether the links between a network's blocks prove anything. */
import type { Logger } from "../../lib/logger.ts";
import type { AvalancheClient } from "./api/client.ts";
import { areLinked } from "./check.ts";

export type Links = {
  /** Checks the newest blocks, once. @throws SourceError */
  check(head: number, signal: AbortSignal): Promise<void>;
  /** Whether blocks name their parents as they should; undefined before the check. */
  areValid(): boolean | undefined;
};

export function createLinks(
  client: Pick<AvalancheClient, "block">,
  { network, log }: { network: string; log: Logger },
): Links {
  let areValid: boolean | undefined;

  return {
    check: async (head, signal) => {
      if (areValid !== undefined) return;
      const heights = [3, 2, 1, 0].map((back) => head - back).filter((height) => height >= 0);
      const blocks = await Promise.all(heights.map((height) => client.block(height, signal)));
      areValid = areLinked(blocks) ?? true;
      if (!areValid)
        log.warn({ network }, "parent hashes do not match block hashes; forks cannot be detected");
    },
    areValid: () => areValid,
  };
}
