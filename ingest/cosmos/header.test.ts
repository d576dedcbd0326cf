import { Comet38Client } from "@cosmjs/tendermint-rpc";
import { describe, expect, it } from "vitest";
import { blockMeta } from "../../fixtures/cosmos/answers.ts";
import { createCosmosHistory } from "../../fixtures/cosmos/model.ts";
import type { StubBlock } from "../../fixtures/cosmos/view.ts";
import { elementAt } from "../../lib/elementAt.ts";
import { celestiaChain } from "../../schemas/cosmos/chains.ts";
import { headersAnswer, toHeader } from "./header.ts";

const history = createCosmosHistory({
  chain: celestiaChain,
  seed: 5,
  chainId: "celestia",
  blocks: 20,
  validators: 3,
  secondsPerBlock: 7_001,
});
const times = ["2026-03-01T01:00:00Z", "2026-03-01T01:00:00.289999999Z", "2026-03-01T03:00:00.1+02:00"];

describe("headers of an answer to `blockchain`", () => {
  it("are those that Comet38Client reads", async () => {
    const blocks = Array.from({ length: 20 }, (_, i) => history.block(i + 1) as StubBlock);
    const timed = times.map((time) => ({ ...elementAt(blocks, 1), time }));
    const block_metas = [...blocks, ...timed].map((block) => blockMeta(history, block));
    const result = { last_height: "20", block_metas };
    const client = Comet38Client.create({
      execute: async () => ({ jsonrpc: "2.0", id: 1, result }),
      disconnect: () => undefined,
    });
    const { blockMetas } = await client.blockchain(1, 20);
    expect(headersAnswer.parse(result)).toEqual(
      blockMetas.map(({ blockId, header, numTxs }) => ({
        ...toHeader(blockId.hash, header),
        ...(numTxs > 0 ? { transactionCount: numTxs } : {}),
      })),
    );
  });

  it.each([
    ["a time that is none", { time: "yesterday" }],
    ["a height that is none", { height: "-1" }],
    ["a hash that is none", { last_block_id: { hash: "xy" } }],
    ["no chain id", { chain_id: "" }],
  ])("are refused with %s", (_, change) => {
    const meta = blockMeta(history, history.block(2) as StubBlock);
    const block_metas = [{ ...meta, header: { ...meta.header, ...change } }];
    expect(() => headersAnswer.parse({ block_metas })).toThrow();
  });
});
