/** Scenario 3: the warehouse stopped, refusing, slow and full, under load. */
import { setTimeout as delay } from "node:timers/promises";
import { diskFull, type Faults } from "../support/clickhouseFront.ts";
import { type Deployment, lagOf } from "./deployment.ts";
import type { Outcome, Scenario, ScenarioContext } from "./scenario.ts";
import { finishHistory, settle } from "./settle.ts";
import { until } from "./wait.ts";
import { withDeployment } from "./withDeployment.ts";

const rounds = { full: 3, ci: 1 };
const slotsPerSecond = 4;
const longestFaultMs = { full: 15_000, ci: 3_000 };
const hitsWanted = 3;

type Trouble = { name: string; faults: Faults };

const readOnly = { code: 242, type: "TABLE_IS_READ_ONLY", message: "Table is in readonly mode" };

const troubles: Trouble[] = [
  { name: "refusing connections", faults: { refuse: true } },
  { name: "503 from a proxy", faults: { status: 503 } },
  { name: "slow", faults: { delayMs: 700 } },
  { name: "answers cut off", faults: { resetAfterBytes: 20 } },
  { name: "refusing writes", faults: { failInserts: { table: "*", ...readOnly } } },
  { name: "full", faults: diskFull },
];

/** The fault stays until requests have felt it, and a seeded while longer. */
async function trouble(deployment: Deployment, { name, faults }: Trouble, forMs: number): Promise<void> {
  const { warehouse, node, reference } = deployment;
  await warehouse.setFaults(faults);
  node.advance(reference.slotsPerEpoch);
  await until(`the warehouse is felt to be ${name}`, async () => {
    node.advance(1);
    return (await warehouse.hits()) >= hitsWanted;
  });
  await delay(forMs);
  await warehouse.setFaults({});
}

async function restart({ warehouse, node, reference }: Deployment, forMs: number): Promise<void> {
  await warehouse.kill();
  node.advance(reference.slotsPerEpoch);
  await delay(forMs);
  await warehouse.start();
}

function warehouseAway(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withDeployment(context, { history: "plain", slotsPerSecond }, async (deployment) => {
    let count = 0;
    for (let round = 0; round < rounds[size]; round++) {
      for (const next of random.shuffle<Trouble | undefined>([...troubles, undefined])) {
        note(next?.name ?? "killed and started");
        if (next === undefined) await restart(deployment, random.integer(longestFaultMs[size]));
        else await trouble(deployment, next, random.integer(longestFaultMs[size]));
        count += 1;
      }
    }
    finishHistory(deployment);
    const faults = `${count} times stopped, refusing, slow, cut off, read-only or full`;
    return await settle(deployment, { name: "warehouse", faults });
  });
}

const failing = "raw_eth_withdrawal";
const going = "raw_eth_committee";
/** Each try needs an epoch or two that are not published yet. */
const triesMax = 4;

/**
 * One table refuses rows; the others accept them. A batch is written as a whole, so rows of other tables arrive only if
 * the failing batch has some: where it has blocks alone, the fault ends and returns with the next epoch.
 */
function oneTableFails(context: ScenarioContext): Promise<Outcome> {
  const { size, random, note } = context;
  return withDeployment(context, { history: "plain" }, async (deployment) => {
    const { store, warehouse, node, reference } = deployment;
    const rows = async (table: string) => {
      const [row] = await store.rows<{ rows: string }>(`select count() as rows from ${table} final`);
      return Number(row?.rows);
    };
    /** @returns rows of the other table that were written while this one failed */
    const failOnce = async () => {
      const before = await rows(going);
      await warehouse.setFaults({ failInserts: { table: failing, ...readOnly } });
      node.advance(reference.slotsPerEpoch);
      await until(`${failing} fails`, async () => {
        const hits = await warehouse.hits();
        if (hits === 0) node.advance(1);
        return hits >= hitsWanted;
      });
      await delay(random.integer(longestFaultMs[size]));
      const written = (await rows(going)) - before;
      await warehouse.setFaults({});
      await until("the batch is written", async () => (await lagOf(deployment)) === 0);
      return written;
    };
    let written = 0;
    let tries = 0;
    for (; written === 0 && tries < triesMax; tries++) written = await failOnce();
    note(`${written} rows went into another table meanwhile, at try ${tries}`);
    finishHistory(deployment);
    return await settle(deployment, {
      name: "one table",
      faults: `${failing} takes no rows for a while`,
      problems: written > 0 ? [] : [`${going} took no rows while ${failing} failed, ${tries} times`],
    });
  });
}

export const store: Scenario = {
  number: 3,
  ciSeconds: 180,
  name: "store",
  run: async (context) => [await warehouseAway(context), await oneTableFails(context)],
};
