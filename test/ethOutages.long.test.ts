/**
 * What test/ethOutages.test.ts asks, with more faults.
 * Fast counterpart: test/ethOutages.test.ts
 */
import { describe } from "vitest";
import { lastingFault, nodeStorms, passingFaults, useMessages } from "./support/ethOutages.ts";

useMessages();

describe("a warehouse that fails", () => {
  lastingFault();
  passingFaults([
    ["a lost store", { refuse: true, times: 3 }, /ECONNRESET|hang up|reset/i],
    ["an overloaded proxy", { status: 503, times: 2 }, /Unavailable/],
  ]);
});

describe("nodes that fail", () => {
  nodeStorms([
    ["429 storms", [{ path: /./, kind: "status", status: 429, retryAfterSeconds: 0, probability: 0.15 }]],
    ["5xx", [{ path: /./, kind: "status", status: 503, probability: 0.1 }]],
    ["slow answers", [{ path: /blocks/, kind: "slow", delayMs: 20, probability: 0.1 }]],
  ]);
});
