import { describe, expect, it } from "vitest";
import { refuseOtherChain } from "./otherChain.ts";

const identity = { network: "devnet", source: "The node", name: "genesis_validators_root", found: "0x01" };

describe("refuseOtherChain", () => {
  it("lets the pinned chain pass, and the first one", () => {
    expect(() => refuseOtherChain({ ...identity, pinned: "0x01" })).not.toThrow();
    expect(() => refuseOtherChain({ ...identity, pinned: undefined })).not.toThrow();
  });

  it("says which chain was found, which one is pinned, and what to do", () => {
    expect(() => refuseOtherChain({ ...identity, pinned: "0x02", nameSetting: "ETH_NETWORK_NAME" })).toThrow(
      expect.objectContaining({
        kind: "config",
        code: "other_chain",
        message:
          "The node of devnet is of another chain: its genesis_validators_root is 0x01, this warehouse holds 0x02. " +
          "Use that chain's node or another DATA_DIR or ETH_NETWORK_NAME.",
      }),
    );
  });
});
