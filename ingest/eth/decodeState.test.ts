import { describe, expect, it } from "vitest";
import { pack } from "../../lib/packed.ts";
import { decodeCommittees, decodePendingDeposits } from "./decodeState.ts";
import { key } from "./testBlocks.ts";

describe("facts of a state", () => {
  it("committees come in index order, one message a slot", () => {
    const messages = decodeCommittees("tiny", 1, 4, 2, {
      slots: [5, 4, 5, 4],
      indices: [1, 0, 0, 1],
      starts: [0, 2, 3, 5, 6],
      validators: Uint32Array.of(50, 51, 40, 52, 53, 41),
    });
    expect(messages).toEqual([
      {
        type: "committee",
        network: "tiny",
        epoch: 1,
        slot: 4,
        sizes: [1, 1],
        validators: pack(Uint32Array.of(40, 41)),
      },
      {
        type: "committee",
        network: "tiny",
        epoch: 1,
        slot: 5,
        sizes: [2, 2],
        validators: pack(Uint32Array.of(52, 53, 50, 51)),
      },
    ]);
  });

  it("pending deposits are summed by public key without loss", () => {
    const [message] = decodePendingDeposits(
      "tiny",
      1,
      [
        { pubkey: key("02"), amount: "9007199254740993" },
        { pubkey: key("01"), amount: "5" },
        { pubkey: key("02"), amount: "1" },
      ],
      4096,
    );
    const amounts = Buffer.from(message?.amount_gwei ?? "", "base64");
    expect(Buffer.from(message?.pubkey ?? "", "base64").toString("hex")).toBe(
      "01".repeat(48) + "02".repeat(48),
    );
    expect([amounts.readBigUInt64LE(0), amounts.readBigUInt64LE(8)]).toEqual([5n, 9007199254740994n]);
  });
});
