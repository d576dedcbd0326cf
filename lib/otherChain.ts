/** What tells a chain from any other is pinned in the warehouse when the chain is first seen; another one is refused. */
import { ConfigError } from "./errors.ts";

type Identity = {
  network: string;
  /** What was found, as the subject of the sentence: "The node", "A message". */
  source: string;
  /** What tells chains apart, such as `genesis_validators_root`. */
  name: string;
  found: string;
  /** What the warehouse holds; undefined while it knows no such network. */
  pinned: string | undefined;
  /** What serves a chain under another name than its own, where something does. */
  nameSetting?: string;
};

/** @throws ConfigError `other_chain`: facts of two chains would mix under one name */
export function refuseOtherChain({ network, source, name, found, pinned, nameSetting }: Identity): void {
  if (pinned === undefined || pinned === found) return;
  const ways = ["that chain's node", "another DATA_DIR", ...(nameSetting === undefined ? [] : [nameSetting])];
  throw new ConfigError(
    `${source} of ${network} is of another chain: its ${name} is ${found}, this warehouse holds ${pinned}. ` +
      `Use ${ways.join(" or ")}.`,
    { code: "other_chain", meta: { network, found, pinned } },
  );
}
