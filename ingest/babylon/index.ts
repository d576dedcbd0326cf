import { babylonChain } from "../../schemas/cosmos/chains.ts";
import { defineCosmosChain } from "../cosmos/define.ts";

export const babylon = defineCosmosChain(babylonChain);
