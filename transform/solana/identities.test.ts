/** Identities reach their table although a write of theirs failed. */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Store } from "../../lib/store/store.ts";
import { votersMessage } from "../../test/support/solanaSlots.ts";
import { openTemporaryStore } from "../../test/support/warehouse.ts";
import { createIdentityCache } from "./identities.ts";
import { writeRaw } from "./raw.ts";

let store: Store;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ store, close } = await openTemporaryStore({ family: "solana" }));
});
afterAll(() => close());

const message = votersMessage(
  { from: 0, to: 99, start: 1_772_370_000, secondsPerSlot: 1, slotsPerEpoch: 100 },
  50,
);
const written = async () =>
  (await store.rows<{ identity: string }>("select identity from raw_solana_identity final")).length;

it("writes identities again when their write failed, and once only when it didn't", async () => {
  const identities = createIdentityCache();
  await store.command("rename table raw_solana_identity to lost");
  await expect(writeRaw(store, [message], identities)).rejects.toThrow(/raw_solana_identity/);
  await store.command("rename table lost to raw_solana_identity");
  await writeRaw(store, [message], identities);
  expect(await written()).toBe(message.voters.length);
  await store.command("truncate table raw_solana_identity");
  await writeRaw(store, [message], identities);
  expect(await written()).toBe(0);
});
