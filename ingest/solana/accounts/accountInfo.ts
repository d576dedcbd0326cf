/** Reads one account's data. */
import { z } from "zod";
import type { NodeSet } from "../../node/nodes.ts";
import { requestValue } from "../api/rpc.ts";

const answer = z.object({
  value: z.object({ data: z.tuple([z.base64(), z.literal("base64")]) }).nullable(),
});

/** undefined if there is no such account. @throws SourceError */
export async function readAccountData(
  nodes: Pick<NodeSet, "call">,
  address: string,
  signal?: AbortSignal,
): Promise<Buffer | undefined> {
  const options = { encoding: "base64", commitment: "finalized" };
  const { value } = await requestValue(nodes, answer, "getAccountInfo", [address, options], signal);
  return value === null ? undefined : Buffer.from(value.data[0], "base64");
}
