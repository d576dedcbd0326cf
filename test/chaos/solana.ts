/** Scenario 8: Solana. Processes killed, broker, store and node in trouble, old messages and poison: all of it at once. */
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../../fixtures/solana/settings.ts";
import { slotsPerUnit } from "../../ingest/solana/session.ts";
import type { Scenario } from "./scenario.ts";
import { besiege, longestSpellMs, spell as spellOf, type Trouble, times, untilFelt } from "./siege.ts";
import { openSolanaDeployment, type SolanaDeployment } from "./solanaDeployment.ts";
import { solanaReferenceOf } from "./solanaHistory.ts";
import { runOn } from "./withDeployment.ts";

const spell = spellOf<Fault, SolanaDeployment>;
/** Spells at the beginning of an epoch come once in an epoch only. */
const ofAnEpoch = ({ reference }: SolanaDeployment) => reference.history.slotsPerEpoch;

/** Of each method that state is read by one fault: one that fails again and again is taken for one that isn't served. */
const ofState = [
  "getVoteAccounts",
  "getSupply",
  "getClusterNodes",
  "getProgramAccounts",
  "getInflationReward",
];

const spells: readonly Trouble<SolanaDeployment>[] = [
  spell("a storm of 429", { getBlock: times(12, "429"), getSlot: times(2, "429") }),
  spell("500", { getBlock: times(6, "500"), getBlocks: times(2, "500") }),
  spell("truncated JSON", { getBlock: times(4, "truncated"), getBlocks: times(1, "truncated") }),
  spell("no JSON", { getBlock: times(4, "garbage"), getSlot: times(1, "garbage") }),
  spell("connections closed", { getBlock: times(4, "disconnect"), getSlot: times(1, "disconnect") }),
  spell("no state", Object.fromEntries(ofState.map((method) => [method, times(1, "truncated")])), ofAnEpoch),
];

/** Blocks that the chain has, and that the node reports as skipped. */
const missingBlocks: Trouble<SolanaDeployment> = {
  name: "missing blocks",
  run: async (deployment, random, step) => {
    const { node, listener, reference } = deployment;
    const before = listener.said().length;
    node.settings.skippedCode = random.pick([-32007, -32009] as const);
    for (let slot = node.settings.head + 1; slot <= reference.published; slot += 1)
      if (random.chance(0.2)) node.settings.missing.add(slot);
    deployment.advance(step);
    await untilFelt(missingBlocks.name, () =>
      listener.said().slice(before).includes("but the node does not have it"),
    );
    node.settings.missing.clear();
  },
};

/** The node reports that it lags; the chain advances. */
const laggingNode: Trouble<SolanaDeployment> = {
  name: "a lagging node",
  run: async (deployment, random, step) => {
    const { node } = deployment;
    node.settings.healthLagSlots = 40;
    deployment.advance(step);
    const requestsBefore = node.requests.length;
    await untilFelt(laggingNode.name, () => node.requests.length > requestsBefore);
    await delay(random.integer(longestSpellMs));
    node.settings.healthLagSlots = undefined;
  },
};

export const solana: Scenario = {
  number: 8,
  ciSeconds: 120,
  isFurther: true,
  name: "solana",
  run: async (context) => {
    const reference = await solanaReferenceOf(context.size, context.seed);
    context.note("the reference is there");
    const siege = {
      name: "solana",
      troubles: [missingBlocks, laggingNode, ...spells],
      // A unit of the listener.
      step: slotsPerUnit,
      heightsPerSecond: 0.5,
    };
    return [
      await runOn(await openSolanaDeployment(reference), (deployment) => besiege(deployment, context, siege)),
    ];
  },
};
