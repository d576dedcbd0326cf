/** Every table that answers are computed from, as large as on mainnet. */
import type { Fill } from "./fill.ts";
import { accountFills } from "./fillsAccount.ts";
import { dailyFills } from "./fillsDaily.ts";
import { eigenlayerFills } from "./fillsEigenlayer.ts";
import { ethFills } from "./fillsEth.ts";
import { explainedFills } from "./fillsExplained.ts";
import { explainedEraFills } from "./fillsExplainedEras.ts";
import { polygonFills } from "./fillsPolygon.ts";
import { solanaFills } from "./fillsSolana.ts";

/** By family; BENCH_WORST_FILLS names those that are wanted. */
export const fillsByFamily: Readonly<Record<string, readonly Fill[]>> = {
  solana: solanaFills,
  eigenlayer: eigenlayerFills,
  polygon: polygonFills,
  daily: dailyFills,
  eth: ethFills,
  explained: [...explainedFills, ...explainedEraFills],
  account: accountFills,
};
