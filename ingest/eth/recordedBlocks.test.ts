import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { blockMessage } from "../../schemas/eth/events.ts";
import { blockAnswer } from "./block.ts";
import { decodeBlock, zeroRoot } from "./decode.ts";
import { block, context, phase0Body, root, sync } from "./testBlocks.ts";

const shared = process.env.SHARED_DATA ?? join(import.meta.dirname, "../../../shared/data");
const recordings = join(shared, "ethereum");
if (!existsSync(recordings)) {
  process.stderr.write(`recorded blocks are not tested: no folder ${recordings}; set SHARED_DATA\n`);
}

describe.runIf(existsSync(recordings))("recorded answers", () => {
  it("Holesky blocks 0 and 100", () => {
    const read = (name: string) =>
      blockAnswer.parse(JSON.parse(readFileSync(join(recordings, "holesky-genesis-blocks", name), "utf8")))
        .data.message;
    const genesis = read("chainstorage_block_0.json");
    expect([genesis.slot, genesis.parent_root]).toEqual([0, zeroRoot]);
    const hundred = decodeBlock(context("deneb"), root("70"), read("chainstorage_block_100.json"));
    expect(blockMessage.parse(hundred)).toMatchObject({ proposer_index: 607538 });
    expect(hundred.attestations[0]).toMatchObject({ slot: 99, committee_indices: [26] });
  });

  it("Sepolia attestations of Electra", () => {
    const lines = readFileSync(join(recordings, "sepolia-electra", "block_attestations.jsonl"), "utf8");
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
