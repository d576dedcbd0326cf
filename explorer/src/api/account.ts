/** The organization of the key in use. */
import type { AnswerOf } from "validator-analytics-client";
import type { Call } from "./call.ts";

export type Account = AnswerOf<"/v1/account">;

export const accountCall: Call = { path: "/v1/account" };
