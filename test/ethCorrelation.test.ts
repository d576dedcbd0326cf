/** Correlation penalties by the newest rule, at night also by the one that takes most; other forks and orders are in ethCorrelation.long.test.ts. */
import { describe } from "vitest";
import { ethCorrelationSuite } from "./support/ethCorrelationSuite.ts";
import { thinned } from "./support/nightCases.ts";

describe.each(thinned(["electra", "bellatrix"] as const))("%s", ethCorrelationSuite);
