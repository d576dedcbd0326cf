/** Facts of two chains never mix under one name: the worker refuses messages of a chain that isn't the pinned one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { createLogger } from "../../lib/logger.ts";
import type { Store } from "../../lib/store/store.ts";
import { babylonChain, celestiaChain } from "../../schemas/cosmos/chains.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createCosmosTransform } from "../cosmos/transform.ts";
import type { EpochRow } from "../eth/announcements.ts";
import { createNetworks } from "../eth/networks.ts";

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore());
});
afterAll(() => close());

it("on Ethereum, by the root of genesis", async () => {
  const row = (root: string): EpochRow => ({
    epoch: 0,
    role: "full",
    fork: "phase0",
    spec: { SLOTS_PER_EPOCH: "32", SECONDS_PER_SLOT: "12", CONFIG_NAME: "mainnet" },
    genesis_time: "1606824023",
    genesis_validators_root: `0x${root.repeat(32)}`,
    sync_committee: [],
    finalized_epoch_after: 0,
    parent_block_root: `0x${"00".repeat(32)}`,
    registry_epoch: 0,
    registry_rows: 0,
    inactivity_score_rows: null,
  });
  await createNetworks(store).announce("mainnet", row("4b"));
  await createNetworks(store).announce("mainnet", row("4b"));
  await expect(createNetworks(store).announce("mainnet", row("4c"))).rejects.toMatchObject({
    code: "other_chain",
    message: expect.stringContaining("A message of mainnet is of another chain: its genesis_validators_root"),
  });
});

it("on CometBFT chains, by the chain that the network belongs to", async () => {
  const write = (chain: typeof celestiaChain) =>
    createCosmosTransform(chain, { store, log: createLogger("silent") }).write([
      {
        type: "state",
        network: "celestia",
        height: 1,
        day: "2026-01-01",
        validators: [],
        delegation_count: null,
      },
    ]);
  await write(celestiaChain);
  await expect(write(babylonChain)).rejects.toMatchObject({
    code: "other_chain",
    message: expect.stringContaining("its chain is babylon, this warehouse holds celestia"),
  });
  expect(await store.rows("select chain from dim_cosmos_network final")).toEqual([{ chain: "celestia" }]);
});
