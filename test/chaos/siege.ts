/** Processes killed, broker, store and node in trouble, old messages and poison: all of it at once, for any chain. */
import { setTimeout as delay } from "node:timers/promises";
import { diskFull } from "../support/clickhouseFront.ts";
import { type Judged, lagOf, publishedHeight } from "./deployment.ts";
import { checkDeadLetters, type Letter, repeatAll } from "./letters.ts";
import type { Outcome, ScenarioContext } from "./scenario.ts";
import { settle } from "./settle.ts";
import { until } from "./wait.ts";

/** A cluster on a chain whose pace the test controls. */
export type Besieged = Judged & {
  /** Advances by so many heights, as soon as the chain allows it. */
  advance(heights: number): void;
  /** Advances by itself, so many heights a second. */
  play(heightsPerSecond: number): void;
  /** To its end. */
  finish(): void;
};

export type Trouble<Own extends Besieged = Besieged> = {
  name: string;
  /** @param step heights by which the chain advances when something breaks */
  run(deployment: Own, random: ScenarioContext["random"], step: number): Promise<void>;
};

const rounds = { full: 3, ci: 1 };
export const longestSpellMs = 1_500;

export const untilFelt = (name: string, isFelt: () => boolean | Promise<boolean>) =>
  until(`it is felt: ${name}`, isFelt);

/** A stub node whose next answers to a method are faults. */
type Troubled<Fault> = Besieged & { node: { settings: { faults: Map<string, Fault[]> } } };

export const times = <Fault>(count: number, fault: Fault): Fault[] =>
  Array.from({ length: count }, () => fault);

/**
 * A spell stays until requests have used it up.
 * @param heights by which the chain advances; default: a step
 */
export function spell<Fault, Own extends Troubled<Fault>>(
  name: string,
  faults: Record<string, Fault[]>,
  heights?: (deployment: Own) => number,
): Trouble<Own> {
  return {
    name,
    run: async (deployment, _random, step) => {
      const { settings } = deployment.node;
      for (const [method, list] of Object.entries(faults)) settings.faults.set(method, [...list]);
      deployment.advance(heights?.(deployment) ?? step);
      await untilFelt(name, () => [...settings.faults.values()].every((list) => list.length === 0));
      settings.faults.clear();
    },
  };
}

/** At any moment of its work. */
const listenerKilled: Trouble = {
  name: "listener killed",
  run: async (deployment, random, step) => {
    await deployment.listener.ready();
    deployment.advance(step);
    await delay(random.integer(longestSpellMs));
    await deployment.listener.kill();
  },
};

const workerKilled: Trouble = {
  name: "worker killed",
  run: async (deployment, random, step) => {
    deployment.advance(step);
    await delay(random.integer(longestSpellMs));
    await deployment.worker.kill();
  },
};

const brokerKilled: Trouble = {
  name: "broker killed",
  run: async (deployment, random, step) => {
    const [broker] = deployment.brokers.nodes;
    await broker?.kill();
    deployment.advance(step);
    await delay(random.integer(longestSpellMs));
    await broker?.start();
  },
};

const warehouseFull: Trouble = {
  name: "warehouse full",
  run: async (deployment, random, step) => {
    const { warehouse } = deployment;
    await warehouse.setFaults(diskFull);
    deployment.advance(step);
    await untilFelt(warehouseFull.name, async () => (await warehouse.hits()) > 0);
    await delay(random.integer(longestSpellMs));
    await warehouse.setFaults({});
  },
};

/** Of every chain. */
const commonTroubles: readonly Trouble[] = [
  listenerKilled,
  listenerKilled,
  workerKilled,
  brokerKilled,
  warehouseFull,
];

export type Siege<Own extends Besieged> = {
  name: string;
  /** Of the chain's own node. */
  troubles: readonly Trouble<Own>[];
  step: number;
  /** Slow, so that the chain is there until the last trouble. */
  heightsPerSecond: number;
};

/** Publishes all earlier messages again, and waits until the workers have read them. */
async function oldMessages(
  deployment: Besieged,
  { random, note }: ScenarioContext,
  poison: Letter[],
  heightsPerSecond: number,
): Promise<number> {
  deployment.play(0);
  await until("the workers have taken it all", async () => {
    try {
      return (await publishedHeight(deployment)) > 0 && (await lagOf(deployment)) === 0;
    } catch {
      return false;
    }
  });
  deployment.play(heightsPerSecond);
  const poisonBefore = poison.length;
  const repeated = await repeatAll(deployment, random, poison);
  note(`${repeated} old messages and ${poison.length - poisonBefore} poisonous ones, shuffled`);
  return repeated;
}

/** Breaks everything in turn, and looks whether the tables are those of the reference in the end. */
export async function besiege<Own extends Besieged>(
  deployment: Own,
  context: ScenarioContext,
  { name, troubles, step, heightsPerSecond }: Siege<Own>,
): Promise<Outcome> {
  const { size, random, note } = context;
  const all: readonly Trouble<Own>[] = [...commonTroubles, ...troubles];
  const order = Array.from({ length: rounds[size] }, () => random.shuffle(all)).flat();
  const poison: Letter[] = [];
  let repeated = 0;
  deployment.play(heightsPerSecond);
  for (const [place, trouble] of order.entries()) {
    if (place === order.length >> 1)
      repeated += await oldMessages(deployment, context, poison, heightsPerSecond);
    note(trouble.name);
    await trouble.run(deployment, random, step);
  }
  deployment.finish();
  repeated += await oldMessages(deployment, context, poison, heightsPerSecond);
  const faults = `${order.length} times listener, worker or broker killed, warehouse full, node in trouble; ${repeated} old messages again, shuffled, ${poison.length} poisonous ones among them`;
  const outcome = await settle(deployment, { name, faults });
  return { ...outcome, problems: [...outcome.problems, ...(await checkDeadLetters(deployment, poison))] };
}
