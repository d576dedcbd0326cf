import { describe, expect, it } from "vitest";
import { SourceError } from "../../lib/errors.ts";
import { toSourceError as executionError } from "../execution/errors.ts";
import { toSourceError as solanaError } from "../solana/api/errors.ts";
import { isOptionalRefused, notJson, rpcErrorOf } from "./jsonRpc.ts";

describe("what an error of JSON-RPC says", () => {
  it.each<[unknown, number, string]>([
    [{ code: -32000, message: "a" }, -32_000, "a"],
    [
      { code: -32015, message: "VM execution error.", data: "err: revert" },
      -32_015,
      "VM execution error.: err: revert",
    ],
    [{ code: 3, message: "execution reverted", data: "0x08c379a0" }, 3, "execution reverted"],
    ["query timed out", Number.NaN, "query timed out"],
    [{ data: "too much" }, Number.NaN, "too much"],
    [{ status: 7 }, Number.NaN, 'unnamed error {"status":7}'],
  ])("%j", (error, code, words) => {
    expect(rpcErrorOf(error)).toEqual({ code, words });
  });
});

describe("an optional method", () => {
  it.each([
    { code: -32602, message: "Unsupported method: getAgGenesisCert. See the list of available methods." },
    { code: -32600, message: "Unsupported method: getAgGenesisCert" },
    { code: -32001, message: "the rpc method is not on the whitelist of this plan" },
    { code: 403, message: "method is not allowed" },
    { code: -32601, message: "Method not found" },
    { code: -32000, message: "the method getAgGenesisCert does not exist/is not available" },
  ])("is not offered: %j", (error) => {
    expect(isOptionalRefused(solanaError("getAgGenesisCert", error))).toBe(true);
  });

  it.each([
    [404, "404 page not found"],
    [403, "<html>Forbidden</html>"],
    [501, "Not Implemented"],
    [200, "<html>"],
  ])("is not offered: %i %s", (status, text) => {
    expect(isOptionalRefused(notJson("info.getNetworkID", status, text))).toBe(true);
  });

  it.each([
    solanaError("m", { code: -32005, message: "Node is behind by 42 slots" }),
    solanaError("m", { code: -32007, message: "15/second request limit reached" }),
    notJson("m", 502, "Bad Gateway"),
    notJson("m", 429, ""),
    new SourceError("gone", { code: "connection" }),
  ])("may be offered later: %s", (error) => {
    expect(isOptionalRefused(error)).toBe(false);
  });
});

describe("words before codes", () => {
  const limit = "15/second request limit reached - reduce calls per second or upgrade your account";

  it("a rate limit with the code of a skipped slot is a rate limit", () => {
    expect(solanaError("getBlock", { code: -32007, message: limit })).toMatchObject({
      code: "rate_limited",
      retryable: true,
    });
    const skipped = "Slot 208060 was skipped, or missing due to ledger jump to recent snapshot";
    expect(solanaError("getBlock", { code: -32007, message: skipped }).code).toBe("skipped");
    expect(executionError("eth_call", { code: -32007, message: limit }).code).toBe("rate_limited");
  });

  it.each([
    { code: 3, message: "execution reverted", data: "0x" },
    { code: -32000, message: "execution reverted" },
    { code: -32015, message: "VM execution error.", data: "err: revert (supplied gas 36000000)" },
    { code: -32015, message: "VM execution error", data: "Invalid jump destination" },
    { code: -32000, message: "stack underflow (1 <=> 2)" },
    { code: -32000, message: "gas required exceeds allowance (50000000)" },
  ])("a call that the machine has ended is an answer: %j", (error) => {
    expect(executionError("eth_call", error)).toMatchObject({ code: "refused", retryable: false });
  });

  it("an error of a node keeps its words", () => {
    expect(executionError("eth_getLogs", "upstream is sad").message).toContain("upstream is sad");
  });
});
