/**
 * A warehouse that refuses writes for a while, and nodes that fail: afterwards nothing is missing.
 * Fast counterpart: test/outages.test.ts, ingest/eth/endToEnd.test.ts
 */
import { describe } from "vitest";
import { diskFull } from "./support/clickhouseFront.ts";
import { lastingFault, mistakenTable, nodeStorms, passingFaults, useMessages } from "./support/ethOutages.ts";

useMessages();

describe("a warehouse that fails", () => {
  lastingFault();
  mistakenTable();
  passingFaults([
    ["a full disk", { ...diskFull, times: 3 }, /NOT_ENOUGH_SPACE|Cannot reserve/],
    ["a lost store", { refuse: true, times: 3 }, /ECONNRESET|hang up|reset/i],
    ["an overloaded proxy", { status: 503, times: 2 }, /Unavailable/],
  ]);
});

describe("nodes that fail", () => {
  nodeStorms([
    [
      "broken bodies",
      [
        { path: /committees|validators|blocks/, kind: "truncated", probability: 0.1 },
        { path: /headers|committees|duties|finality/, kind: "malformed", probability: 0.05 },
        { path: /./, kind: "reset", probability: 0.05 },
      ],
    ],
    ["429 storms", [{ path: /./, kind: "status", status: 429, retryAfterSeconds: 0, probability: 0.15 }]],
    ["5xx", [{ path: /./, kind: "status", status: 503, probability: 0.1 }]],
    ["slow answers", [{ path: /blocks/, kind: "slow", delayMs: 20, probability: 0.1 }]],
  ]);
});
