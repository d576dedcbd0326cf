/** Scenario 4: a node in every kind of trouble, reorgs at every edge, and a node of another chain. */
import { setTimeout as delay } from "node:timers/promises";
import { type EthFixture, generateChain } from "../../fixtures/eth/generate.ts";
import type { FaultRule } from "../../fixtures/eth/stub/faults.ts";
import { toApiJson } from "../../fixtures/eth/stub/json.ts";
import { signedBlock } from "../../fixtures/eth/stub/routesChain.ts";
import { type Deployment, publishedHeight } from "./deployment.ts";
import { rootsOf } from "./history.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const rounds = { full: 3, ci: 1 };
const deepestReorg = 5;
const epochsPerDay = 4;
const seenWithinMs = 400;
const certainlySeenWithinMs = 30_000;
/** The chain advances slowly while a trouble waits for requests. */
const looksPerSlot = 20;
/** The reorgs come after so many troubles. */
const troublesBeforeReorgs = 2;

type Trouble = { name: string; rules: (deployment: Deployment) => FaultRule[] };

const anyPath = /^\/eth\/v[12]\/(beacon|validator|config|node)/;
const facts = /\/(blocks|committees|validators|finality_checkpoints|duties)\b/;

/** The next block in the format of an older fork. */
function wrongFork({ node, reference }: Deployment): FaultRule[] {
  const { chain } = reference;
  const slots = [...chain.canonicalRoots.keys()].filter((slot) => slot > node.slot());
  return slots.slice(0, 4).flatMap((slot) => {
    const root = chain.canonicalRoots.get(slot) ?? "";
    const stored = chain.blocks.get(root);
    if (stored === undefined) return [];
    const body = toApiJson({ version: "capella", finalized: true, data: signedBlock(stored) });
    return [{ path: new RegExp(`/blocks/(${slot}|${root})$`), kind: "status", status: 200, body, count: 1 }];
  });
}

const troubles: Trouble[] = [
  {
    name: "a storm of 429",
    rules: () => [{ path: anyPath, kind: "status", status: 429, retryAfterSeconds: 1, count: 12 }],
  },
  { name: "503", rules: () => [{ path: anyPath, kind: "status", status: 503, count: 6 }] },
  { name: "500 on facts", rules: () => [{ path: facts, kind: "status", status: 500, count: 4 }] },
  { name: "truncated JSON", rules: () => [{ path: facts, kind: "truncated", count: 4 }] },
  { name: "malformed JSON", rules: () => [{ path: facts, kind: "malformed", count: 4 }] },
  { name: "resets", rules: () => [{ path: facts, kind: "reset", count: 4 }] },
  { name: "slow", rules: () => [{ path: facts, kind: "slow", delayMs: 800, count: 6 }] },
  { name: "wrong fork", rules: wrongFork },
];

/** The fault stays until requests have used it up. */
async function trouble(deployment: Deployment, { name, rules }: Trouble): Promise<void> {
  const { node, reference } = deployment;
  const added = rules(deployment);
  node.faults.rules.push(...added);
  node.advance(reference.slotsPerEpoch);
  let looks = 0;
  await until(`the node's trouble is felt: ${name}`, () => {
    looks += 1;
    if (looks % looksPerSlot === 0) node.advance(1);
    // At the end of the chain there are no more requests.
    return added.some(({ count }) => count === 0) || node.slot() === reference.chain.endSlot;
  });
  node.faults.rules.splice(0);
}

/** The head stands still while the chain advances, then the node reports that it syncs. */
async function stale({ node, reference }: Deployment): Promise<void> {
  node.faults.staleAtSlot = node.slot();
  node.advance(reference.slotsPerEpoch);
  await delay(seenWithinMs);
  node.faults.isSyncing = true;
  node.faults.staleAtSlot = null;
  node.advance(2);
  await delay(seenWithinMs);
  node.faults.isSyncing = false;
  node.disconnectStreams();
}

