/** The laws of test/ethLaws.test.ts with more cases than fit into minutes. */
import { beforeAll, it } from "vitest";
import { chain, checkAnyOrder, checkKilledAnywhere, from, type Recorded, to } from "../support/ethLaws.ts";
import { recordMessages } from "../support/ethPipeline.ts";

let recorded: Recorded;
beforeAll(async () => {
  recorded = await recordMessages(chain, { from, to });
});

it("any batching, order and repetition lead to the same tables", () => checkAnyOrder(recorded, 3));

it("a worker killed at any write and started again loses and doubles nothing", () =>
  checkKilledAnywhere(recorded, 5));
