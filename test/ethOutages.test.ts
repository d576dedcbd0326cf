/** A warehouse that takes nothing for a while, and nodes that fail (by day: ingest/eth/endToEnd.test.ts): afterwards nothing is missing. */
import { describe } from "vitest";
import { diskFull } from "./support/clickhouseFront.ts";
import { mistakenTable, nodeStorms, passingFaults, useMessages } from "./support/ethOutages.ts";
import { isNight } from "./support/nightCases.ts";

useMessages();

describe("a warehouse that fails", () => {
  if (isNight) mistakenTable();
  passingFaults([["a full disk", { ...diskFull, times: 3 }, /NOT_ENOUGH_SPACE|Cannot reserve/]]);
});

if (isNight)
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
    ]);
  });