/** Every depth once, the last slots of the branch just before, at and after the edge of an epoch or a day. */
async function reorgsAtEdges(deployment: Deployment, random: ScenarioContext["random"]): Promise<number> {
  const { node, reference } = deployment;
  const { slotsPerEpoch } = reference;
  let count = 0;
  for (const [place, depth] of random.shuffle([1, 2, 3, 4, deepestReorg]).entries()) {
    // Days are long: two of the edges are theirs.
    const step = slotsPerEpoch * (place % 3 === 0 ? epochsPerDay : 1);
    const edge = Math.ceil((node.slot() + 2) / step) * step;
    if (edge + deepestReorg > reference.chain.endSlot) break;
    node.setHead(edge + random.integer(depth + 2) - 1);
    await delay(random.integer(seenWithinMs));
    node.reorg(depth);
    await delay(seenWithinMs);
    // The first one is certainly noticed, unless the dropped slots were empty; the others may be over too soon.
    const isSeen = async () => (await strangeBlocks(deployment)) > 0;
    if (count === 0) await until("the reorg is seen", isSeen, certainlySeenWithinMs).catch(() => undefined);
    node.advance(1);
    count += 1;
  }
  return count;
}

/** Blocks of branches that the chain has not: reorgs that the listener saw. */
async function strangeBlocks({ store, reference }: Deployment): Promise<number> {
  const [row] = await store.rows<{ blocks: string }>(
    "select count() as blocks from raw_eth_block final where status != 'missed' and toString(block_root) not in ({roots:Array(String)})",
    { roots: rootsOf(reference.chain) },
  );
  return Number(row?.blocks);
}

function nodeInTrouble(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withDeployment(context, { history: "plain" }, async (deployment) => {
    let reorgs = 0;
    const order: (Trouble | undefined)[] = [];
    for (let round = 0; round < rounds[size]; round++)
      order.push(...random.shuffle([...troubles, undefined]));
    for (const [place, next] of order.entries()) {
      if (place === troublesBeforeReorgs) {
        reorgs = await reorgsAtEdges(deployment, random);
        note(`${reorgs} reorgs`);
      }
      note(next?.name ?? "stale, then syncing");
      await (next === undefined ? stale(deployment) : trouble(deployment, next));
    }
    const problems: string[] = [];
    if (reorgs === 0) problems.push("the chain had no room for reorgs");
    else if ((await strangeBlocks(deployment)) === 0) problems.push("no reorg was seen by the listener");
    finishHistory(deployment);
    const faults = `${order.length} spells of 429, 5xx, truncated and malformed JSON, wrong fork, stale head; ${reorgs} reorgs of depth 1 to ${deepestReorg} at edges`;
    return await settle(deployment, { name: "node", faults, problems });
  });
}

/** The same genesis and name, another history. */
function otherChain({ options }: EthFixture): EthFixture {
  return generateChain({ ...options, knobs: { ...options.knobs, missRate: 0.2, missedSlotRate: 0.15 } });
}

function switched(context: ScenarioContext): Promise<Outcome> {
  const { random, note } = context;
  return withDeployment(context, { history: "plain" }, async (deployment) => {
    const { node, reference, listener, store } = deployment;
    const { chain, slotsPerEpoch } = reference;
    const problems: string[] = [];
    node.advance((6 + random.integer(3)) * slotsPerEpoch);
    await until("something is published", async () => (await publishedHeight(deployment)) > 0);
    const other = otherChain(chain);
    const slot = node.slot() + 4 * slotsPerEpoch;
    const before = listener.exits.length;
    await deployment.replaceNode(other, slot);
    await until("the listener stops on another chain", () => {
      deployment.node.advance(1);
      return listener.exits.length > before;
    }).catch((error: unknown) => problems.push(String(error)));
    const last = listener.exits.at(-1);
    if (last !== undefined && !/another chain|cursor is at|the cursor\./.test(last.output))
      problems.push(`the listener stopped without saying why: ${last.output.slice(-1500)}`);
    note(`the listener stopped with ${last?.code}`);
    await deployment.replaceNode(chain, slot);
    finishHistory(deployment);
    const faults = "an unannounced switch to another chain of the same genesis, and back";
    const outcome = await settle(deployment, { name: "other chain", faults, problems });
    const own = new Set(rootsOf(chain));
    const strange = rootsOf(other).filter((root) => !own.has(root));
    const rows = await store.rows<{ slot: number; is_final: number }>(
      "select slot, is_final from raw_eth_block where toString(block_root) in ({roots:Array(String)})",
      { roots: strange },
    );
    if (rows.length > 0)
      outcome.problems.push(
        `${rows.length} blocks of the other chain are in raw_eth_block, such as ${JSON.stringify(rows[0])}`,
      );
    return outcome;
  });
}

export const node: Scenario = {
  number: 4,
  ciSeconds: 260,
  // Failing nodes and reorgs are in test/ethOutages.long.test.ts and test/ethFollow.long.test.ts, too, in one process.
  isFurther: true,
  name: "node",
  run: async (context) => [await nodeInTrouble(context), await switched(context)],
};
