/** The laws of test/ethLaws.test.ts with more cases. */
import { beforeAll, expect, it } from "vitest";
import {
  chain,
  checkAnyOrder,
  checkKilledAnywhere,
  cut,
  from,
  type Recorded,
  tablesAfter,
  to,
} from "./support/ethLaws.ts";
import { recordMessages } from "./support/ethPipeline.ts";

let recorded: Recorded;
beforeAll(async () => {
  recorded = await recordMessages(chain, { from, to });
});

it("the end before the beginning", async () => {
  expect(await tablesAfter(cut([...recorded.messages].reverse(), [5]))).toEqual(recorded.expected);
});

it("any batching, order and repetition lead to the same tables", () => checkAnyOrder(recorded, 1));

it("a worker killed at any write and started again loses and doubles nothing", () =>
  checkKilledAnywhere(recorded, 2));
