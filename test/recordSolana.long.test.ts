/**
 * A recorded history of Solana gives the same tables without its node.
 * Fast counterpart: test/record.test.ts, test/replay.test.ts
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSolanaHistory } from "../fixtures/solana/model.ts";
import { startSolanaStub } from "../fixtures/solana/stubNode.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { withRecorded } from "./support/recorded.ts";
import { backfillSolana, solanaOptions } from "./support/solana.ts";
import { lastBlock } from "./support/solanaMessages.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const folder = temporaryFolder();
beforeAll(() => mkdirSync(folder.path, { recursive: true }));
afterAll(() => folder.remove());

const history = createSolanaHistory({ seed: 5, slots: 160 });
const head = lastBlock(history);
// From a slot without a block on, and into one unit's middle.
const range = { from: history.first + 5, to: lastBlock(history, history.first + 129) };

async function tablesOf(urls: readonly string[]): Promise<Record<string, string>> {
  const { store, close } = await openTemporaryStore({ family: "solana" });
  try {
    await backfillSolana(store, solanaOptions(urls), range);
    return await fingerprint(store);
  } finally {
    await close();
  }
}

const record = (url: string, { to = range.to, out = "x" }) =>
  runVerb(
    ["record", "solana", "--from", String(range.from), "--to", String(to), "--out", join(folder.path, out)],
    {
      SOLANA_RPC_URLS: url,
      SOLANA_BLOCKS: "votes",
      SOLANA_NETWORK_NAME: "mainnet",
    },
  );

describe("solana", () => {
  it("gives the same tables without the node", async () => {
    const out = "votes.ndjson.zst";
    const node = await startSolanaStub(history, { head });
    const expected = await tablesOf([node.url]);
    const recorded = await record(node.url, { out });
    await node.close();
    expect(recorded).toMatchObject({ code: 0, stderr: "" });
    const replayed = await withRecorded([join(folder.path, out)], async ({ nodes }) => {
      expect(nodes).toMatchObject([{ chain: "solana", label: "" }]);
      return await tablesOf(nodes[0]?.urls.rpc ?? []);
    });
    expect(replayed).toEqual(expected);
  });

  it("ends before the head", async () => {
    const node = await startSolanaStub(history, { head: range.to });
    const { code, stderr } = await record(node.url, { out: "head.ndjson.zst" });
    await node.close();
    expect(code).toBe(78);
    expect(stderr).toContain(`the last slot that can be recorded is ${range.to - 1}`);
  });
});
