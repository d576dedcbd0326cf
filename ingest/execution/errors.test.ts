/** Errors as execution clients, hosted nodes and gateways word them. */
import { expect, it } from "vitest";
import { isBatchRefused, isRangeRefused, toSourceError } from "./errors.ts";

type Expected = { code: string; retryable: boolean; isHalted?: boolean; isRange?: boolean };
const limited: Expected = { code: "rate_limited", retryable: true };
const pruned: Expected = { code: "pruned", retryable: false };
const halted: Expected = { code: "refused", retryable: false, isHalted: true };
const refused: Expected = { code: "refused", retryable: false, isHalted: false };
const trouble: Expected = { code: "server_error", retryable: true };
const range: Expected = { code: "refused", retryable: false, isRange: true };
const late: Expected = { code: "timeout", retryable: true };

it.each<[string, unknown, Expected]>([
  // EIP-1474's limit counts requests, except for logs.
  ["eth_call", { code: -32005, message: "limit exceeded" }, limited],
  ["eth_chainId", { code: -32005, message: "Limit exceeded" }, limited],
  ["eth_getLogs", { code: -32005, message: "limit exceeded" }, range],
  ["eth_call", { code: -32000, message: "project ID request rate exceeded" }, limited],
  ["eth_call", { code: -32090, message: "Too many requests, reason: call rate limit exhausted" }, limited],
  // A call that timed out is not a refusal of the contract.
  ["eth_call", { code: -32000, message: "execution aborted (timeout = 5s)" }, late],
  ["eth_call", { code: -32002, message: "request timed out" }, late],
  ["eth_getBlockReceipts", { code: -32000, message: "context deadline exceeded" }, late],
  // State and history that the node has pruned.
  [
    "eth_call",
    { code: -32000, message: "missing trie node 3af1 (path ) state 0x12 is not available" },
    pruned,
  ],
  ["eth_call", { code: -32002, message: "No state available for block 0x12" }, pruned],
  ["eth_call", { code: -32000, message: "World state unavailable" }, pruned],
  ["eth_call", { code: -32000, message: "old data not available due to pruning" }, pruned],
  ["eth_call", { code: -32701, message: "Archive requests require a personal token" }, pruned],
  ["eth_call", { code: -32000, message: "state not available for block 5" }, pruned],
  ["eth_getBlockReceipts", { code: 4444, message: "pruned history unavailable" }, pruned],
  // The EVM has halted the call, whichever reason the contract gives.
  ["eth_call", { code: 3, message: "execution reverted: deadline exceeded" }, halted],
  ["eth_call", { code: -32000, message: "execution reverted: rate limit reached" }, halted],
  ["eth_call", { code: -32015, message: "VM execution error.", data: "Reverted 0x" }, halted],
  ["eth_call", { code: -32000, message: "out of gas" }, halted],
  // The node refuses the method, so no other block or contract would be answered.
  ["eth_call", { code: -32601, message: "the method eth_call does not exist/is not available" }, refused],
  ["eth_call", { code: -32602, message: "invalid argument 1" }, refused],
  // Anything else is a fault of the node.
  ["eth_getLogs", { code: -32000, message: "method handler crashed" }, trouble],
  ["eth_getLogs", { code: -32603, message: "Internal error" }, trouble],
  ["eth_getBlockByNumber", { code: -32000, message: "header not found" }, trouble],
  ["eth_call", { code: "-32000", message: "a code that is text" }, trouble],
  ["eth_call", [{ message: "in a list" }], trouble],
  ["eth_call", {}, trouble],
])("%s: %j", (method, error, { isHalted, isRange, ...expected }) => {
  const sourceError = toSourceError(method, error);
  expect(sourceError).toMatchObject(expected);
  if (isHalted !== undefined) expect(sourceError.meta.isHalted).toBe(isHalted);
  if (isRange !== undefined) expect(sourceError.meta.isRange).toBe(isRange);
  const { message = "" } = error as { message?: string };
  expect(sourceError.message).toContain(message);
});

it("of a request that took too long may be of a smaller one", () => {
  const error = toSourceError("eth_getLogs", { code: -32000, message: "query timed out" });
  expect([isRangeRefused(error), isBatchRefused(error)]).toEqual([true, true]);
});
