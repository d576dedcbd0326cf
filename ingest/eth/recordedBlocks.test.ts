import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { blockMessage } from "../../schemas/eth/events.ts";
import { describeRecordings, recordingsIn } from "../../test/support/sharedData.ts";
import { blockAnswer } from "./block.ts";
import { decodeBlock, zeroRoot } from "./decode.ts";
import { block, context, phase0Body, root, sync } from "./testBlocks.ts";

const holesky = recordingsIn("ethereum/holesky-genesis-blocks");
const sepolia = recordingsIn("ethereum/sepolia-electra/block_attestations.jsonl");

describeRecordings("recorded answers", [holesky, sepolia], () => {
  it("Holesky blocks 0 and 100", () => {
    const read = (name: string) =>
      blockAnswer.parse(JSON.parse(readFileSync(join(holesky, name), "utf8"))).data.message;
    const genesis = read("chainstorage_block_0.json");
    expect([genesis.slot, genesis.parent_root]).toEqual([0, zeroRoot]);
    const hundred = decodeBlock(context("deneb"), root("70"), read("chainstorage_block_100.json"));
    expect(blockMessage.parse(hundred)).toMatchObject({ proposer_index: 607538 });
    expect(hundred.attestations[0]).toMatchObject({ slot: 99, committee_indices: [26] });
  });

  it("Sepolia attestations of Electra", () => {
    const lines = readFileSync(sepolia, "utf8");
    const template = { ...phase0Body, ...sync, deposits: [] };
    let count = 0;
    for (const line of lines.trim().split("\n")) {
      const { block_slot, status, response } = JSON.parse(line) as {
        block_slot: number;
        status: number;
        response: { data: unknown[] };
      };
      if (status !== 200) continue;
      const message = decodeBlock(
        { ...context("electra"), slot: block_slot },
        root("70"),
        block({ ...template, attestations: response.data }),
      );
      blockMessage.parse(message);
      for (const entry of message.attestations) expect(entry.committee_indices).toEqual([0]);
      count += message.attestations.length;
    }
    expect(count).toBeGreaterThan(40);
  });
});
