/** `dead-letters` beside a process that runs; test/deadLetters.test.ts has it alone. */
import { describe, it } from "vitest";
import { requeuesBesideStart, useDeadLetters } from "./support/deadLetters.ts";

useDeadLetters();

// Each verb is a process of its own.
describe("dead-letters", { timeout: 300_000 }, () => {
  it(
    "while `start` follows a node: the same, through the process that holds the folder",
    requeuesBesideStart,
  );
});
