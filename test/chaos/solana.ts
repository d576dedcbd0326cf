/** Scenario 8: Solana. Processes killed, broker, store and node in trouble, old messages and poison: all of it at once. */
import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../../fixtures/solana/settings.ts";
import { slotsPerUnit } from "../../ingest/solana/session.ts";
import { diskFull } from "../support/clickhouseFront.ts";
import { lagOf, publishedHeight } from "./deployment.ts";
import { checkDeadLetters, type Letter, repeatAll } from "./letters.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { settle } from "./settle.ts";
import { openSolanaDeployment, type SolanaDeployment } from "./solanaDeployment.ts";
import { solanaReferenceOf } from "./solanaHistory.ts";
import { until } from "./wait.ts";
import { runOn } from "./withDeployment.ts";

const rounds = { full: 3, ci: 1 };
/** Slow, so that the chain is there until the last trouble. */
const slotsPerSecond = 0.5;
/** The chain goes on by so many slots when something breaks: a unit of the listener. */
const slotsPerTrouble = slotsPerUnit;
const longestSpellMs = 1_500;

type Trouble = {
  name: string;
  run(deployment: SolanaDeployment, random: ScenarioContext["random"]): Promise<void>;
};

const untilFelt = (name: string, isFelt: () => boolean | Promise<boolean>) =>
  until(`it is felt: ${name}`, isFelt);

const times = (count: number, fault: Fault) => Array.from({ length: count }, () => fault);

/** A spell stays until requests have used it up; those of an epoch's begin come once in an epoch only. */
function spell(name: string, faults: Record<string, Fault[]>, isOfEpoch = false): Trouble {
  return {
    name,
    run: async (deployment) => {
      const { node, reference } = deployment;
      for (const [method, list] of Object.entries(faults)) node.settings.faults.set(method, [...list]);
      deployment.advance(isOfEpoch ? reference.history.slotsPerEpoch : slotsPerTrouble);
      const isOver = () => [...node.settings.faults.values()].every((list) => list.length === 0);
      await untilFelt(name, isOver);
      node.settings.faults.clear();
    },
  };
}

/** Of each method that state is read by one fault: one that fails again and again is taken for one that isn't served. */
const ofState = [
  "getVoteAccounts",
  "getSupply",
  "getClusterNodes",
  "getProgramAccounts",
  "getInflationReward",
];

const spells: Trouble[] = [
  spell("a storm of 429", { getBlock: times(12, "429"), getSlot: times(2, "429") }),
  spell("500", { getBlock: times(6, "500"), getBlocks: times(2, "500") }),
  spell("truncated JSON", { getBlock: times(4, "truncated"), getBlocks: times(1, "truncated") }),
  spell("no JSON", { getBlock: times(4, "garbage"), getSlot: times(1, "garbage") }),
  spell("connections closed", { getBlock: times(4, "disconnect"), getSlot: times(1, "disconnect") }),
  spell("no state", Object.fromEntries(ofState.map((method) => [method, times(1, "truncated")])), true),
];

/** Blocks that the chain has, and the node takes for skipped. */
const missingBlocks: Trouble = {
  name: "missing blocks",
  run: async (deployment, random) => {
    const { node, listener, reference } = deployment;
    const before = listener.said().length;
    node.settings.skippedCode = random.pick([-32007, -32009] as const);
    for (let slot = node.settings.head + 1; slot <= reference.published; slot += 1)
      if (random.chance(0.2)) node.settings.missing.add(slot);
    deployment.advance(slotsPerTrouble);
    await untilFelt(missingBlocks.name, () => listener.said().slice(before).includes("but the node lacks"));
    node.settings.missing.clear();
  },
};

/** The node says that it is behind; the chain goes on. */
const nodeBehind: Trouble = {
  name: "a node behind",
  run: async (deployment, random) => {
    const { node } = deployment;
    node.settings.isBehind = 40;
    deployment.advance(slotsPerTrouble);
    const asked = node.requests.length;
    await untilFelt(nodeBehind.name, () => node.requests.length > asked);
    await delay(random.integer(longestSpellMs));
    node.settings.isBehind = undefined;
  },
};

/** At any moment of its work. */
const listenerKilled: Trouble = {
  name: "listener killed",
  run: async (deployment, random) => {
    await deployment.listener.ready();
    deployment.advance(slotsPerTrouble);
    await delay(random.integer(longestSpellMs));
    await deployment.listener.kill();
  },
};

const workerKilled: Trouble = {
  name: "worker killed",
  run: async (deployment, random) => {
    deployment.advance(slotsPerTrouble);
    await delay(random.integer(longestSpellMs));
    await deployment.worker.kill();
  },
};

const brokerKilled: Trouble = {
  name: "broker killed",
  run: async (deployment, random) => {
    const [broker] = deployment.brokers.nodes;
    await broker?.kill();
    deployment.advance(slotsPerTrouble);
    await delay(random.integer(longestSpellMs));
    await broker?.start();
  },
};

const warehouseFull: Trouble = {
  name: "warehouse full",
  run: async (deployment, random) => {
    const { warehouse } = deployment;
    await warehouse.setFaults(diskFull);
    deployment.advance(slotsPerTrouble);
    await untilFelt(warehouseFull.name, async () => (await warehouse.hits()) > 0);
    await delay(random.integer(longestSpellMs));
    await warehouse.setFaults({});
  },
};

const troubles = [
  listenerKilled,
  listenerKilled,
  workerKilled,
  brokerKilled,
  warehouseFull,
  missingBlocks,
  nodeBehind,
  ...spells,
];

/** Everything that was said until now again, when the workers have taken it. */
async function oldMessages(
  deployment: SolanaDeployment,
  { random, note }: ScenarioContext,
  poison: Letter[],
): Promise<number> {
  deployment.play(0);
  await until("the workers have taken it all", async () => {
    try {
      return (await publishedHeight(deployment)) > 0 && (await lagOf(deployment)) === 0;
    } catch {
      return false;
    }
  });
  deployment.play(slotsPerSecond);
  const known = poison.length;
  const repeated = await repeatAll(deployment, random, poison);
  note(`${repeated} old messages and ${poison.length - known} poisonous ones, shuffled`);
  return repeated;
}

async function breakAll(deployment: SolanaDeployment, context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  const order = Array.from({ length: rounds[size] }, () => random.shuffle(troubles)).flat();
  const poison: Letter[] = [];
  let repeated = 0;
  deployment.play(slotsPerSecond);
  for (const [place, trouble] of order.entries()) {
    if (place === order.length >> 1) repeated += await oldMessages(deployment, context, poison);
    note(trouble.name);
    await trouble.run(deployment, random);
  }
  deployment.finish();
  repeated += await oldMessages(deployment, context, poison);
  const faults = `${order.length} times listener, worker or broker killed, warehouse full, node in trouble; ${repeated} old messages again, shuffled, ${poison.length} poisonous ones among them`;
  const outcome = await settle(deployment, { name: "solana", faults });
  return { ...outcome, problems: [...outcome.problems, ...(await checkDeadLetters(deployment, poison))] };
}

export const solana: Scenario = {
  number: 8,
  name: "solana",
  run: async (context) => {
    const reference = await solanaReferenceOf(context.size, context.seed);
    context.note("the reference is there");
    const run = (deployment: SolanaDeployment) => breakAll(deployment, context);
    return [await runOn(await openSolanaDeployment(reference), run)];
  },
};
