/** Every table that an answer is made of, as large as on mainnet. */
import type { Fill } from "./fill.ts";
import { ethFills } from "./fillsEth.ts";

export const fills: readonly Fill[] = [...ethFills];
