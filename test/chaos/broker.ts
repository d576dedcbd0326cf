/** Scenario 2: the broker down, its log lost, the leader of a cluster killed. */
import { setTimeout as delay } from "node:timers/promises";
import { publishedHeight } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const counts = { full: { stops: 6, losses: 3, leaders: 6 }, ci: { stops: 2, losses: 1, leaders: 2 } };
const slotsPerSecond = 2;
const longestAwayMs = 4000;

function brokerAway(context: ScenarioContext): Promise<Outcome> {
  const { random, size, note } = context;
  return withDeployment(context, { history: "leak", slotsPerSecond }, async (deployment) => {
    const [broker] = deployment.brokers.nodes;
    for (let stop = 0; stop < counts[size].stops; stop++) {
      const isKill = random.chance(0.5);
      await (isKill ? broker?.kill() : broker?.stop());
      deployment.node.advance(deployment.reference.slotsPerEpoch);
      await delay(random.integer(longestAwayMs));
      await broker?.start();
      note(`broker ${isKill ? "killed" : "stopped"} and started`);
      await delay(random.integer(longestAwayMs));
    }
    finishHistory(deployment);
    const faults = `${counts[size].stops} stops and kills of the only broker`;
    return await settle(deployment, { name: "broker away", faults });
  });
}

/** The worst moment: the listener's cursor is past epochs that no worker has read. */
function logLost(context: ScenarioContext): Promise<Outcome> {
  const { size, note } = context;
  return withDeployment(context, { history: "leak", slotsPerSecond }, async (deployment) => {
    const { worker, node, reference } = deployment;
    const height = () => publishedHeight(deployment);
    let lost = 0;
    for (let loss = 0; loss < counts[size].losses; loss++) {
      await worker.ready();
      worker.signal("SIGSTOP");
      const before = await height();
      node.advance(4 * reference.slotsPerEpoch);
      await until("the listener publishes for a worker that is away", async () => {
        // In a leak nothing is final: the chain has to advance.
        if ((await height()) === before) node.advance(1);
        return (await height()) > before;
      });
      lost += (await height()) - before;
      await deployment.brokers.nodes[0]?.restartWithLostData();
      worker.signal("SIGCONT");
      note(`the log is gone, with ${(await height()) - before} epochs that no worker had`);
    }
    finishHistory(deployment);
    const faults = `the broker's data folder lost ${counts[size].losses} times, ${lost} epochs published and not yet written`;
    return await settle(deployment, { name: "log lost", faults });
  });
}

function leaderKilled(context: ScenarioContext): Promise<Outcome> {
  const { random, size, note } = context;
  return withDeployment(context, { history: "leak", brokers: 3, slotsPerSecond }, async (deployment) => {
    const { nodes } = deployment.brokers;
    for (let kill = 0; kill < counts[size].leaders; kill++) {
      const victim = random.pick(nodes);
      await victim.kill();
      deployment.node.advance(deployment.reference.slotsPerEpoch);
      await delay(random.integer(longestAwayMs));
      await victim.start();
      note(`broker ${nodes.indexOf(victim) + 1} of 3 killed and started`);
    }
    finishHistory(deployment);
    const faults = `${counts[size].leaders} kills in a cluster of three, each broker leads a third of the partitions`;
    return await settle(deployment, { name: "leader killed", faults });
  });
}

export const broker: Scenario = {
  number: 2,
  ciSeconds: 250,
  // The suites on Kafka kill brokers, too, and lose their logs.
  isFurther: true,
  name: "broker",
  run: async (context) => [await brokerAway(context), await logLost(context), await leaderKilled(context)],
};
