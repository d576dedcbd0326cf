import { celestiaChain } from "../../schemas/cosmos/chains.ts";
import { defineCosmosChain } from "../cosmos/define.ts";

export const celestia = defineCosmosChain(celestiaChain);
