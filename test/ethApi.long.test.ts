/** The answers of test/ethApi.test.ts about ratings of three forks, and about days of 225 epochs. */
import { describe } from "vitest";
import { cases, longCases } from "./support/ethApi.ts";
import { ethApiSuite } from "./support/ethApiSuite.ts";

describe.each([...cases.slice(1), ...longCases])("$name", ethApiSuite);
