/** Scenario 1: kill -9 of listener, worker and server at seeded random moments. */
import { setTimeout as delay } from "node:timers/promises";
import { createRandom } from "../../fixtures/random.ts";
import { request } from "./api.ts";
import type { Deployment } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import type { Supervised } from "./supervisor.ts";
import { withDeployment } from "./withDeployment.ts";

const kills = { full: 50, ci: 6 };
const longestLifeMs = 1500;
/** One kill in four hits a process while it starts. */
const killedEarly = 0.25;
/** So many kills of a worker wait until it has its partitions, because those of its dead predecessor delay them. */
const killedAtWork = { full: 0.5, ci: 0.34 };
const untilAtWorkMs = 30_000;

/** A restarted server answers like one that was never killed. */
async function checkAnswer({ serverUrl, key }: Deployment): Promise<string[]> {
  const { status, text } = await request(serverUrl, key, "/v0/eth/validators?size=1");
  return status === 200 ? [] : [`the API answered ${status} after a restart: ${text.slice(0, 200)}`];
}

async function killAll(deployment: Deployment, { seed, size, note }: ScenarioContext): Promise<Outcome> {
  const { node, listener, worker, server } = deployment;
  const each = kills[size];
  const victims = [listener, worker, server];
  const slotsPerKill = Math.ceil(
    (deployment.reference.chain.endSlot - node.slot()) / (each * victims.length),
  );
  const problems: string[] = [];

  async function killAgainAndAgain(victim: Supervised): Promise<void> {
    const random = createRandom(seed, "kill", victim.name);
    for (let count = 1; count <= each; count++) {
      if (!random.chance(killedEarly)) {
        await victim.ready();
        if (victim === server) problems.push(...(await checkAnswer(deployment)));
      }
      node.advance(slotsPerKill);
      if (victim === worker && random.chance(killedAtWork[size]))
        await Promise.race([victim.seen(/"msg":"epoch computed"/).catch(() => ""), delay(untilAtWorkMs)]);
      await delay(random.integer(longestLifeMs));
      await victim.kill();
      if (count % 10 === 0) note(`${victim.name} killed ${count} times`);
    }
  }

  await Promise.all(victims.map(killAgainAndAgain));
  finishHistory(deployment);
  const faults = `${each} kills each of listener, worker and server`;
  return await settle(deployment, { name: "kill -9", faults, problems });
}

export const killed: Scenario = {
  number: 1,
  ciSeconds: 50,
  name: "kill -9",
  run: async (context) => [
    await withDeployment(context, { history: "plain" }, (deployment) => killAll(deployment, context)),
  ],
};
