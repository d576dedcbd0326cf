/** From a generated node to JSON over HTTP: every field of every answer equals a day computed from the chain's truth. */
import { describe } from "vitest";
import { cases } from "./support/ethApi.ts";
import { ethApiSuite } from "./support/ethApiSuite.ts";

describe.each(cases)("$name", ethApiSuite);
