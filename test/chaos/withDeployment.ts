/** A deployment for one scenario, and its processes' output when the scenario fails. */

import { type Deployment, type Judged, openDeployment } from "./deployment.ts";
import { referenceOf } from "./history.ts";
import type { Outcome, ScenarioContext } from "./scenario.ts";
import { lastWords } from "./settle.ts";

type DeploymentOptions = {
  /** Its kind; in a full run it is longer. */
  history: "plain" | "leak";
  brokers?: 1 | 3;
  /** The chain advances by itself. */
  slotsPerSecond?: number;
};

export async function withDeployment(
  { seed, size }: ScenarioContext,
  { history, brokers = 1, slotsPerSecond }: DeploymentOptions,
  run: (deployment: Deployment) => Promise<Outcome>,
): Promise<Outcome> {
  const names = {
    plain: { full: "longPlain", ci: "plain" },
    leak: { full: "longLeak", ci: "leak" },
  } as const;
  const deployment = await openDeployment(await referenceOf(names[history][size], seed), { brokers });
  if (slotsPerSecond !== undefined) deployment.play(slotsPerSecond);
  return await runOn(deployment, run);
}

/** Runs on a deployment and closes it. @throws Error with the last output of its processes */
export async function runOn<Own extends Judged>(
  deployment: Own,
  run: (deployment: Own) => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await run(deployment);
  } catch (error) {
    throw new Error([String(error), ...lastWords(deployment)].join("\n"), { cause: error });
  } finally {
    await deployment.close();
  }
}
