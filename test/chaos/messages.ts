/** Scenario 6: duplicates, shuffles, old messages and poison in the topics. */
import { type Deployment, lagOf } from "./deployment.ts";
import { checkDeadLetters, endOf, type Letter, repeatAll } from "./letters.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const waves = { full: 4, ci: 2 };
const slotsPerSecond = 2;

async function injectAll(deployment: Deployment, { size, random, note }: ScenarioContext): Promise<Outcome> {
  const poison: Letter[] = [];
  let repeated = 0;
  let ends = 0;
  for (let wave = 0; wave < waves[size]; wave++) {
    const isOver = deployment.node.slot() === deployment.reference.chain.endSlot;
    if (wave === waves[size] - 1) finishHistory(deployment);
    else
      deployment.node.advance(Math.floor((deployment.reference.chain.endSlot - deployment.node.slot()) / 2));
    const before = ends;
    await until("the workers have taken more", async () => {
      ends = await endOf(deployment);
      return (ends > before || isOver) && (await lagOf(deployment)) === 0;
    });
    const poisonBefore = poison.length;
    const good = await repeatAll(deployment, random, poison);
    const bad = poison.length - poisonBefore;
    repeated += good;
    ends += good + bad;
    note(`${good} old messages and ${bad} poisonous ones, shuffled`);
  }
  const faults = `${repeated} old messages again, shuffled and in other partitions, ${poison.length} poisonous ones among them`;
  const outcome = await settle(deployment, { name: "messages", faults });
  return { ...outcome, problems: [...outcome.problems, ...(await checkDeadLetters(deployment, poison))] };
}

export const messages: Scenario = {
  number: 6,
  ciSeconds: 130,
  isFurther: true,
  name: "messages",
  run: async (context) => [
    await withDeployment(context, { history: "leak", slotsPerSecond }, (deployment) =>
      injectAll(deployment, context),
    ),
  ],
};
