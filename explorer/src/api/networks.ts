/** The networks that the server serves, and how fresh their records are. */
import type { AnswerOf } from "validator-analytics-client";
import { query } from "../address.ts";
import { useAnswer } from "./answers.ts";

export type ServedNetwork = AnswerOf<"/v1/networks">["results"][number];
export type RecordFreshness = ServedNetwork["records"][number];

export const useNetworks = () => useAnswer<AnswerOf<"/v1/networks">>({ path: "/v1/networks" });

/** The network in the page's URL; undefined: the chain's default network. */
export const requestedNetwork = () => query.value.get("network") ?? undefined;

/** The network that the page's URL selects. */
export function chosenNetwork(served: readonly ServedNetwork[], chain: string): ServedNetwork | undefined {
  const own = served.filter((network) => network.chain === chain);
  const requested = requestedNetwork();
  return requested === undefined
    ? (own.find(({ isDefault }) => isDefault) ?? own[0])
    : own.find(({ network }) => network === requested);
}
