/** All recipes of the READMEs. */
import { addChain } from "./chain.ts";
import type { Recipe } from "./recipe.ts";

export const recipes: readonly Recipe[] = [addChain];
