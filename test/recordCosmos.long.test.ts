/**
 * A recorded history of a CometBFT chain gives the same tables without node and gateway.
 * Fast counterpart: test/record.test.ts, test/replay.test.ts
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCosmosHistory } from "../fixtures/cosmos/model.ts";
import { startCosmosStub } from "../fixtures/cosmos/stubNode.ts";
import { celestiaChain as celestia } from "../schemas/cosmos/chains.ts";
import { runVerb, temporaryFolder } from "./support/cli.ts";
import { backfillCosmos, cosmosOptions } from "./support/cosmos.ts";
import { fingerprint } from "./support/fingerprint.ts";
import { withRecorded } from "./support/recorded.ts";
import { openTemporaryStore } from "./support/warehouse.ts";

const folder = temporaryFolder();
const fileNamed = (name: string) => join(folder.path, `${name}.ndjson.zst`);
beforeAll(() => mkdirSync(folder.path, { recursive: true }));
afterAll(() => folder.remove());

const history = createCosmosHistory({
  chain: celestia,
  seed: 5,
  chainId: "celestia",
  blocks: 60,
  validators: 4,
  secondsPerBlock: 5_000,
});

/** Every table after a backfill of a Celestia node and its gateway. */
async function celestiaTables(urls: readonly string[], restUrls: readonly string[], last: number) {
  const { store, close } = await openTemporaryStore({ family: "cosmos" });
  try {
    await backfillCosmos(celestia, store, cosmosOptions(urls, { restUrls }), { from: 3, to: last });
    return await fingerprint(store);
  } finally {
    await close();
  }
}

describe("celestia", () => {
  it("gives the same tables without node and gateway", async () => {
    const out = fileNamed("celestia");
    const node = await startCosmosStub(history);
    const last = history.head - 1;
    const expected = await celestiaTables([node.url], [node.url], last);
    const recorded = await runVerb(
      ["record", "celestia", "--from", "3", "--to", String(last), "--out", out],
      {
        CELESTIA_COMET_URLS: node.url,
        CELESTIA_REST_URLS: node.url,
      },
    );
    await node.close();
    expect(recorded).toMatchObject({ code: 0, stderr: "" });
    const replayed = await withRecorded([out], async ({ nodes }) => {
      expect(nodes).toMatchObject([{ chain: "celestia", label: "" }]);
      return await celestiaTables(nodes[0]?.urls.comet ?? [], nodes[0]?.urls.rest ?? [], last);
    });
    expect(replayed).toEqual(expected);
  });

  it("from a pruned node keeps its answers about the block before", async () => {
    const out = fileNamed("pruned");
    const node = await startCosmosStub(history, { prunedBelow: 3, statePrunedBelow: 3 });
    const last = history.head - 1;
    const expected = await celestiaTables([node.url], [], last);
    const recorded = await runVerb(
      ["record", "celestia", "--from", "3", "--to", String(last), "--out", out],
      {
        CELESTIA_COMET_URLS: node.url,
      },
    );
    await node.close();
    expect(recorded.code).toBe(0);
    const replayed = await withRecorded([out], ({ nodes }) =>
      celestiaTables(nodes[0]?.urls.comet ?? [], [], last),
    );
    expect(replayed).toEqual(expected);
  });

  it("ends before the head", async () => {
    const node = await startCosmosStub(history);
    const args = ["--from", "3", "--to", String(history.head), "--out", fileNamed("head")];
    const { code, stderr } = await runVerb(["record", "celestia", ...args], {
      CELESTIA_COMET_URLS: node.url,
    });
    await node.close();
    expect(code).toBe(78);
    expect(stderr).toContain(`the last block that can be recorded is ${history.head - 1}`);
  });
});
