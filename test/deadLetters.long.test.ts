/**
 * `dead-letters` in an operator's hands: an old worker left letters that it could not read, and the new one reads them.
 * Fast counterpart: test/deadLetters.test.ts
 */
import { describe, it } from "vitest";
import { requeuesAlone, requeuesThroughStart, useDeadLetters } from "./support/deadLetters.ts";

useDeadLetters();

// Each verb is a process of its own.
describe("dead-letters", { timeout: 300_000 }, () => {
  it("alone: requeued letters of an old worker lead to the same tables", requeuesAlone);
  it(
    "while `start` follows a node: the same, through the process that holds the folder",
    requeuesThroughStart,
  );
});
