/** The end of every scenario: all is computed and rolled up, and every table equals the reference. */
import { differingAnswers, requestAll } from "./api.ts";
import { type Deployment, type Judged, lagOf, publishedHeight } from "./deployment.ts";
import type { Outcome } from "./scenario.ts";
import { compareTables, type Difference, readTables } from "./tables.ts";
import { until } from "./wait.ts";

const lastCharacters = 1_500;

/** True when the listener has published everything and the workers have taken it all. Trouble is a no. */
async function isConsumed(deployment: Judged): Promise<boolean> {
  try {
    return (
      (await publishedHeight(deployment)) === deployment.reference.published &&
      (await lagOf(deployment)) === 0
    );
  } catch {
    return false;
  }
}

async function difference({ store, reference }: Judged): Promise<Difference> {
  return compareTables(reference.tables, await readTables(store, reference.selection));
}

const isEqual = ({ lost, doubled }: Difference) => lost + doubled === 0;

/** The history advances to its end. */
export function finishHistory({ node, reference }: Deployment): void {
  node.setHead(reference.chain.endSlot);
}

/**
 * Waits until the tables equal the reference, or the time is up; then ends the processes in good order and compares
 * once more, so that their last writes count too.
 */
export async function settle(
  deployment: Judged,
  scenario: Pick<Outcome, "name" | "faults"> & { problems?: readonly string[] },
): Promise<Outcome> {
  const faultsEndedAt = performance.now();
  const problems = [...(scenario.problems ?? [])];
  let recoverySeconds: number | undefined;
  try {
    await until("everything is published and consumed", () => isConsumed(deployment));
    await until("tables equal the reference", async () => isEqual(await difference(deployment)));
    recoverySeconds = (performance.now() - faultsEndedAt) / 1000;
    problems.push(...(await answersThatDiffer(deployment)));
  } catch (error) {
    problems.push(String(error));
  }
  await deployment.stop();
  const last = await difference(deployment);
  if (recoverySeconds === undefined || problems.length > 0) problems.push(...lastWords(deployment));
  return { ...scenario, ...last, recoverySeconds, problems };
}

/** The API's answers are those of the reference as soon as its caches have looked again. */
async function answersThatDiffer({ serverUrl, key, reference }: Judged): Promise<string[]> {
  let differing: string[] = [];
  const agree = async () => {
    try {
      const answers = await requestAll(serverUrl, key, reference.requests);
      differing = differingAnswers(reference.answers, answers);
    } catch (error) {
      differing = [String(error)];
    }
    return differing.length === 0;
  };
  await until("the API answers", agree).catch(() => undefined);
  return differing;
}

/** The last output of processes that ended by themselves, and of those that run. */
export function lastWords({
  listener,
  workers,
  server,
}: Pick<Judged, "listener" | "workers" | "server">): string[] {
  return [listener, ...workers, server].flatMap(({ name, exits, said }) => {
    const last = exits.filter(({ code }) => code !== null && code !== 0).at(-1);
    const end =
      last === undefined ? [] : [`${name} ended with ${last.code}: ${last.output.slice(-lastCharacters)}`];
    return [...end, `${name} said: ${said().slice(-lastCharacters)}`];
  });
}
