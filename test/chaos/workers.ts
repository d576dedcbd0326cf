/** Scenario 5: workers start and stop while they consume; frozen ones wake up as zombies. */
import { setTimeout as delay } from "node:timers/promises";
import { type Deployment, lagOf } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const rounds = { full: { changes: 3, zombies: 4 }, ci: { changes: 1, zombies: 1 } };
/** Waiting for sessions to end takes long, and the chain must not end before. */
const slotsPerSecond = 1;
const longestSpellMs = 3000;
/** Each statement takes as long, so that a batch is long enough to be frozen in the middle. */
const statementMs = 150;

/** Members that have been given partitions. */
async function members({ admin, chain }: Deployment): Promise<number> {
  const { groups } = await admin.describeGroups([chain.workerGroup]);
  const [group] = groups;
  return group?.state === "Stable"
    ? group.members.filter(({ memberAssignment }) => memberAssignment.length > 0).length
    : 0;
}

const untilMembers = (deployment: Deployment, count: number) =>
  until(`the group has ${count} members`, async () => (await members(deployment)) === count);

/** Two, three, one; and so on. */
function comeAndGo(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withDeployment(context, { history: "leak", slotsPerSecond }, async (deployment) => {
    const { node, reference } = deployment;
    for (let round = 0; round < rounds[size].changes; round++) {
      const second = deployment.addWorker();
      await untilMembers(deployment, 2);
      node.advance(reference.slotsPerEpoch);
      const third = deployment.addWorker();
      await untilMembers(deployment, 3);
      node.advance(reference.slotsPerEpoch);
      await delay(random.integer(longestSpellMs));
      await Promise.all([second.stop(), third.stop()]);
      await untilMembers(deployment, 1);
      note("two workers, three, one");
    }
    finishHistory(deployment);
    const faults = `${rounds[size].changes} times two workers, then three, then one`;
    return await settle(deployment, { name: "workers", faults });
  });
}

/** Frozen in the middle of a batch for longer than its session; another worker takes over the batch meanwhile. */
function zombies(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withDeployment(context, { history: "leak", slotsPerSecond }, async (deployment) => {
    const { node, reference, warehouse } = deployment;
    deployment.addWorker();
    for (let round = 0; round < rounds[size].zombies; round++) {
      await untilMembers(deployment, 2);
      const frozen = random.pick(deployment.workers);
      await warehouse.setFaults({ delayMs: statementMs });
      node.advance(2 * reference.slotsPerEpoch);
      const statements = 5 + random.integer(40);
      await until("the workers are at work", async () => {
        node.advance(1);
        return (await warehouse.hits()) >= statements;
      });
      frozen.signal("SIGSTOP");
      await warehouse.setFaults({});
      await untilMembers(deployment, 1);
      node.advance(2 * reference.slotsPerEpoch);
      await until("the other has done it all", async () => (await lagOf(deployment)) === 0);
      frozen.signal("SIGCONT");
      note(`${frozen.name} froze after ${statements} statements and woke up when all was done`);
    }
    finishHistory(deployment);
    const faults = `${rounds[size].zombies} workers frozen past their session, woken when another had done their work`;
    return await settle(deployment, { name: "zombies", faults });
  });
}

export const workers: Scenario = {
  number: 5,
  ciSeconds: 180,
  isFurther: true,
  name: "workers",
  run: async (context) => [await comeAndGo(context), await zombies(context)],
};
