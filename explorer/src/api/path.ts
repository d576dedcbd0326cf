import type { PathOf } from "validator-analytics-client";

/** An address of the API, as its documentation has it: with {names} of parameters. */
export type ApiPath = PathOf<"get">;
