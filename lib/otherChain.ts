/** The identity of a chain is pinned in the warehouse when the chain is first seen; any other chain is refused. */
import { ConfigError } from "./errors.ts";

type Identity = {
  network: string;
  /** The source of the fact, as the subject of the sentence: "The node", "A message". */
  source: string;
  /** The fact that identifies a chain, such as `genesis_validators_root`. */
  name: string;
  found: string;
  /** The value in the warehouse; undefined while the network is unknown there. */
  pinned: string | undefined;
  /** The setting that serves a chain under another name than its own, if any. */
  nameSetting?: string;
};

/** @throws ConfigError `other_chain`: facts of two chains would mix under one name */
export function refuseOtherChain({
  network,
  source,
  name,
  found: reported,
  pinned,
  nameSetting,
}: Identity): void {
  if (pinned === undefined || pinned === reported) return;
  const ways = ["that chain's node", "another DATA_DIR", ...(nameSetting === undefined ? [] : [nameSetting])];
  throw new ConfigError(
    `${source} of ${network} is of another chain: its ${name} is ${reported}, this warehouse holds ${pinned}. ` +
      `Use ${ways.join(" or ")}.`,
    { code: "other_chain", meta: { network, found: reported, pinned } },
  );
}
