import { describe, expect, it } from "vitest";
import type { StubBlock } from "../../../fixtures/solana/view.ts";
import { blocks, bodyOf, outcome, parsed } from "../../../test/support/solanaBlocks.ts";
import { scanBlock } from "./scan.ts";

describe("a block with a vote that can't be read", () => {
  const block = blocks.find(({ transactions }) => transactions.some(({ isVote }) => isVote)) as StubBlock;
  const place = block.transactions.findIndex(({ isVote, error }) => isVote && error === null);
  const [vote] = block.transactions[place]?.wire.instructions ?? [];
  // A tower of 513 lockouts, and data that ends before the lockouts' slots.
  const malformed = [
    { data: Uint8Array.from([14, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x81, 4]) },
    { data: vote?.data.slice(0, 9) ?? new Uint8Array() },
  ];

  function changed(instruction: object, error: StubBlock["transactions"][number]["error"]): StubBlock {
    const transactions = block.transactions.map((one, i) =>
      i === place
        ? {
            ...one,
            error,
            votes: [],
            wire: {
              ...one.wire,
              instructions: one.wire.instructions.map((own) => ({ ...own, ...instruction })),
            },
          }
        : one,
    );
    return { ...block, transactions };
  }
  const failed = { InstructionError: [0, { Custom: 2 }] } as const;
  const others = () => parsed(block.slot, bodyOf(changed({}, failed), "base64"));

  it.each(["base64", "base58", "json", "jsonParsed"] as const)("that failed is read: %s", (encoding) => {
    for (const instruction of malformed)
      expect(parsed(block.slot, bodyOf(changed(instruction, failed), encoding))).toEqual(others());
  });

  it("that failed is read from bytes", () => {
    for (const instruction of malformed)
      expect(scanBlock(block.slot, bodyOf(changed(instruction, failed), "base64"))).toEqual(others());
  });

  it("that succeeded is refused", () => {
    for (const instruction of malformed)
      expect(outcome(() => parsed(block.slot, bodyOf(changed(instruction, null), "base64")))).toBe("refused");
  });

  it.each(["base64", "json"] as const)("whose account a look-up table has says nothing: %s", (encoding) => {
    const looked = changed({ accounts: [200, 1, 2] }, null);
    expect(parsed(block.slot, bodyOf(looked, encoding))).toEqual(others());
  });
});
