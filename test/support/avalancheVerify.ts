/** Compares a warehouse that was read from a stub node with the figures that the node reports. */
import { expect } from "vitest";
import { cb58 } from "../../fixtures/avalanche/bytes.ts";
import { startAvalancheStub } from "../../fixtures/avalanche/stubNode.ts";
import type { ChainView } from "../../fixtures/avalanche/view.ts";
import { internalSql } from "../../lib/sql/internal.ts";
import type { Store } from "../../lib/store/store.ts";
import { avalancheVerification } from "../../verify/avalanche/kinds.ts";
import { avalancheOptions, openAvalanche } from "./avalanche.ts";
import type { ServeFixture } from "./serve.ts";
import { type Verified, verifyRange } from "./verify.ts";

/** Blocks between the node's last one and that of the state in the warehouse: their supplies differ. */
const blocksBefore = 20;
const blocks = { compared: 12, every: 6 };
const inventedId = cb58(Buffer.alloc(32, 7));

async function verifyAvalanche(view: ChainView, store: Store): Promise<Verified> {
  const head = view.head - blocksBefore;
  const stub = await startAvalancheStub(view, { head });
  try {
    const { info, network } = await openAvalanche(avalancheOptions([stub.url]));
    const rewardHeights = async (range: { from: number; to: number }) => {
      const sql = internalSql("avalanche/verify_reward_heights");
      return (await store.rows<{ height: number }>(sql, { network, ...range })).map(({ height }) => height);
    };
    const verification = avalancheVerification({ ...info, rewardHeights });
    const about = { chain: "avalanche", family: "avalanche", network, store };
    expect(await verification.software(new AbortController().signal)).toEqual(["avalanchego/1.14.2"]);
    return await verifyRange(verification, about, { from: head - blocks.compared, to: head }, blocks.every);
  } finally {
    await stub.close();
  }
}

/** The node with other figures: a supply and a weight of one nAVAX more, payments twice, and a stake more in each block. */
function changed(view: ChainView): ChainView {
  const [lied] = view.stakes(view.head - blocksBefore).filter(({ isValidator }) => !isValidator);
  const one = view.stakes(view.head - blocksBefore)[0];
  const invented = { validator: { nodeID: one?.nodeId, end: 7, weight: 5 } };
  return {
    ...view,
    supply: (height) => view.supply(height) + 1n,
    stakes: (height) =>
      view.stakes(height).map((own) => (own.txId === lied?.txId ? { ...own, weight: own.weight + 1n } : own)),
    rewardUtxos: (id) => [...view.rewardUtxos(id), ...view.rewardUtxos(id)],
    described: (height) => ({
      ...view.described(height),
      txs: [...view.described(height).txs, { id: inventedId, unsignedTx: invented }],
    }),
  };
}

const plusOne = (value: string | null) => String(BigInt(value ?? 0) + 1n);

/** Every kind has figures, and none differs; figures that the node changes are the only differences. */
export async function expectAvalancheVerified(view: ChainView, served: ServeFixture): Promise<void> {
  const network = { "X-Service-Network": view.networkId === 5 ? "fuji" : "mainnet" };
  const { differences, missing, compared } = await verifyAvalanche(view, served.store);
  expect({ differences, missing }).toEqual({ differences: [], missing: [] });
  expect(Math.min(...Object.values(compared)), JSON.stringify(compared)).toBeGreaterThan(0);
  const other = await verifyAvalanche(changed(view), served.store);
  const itemOf = (item: string) => item.replace(/\/.*/, "");
  const differing = new Set(other.differences.map(({ kind, item }) => `${kind} ${itemOf(item)}`));
  expect([...differing].sort()).toEqual([
    "block_stakes end_time_s",
    "block_stakes stake_count",
    "block_stakes weight_navax",
    "current_stakes delegator_weight_navax",
    "current_stakes weight_navax",
    "reward_utxos paid_navax",
    "supply supply_navax",
  ]);
  const payment = other.differences.find(({ kind }) => kind === "reward_utxos");
  expect(payment?.node).toBe(String(2n * BigInt(payment?.own ?? 0)));
  expect(payment?.explain).toMatch(
    /^\/v1\/avalanche\/validators\/NodeID-\w+\/explain\?date=\S+&kind=payout$/,
  );
  const { status } = await served.get(payment?.explain ?? "", network);
  expect(status).toBe(200);
  for (const { kind, item, node, own } of other.differences)
    if (kind === "supply" || kind === "current_stakes") expect([item, node]).toEqual([item, plusOne(own)]);
}
