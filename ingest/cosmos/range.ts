/** Which blocks a UTC day means. */
import type { HeightRange } from "../../lib/heightRange.ts";
import { heightsOfDay } from "../listener/range.ts";
import type { CometClient } from "./api/client.ts";

/** The blocks of a UTC day. @throws ConfigError for days that the nodes don't keep or that haven't come */
export async function blocksOfDay(
  client: Pick<CometClient, "headers" | "status">,
  day: string,
  signal?: AbortSignal,
): Promise<HeightRange> {
  const { earliest, head } = await client.status(signal);
  return await heightsOfDay(day, {
    ...{ unit: "block", bounds: { from: earliest, to: head }, origin: 1 },
    timeAt: async (height) => {
      const [header] = await client.headers(height, height, signal);
      return (header?.time.getTime() ?? 0) / 1000;
    },
  });
}
