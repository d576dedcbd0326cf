/** Which networks there are, and how fresh their records: every page tells. */
import type { AnswerOf } from "validator-analytics-client";
import { query } from "../address.ts";
import { useAnswer } from "./answers.ts";

export type ServedNetwork = AnswerOf<"/v1/networks">["results"][number];
export type RecordFreshness = ServedNetwork["records"][number];

export const useNetworks = () => useAnswer<AnswerOf<"/v1/networks">>({ path: "/v1/networks" });

/** The network of the address, as the header names it; undefined: the chain's main one. */
export const askedNetwork = () => query.value.get("network") ?? undefined;

/** The network that the address means. */
export function chosenNetwork(served: readonly ServedNetwork[], chain: string): ServedNetwork | undefined {
  const own = served.filter((network) => network.chain === chain);
  const asked = askedNetwork();
  return asked === undefined
    ? (own.find(({ isDefault }) => isDefault) ?? own[0])
    : own.find(({ network }) => network === asked);
}
