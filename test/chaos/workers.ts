/** Scenario 5: workers come and go while they consume; frozen ones wake up as zombies. */
import { setTimeout as delay } from "node:timers/promises";
import { type House, lagOf, workerGroup } from "./house.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withHouse } from "./withHouse.ts";

const rounds = { full: { changes: 3, zombies: 4 }, ci: { changes: 1, zombies: 1 } };
/** Waiting for sessions to end takes long, and the chain must not end before. */
const slotsPerSecond = 1;
const longestSpellMs = 3000;
/** Each statement takes as long, so that a batch is long enough to be frozen in the middle. */
const statementMs = 150;

/** Members that have been given partitions. */
async function members({ admin }: House): Promise<number> {
  const { groups } = await admin.describeGroups([workerGroup]);
  const [group] = groups;
  return group?.state === "Stable"
    ? group.members.filter(({ memberAssignment }) => memberAssignment.length > 0).length
    : 0;
}

const untilMembers = (house: House, count: number) =>
  until(`the group has ${count} members`, async () => (await members(house)) === count);

/** Two, three, one; and so on. */
function comeAndGo(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withHouse(context, { history: "leak", slotsPerSecond }, async (house) => {
    const { node, reference } = house;
    for (let round = 0; round < rounds[size].changes; round++) {
      const second = house.addWorker();
      await untilMembers(house, 2);
      node.advance(reference.slotsPerEpoch);
      const third = house.addWorker();
      await untilMembers(house, 3);
      node.advance(reference.slotsPerEpoch);
      await delay(random.integer(longestSpellMs));
      await Promise.all([second.stop(), third.stop()]);
      await untilMembers(house, 1);
      note("two workers, three, one");
    }
    finishHistory(house);
    const faults = `${rounds[size].changes} times two workers, then three, then one`;
    return await settle(house, { name: "workers", faults });
  });
}

/** Frozen in the middle of a batch for longer than its session; what it had in hand is done by another meanwhile. */
function zombies(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withHouse(context, { history: "leak", slotsPerSecond }, async (house) => {
    const { node, reference, warehouse } = house;
    house.addWorker();
    for (let round = 0; round < rounds[size].zombies; round++) {
      await untilMembers(house, 2);
      const frozen = random.pick(house.workers);
      await warehouse.setFaults({ delayMs: statementMs });
      node.advance(2 * reference.slotsPerEpoch);
      const statements = 5 + random.integer(40);
      await until("the workers are at work", async () => {
        node.advance(1);
        return (await warehouse.hits()) >= statements;
      });
      frozen.signal("SIGSTOP");
      await warehouse.setFaults({});
      await untilMembers(house, 1);
      node.advance(2 * reference.slotsPerEpoch);
      await until("the other has done it all", async () => (await lagOf(house)) === 0);
      frozen.signal("SIGCONT");
      note(`${frozen.name} froze after ${statements} statements and woke up when all was done`);
    }
    finishHistory(house);
    const faults = `${rounds[size].zombies} workers frozen past their session, woken when another had done their work`;
    return await settle(house, { name: "zombies", faults });
  });
}

export const workers: Scenario = {
  number: 5,
  name: "workers",
  run: async (context) => [await comeAndGo(context), await zombies(context)],
};
