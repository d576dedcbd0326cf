import { defineCosmosChain } from "../cosmos/define.ts";

export const babylon = defineCosmosChain({
  id: "babylon",
  token: { symbol: "BABY", decimals: 6 },
  denomination: "ubbn",
  prefix: "bbn",
  chainIds: /^bbn-[a-z0-9-]+$/,
  readsDelegations: true,
});
