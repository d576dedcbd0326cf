import { base58 } from "@scure/base";
import { describe, expect, it } from "vitest";
import { tipsMessage } from "../../../schemas/solana/events.ts";
import { accountOf, expectTotal } from "./testDecoder.ts";
import { accountJson, addressOf, answerJson, bytesOf, uint64, useTestNode } from "./testNode.ts";
import { decodeTip, readTips, tipDistributionMark } from "./tips.ts";

const { serve, requests } = useTestNode();
const state = { network: "mainnet", slot: 90, epoch: 1_100 };

describe("tips", () => {
  const tipData = (claim: bigint | undefined, epoch: bigint | number, voter = 5) =>
    Buffer.concat([
      tipDistributionMark,
      bytesOf(voter),
      bytesOf(6),
      claim === undefined
        ? Buffer.of(0)
        : Buffer.concat([Buffer.of(1), bytesOf(7), ...[claim, 9n, 10n, 11n].map(uint64)]),
      uint64(epoch),
      Buffer.of(0x10, 0x27),
      uint64(2n ** 64n - 1n),
      Buffer.of(254),
    ]);

  it("are decoded with a merkle root and without", () => {
    expect(tipDistributionMark).toEqual(Buffer.from([85, 64, 113, 198, 234, 94, 120, 123]));
    const tip = { vote_account: addressOf(5), created_epoch: 1_099, commission_bps: 10_000 };
    expect(decodeTip(accountOf(tipData(2n ** 60n, 1_099)))).toEqual({
      ...tip,
      total_claim_lamports: String(2n ** 60n),
    });
    expect(decodeTip(accountOf(tipData(undefined, 1_099)))).toEqual({ ...tip, total_claim_lamports: null });
    expect(decodeTip(accountOf(tipData(undefined, 2n ** 32n)))).toBeUndefined();
    expectTotal(decodeTip, tipData(1n, 1), 147);
    expectTotal(decodeTip, tipData(undefined, 1), 83);
  });

  it("are read by epoch and vote account, and other accounts left out", async () => {
    const other = Buffer.from(tipData(1n, 1));
    other[0] = 0;
    const nodes = await serve(() =>
      answerJson([
        accountJson(addressOf(1), tipData(5n, 8, 1)),
        accountJson(addressOf(2), tipData(6n, 7, 2)),
        accountJson(addressOf(3), tipData(7n, 7, 1)),
        accountJson(addressOf(4), other),
      ]),
    );
    const tips = await readTips(nodes);
    expect(tipsMessage.parse({ type: "tips", ...state, tips }).tips).toEqual(tips);
    expect(tips.map(({ total_claim_lamports }) => total_claim_lamports)).toEqual(["7", "6", "5"]);
    expect(requests()[0]?.params[1]).toMatchObject({
      filters: [{ memcmp: { offset: 0, bytes: base58.encode(tipDistributionMark) } }],
      dataSlice: { offset: 0, length: 147 },
    });
  });
});
