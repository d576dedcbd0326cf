/** All recipes of the READMEs. */
import { addChain } from "./chain.ts";
import { addEndpoint } from "./endpoint.ts";
import { addField } from "./field.ts";
import { addRating } from "./rating.ts";
import type { Recipe } from "./recipe.ts";
import { addTable, changeTable } from "./tables.ts";
import { addVerb } from "./verb.ts";

export const recipes: readonly Recipe[] = [
  addField,
  addEndpoint,
  addChain,
  addTable,
  changeTable,
  addRating,
  addVerb,
];

export const nameOf = ({ readme, heading, adds }: Recipe): string => `${readme}, ${heading}: ${adds}`;

/** Headings "Add …" and "Change …" without a recipe, by README, and the reason. */
export const withoutRecipe: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "chains/README.md": {
    "Add a family": "weeks of work; chains/index.test.ts names the missing parts",
    "Add a part": "one entry, whose shape the compiler checks",
  },
  "ingest/README.md": { "Add a chain": "the listener of a new family" },
  "serve/README.md": { "Add a chain": "one object, whose shape the compiler checks" },
  "sql/README.md": { "Add a rule": "each rule has a test of its own" },
  "explorer/README.md": {
    "Add a chart": "data, which explorer/src/networks/networks.test.ts checks",
    "Add a section, a kind, a network": "data; the recipe for a chain adds a network",
    "Add a page": "test/demo.long.test.ts looks at every page in a browser",
  },
};
