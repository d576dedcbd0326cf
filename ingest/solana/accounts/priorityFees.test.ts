/** Accounts of the priority fees that validators passed on; the test node serves those of its history. */
import { expect, it } from "vitest";
import { priorityFeeBytes } from "../../../fixtures/solana/accountData.ts";
import { createSolanaHistory } from "../../../fixtures/solana/model.ts";
import { solanaMessage } from "../../../schemas/solana/events.ts";
import { listenSolana, ofType, useStubs } from "../../../test/support/solanaMessages.ts";
import { decodePriorityFee, priorityFeeMark } from "./priorityFees.ts";
import { accountOf, expectTotal } from "./testDecoder.ts";

const serve = useStubs();
const history = createSolanaHistory({ seed: 44, slots: 260, slotsPerEpoch: 100 });
const [fees] = history.priorityFees.filter(({ counted }) => counted > 2n);

it("are decoded with a merkle root and without", () => {
  if (fees === undefined) throw new Error("the history has none");
  // From the program's own clients.
  expect([...priorityFeeMark]).toEqual([163, 183, 254, 12, 121, 137, 235, 27]);
  const settled = Buffer.from(priorityFeeBytes(fees, true));
  const running = Buffer.from(priorityFeeBytes(fees, false));
  const own = { vote_account: fees.voteAccount, created_epoch: fees.epoch, commission_bps: 5_000 };
  expect(decodePriorityFee(accountOf(settled))).toEqual({
    ...own,
    total_claim_lamports: String(fees.moved + fees.donated),
    transferred_lamports: String(fees.counted),
  });
  expect(decodePriorityFee(accountOf(running))).toEqual({
    ...own,
    total_claim_lamports: null,
    transferred_lamports: String(fees.counted / 2n),
  });
  expectTotal(decodePriorityFee, settled, 163);
  expectTotal(decodePriorityFee, running, 99);
});

it("are read with the state of an epoch", async () => {
  const node = await serve(history);
  const messages = await listenSolana([node.url], { from: history.first, to: history.head });
  const read = ofType(messages, "tips").flatMap(({ priority_fees }) => priority_fees);
  const of = (epoch: number) => read.filter(({ created_epoch }) => created_epoch === epoch);
  for (const { epoch } of history.epochs) {
    const own = history.priorityFees.filter((one) => one.epoch === epoch);
    expect(of(epoch).map(({ vote_account }) => vote_account)).toEqual(
      own.map(({ voteAccount }) => voteAccount).sort(),
    );
  }
  expect(messages.every((message) => solanaMessage.safeParse(message).success)).toBe(true);
});
