/**
 * The answers of test/ethApi.test.ts about more validators, ratings of three forks, and days of 225 epochs.
 * Fast counterpart: test/ethApi.test.ts
 */
import { describe } from "vitest";
import { longCases } from "./support/ethApi.ts";
import { ethApiSuite } from "./support/ethApiSuite.ts";

describe.each(longCases)("$name", ethApiSuite);
