import { defineCosmosChain } from "../cosmos/define.ts";

export const celestia = defineCosmosChain({
  id: "celestia",
  token: { symbol: "TIA", decimals: 6 },
  denomination: "utia",
  prefix: "celestia",
  chainIds: /^(?:celestia|mocha-\d+|arabica-\d+)$/,
  readsDelegations: false,
});
