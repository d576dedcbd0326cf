/** A generated history of Avalanche, and the result of one undisturbed process. */
import { type AvalancheHistory, createAvalancheHistory } from "../../fixtures/avalanche/history.ts";
import { startAvalancheStub } from "../../fixtures/avalanche/stubNode.ts";
import { toView } from "../../fixtures/avalanche/toView.ts";
import { validatorDays } from "../../fixtures/avalanche/truth.ts";
import type { Store } from "../../lib/store/store.ts";
import { avalancheOptions, backfillAvalanche } from "../support/avalanche.ts";
import { openTemporaryStore } from "../support/warehouse.ts";
import { builtOnce, observe, type Reference } from "./history.ts";
import type { Size } from "./scenario.ts";
import type { Selection } from "./tables.ts";
import { assertSame } from "./truth.ts";

const days = { full: 180, ci: 60 };

export type AvalancheReference = Reference & { history: AvalancheHistory };

/**
 * Stakes and supply are read at the node's head, at each start and once a day, which differs from run to run; so do the
 * listener's requests for ends of stakes that it has not seen begin. Only residuals, and columns that count
 * readings, may depend on that.
 */
const selection: Selection = (table) => {
  if (/^raw_avalanche_(state|told|ended)$/.test(table)) return { where: "where false" };
  if (table === "int_avalanche_day")
    return { columns: "* except (supply_residual_navax, checksum, version)" };
  if (table === "fct_avalanche_network_reward_daily")
    return { columns: "* except (potential_residual_navax, supply_residual_navax, version)" };
  if (table === "fct_avalanche_validator_reward_daily")
    return { columns: "* except (potential_residual_navax, version)" };
  return {};
};

/** Every reading of the node agrees with the blocks. */
async function unexplained(store: Store): Promise<unknown[]> {
  return await store.rows(
    `select toString(day) as day, toString(potential_residual_navax) as potential, supply_residual_navax as supply, is_complete
    from fct_avalanche_network_reward_daily final
    where potential_residual_navax != 0 or supply_residual_navax != 0`,
  );
}

/** @throws Error with the first row that differs from the model */
async function checkTruth(store: Store, { ledger }: AvalancheHistory): Promise<void> {
  const { blocks, stakes } = ledger;
  const expected = validatorDays(stakes, { from: blocks[1]?.time ?? 0, to: blocks.at(-1)?.time ?? 0 });
  assertSame(
    "rewards",
    await store.rows(
      `select toString(day) as day, node_id, toString(validator_reward_navax) as own,
        toString(delegator_reward_navax) as delegators, toString(fee_reward_navax) as fees,
        toString(potential_validator_reward_navax) as potential, is_active
      from fct_avalanche_validator_reward_daily final order by day, node_id`,
    ),
    expected.map((record) => ({
      day: record.day,
      node_id: record.nodeId,
      own: String(record.totalValidatorRewards),
      delegators: String(record.totalDelegatorRewards),
      fees: String(record.totalValidatorFeeRewards),
      potential: String(record.totalPotentialValidatorRewards),
      is_active: Number(record.validationStatus === "active"),
    })),
  );
  const strange = await unexplained(store);
  if (strange.length > 0) throw new Error(`residuals that are not zero: ${JSON.stringify(strange)}`);
}

async function build(size: Size, seed: number): Promise<AvalancheReference> {
  const history = createAvalancheHistory({ seed, days: days[size] });
  const view = toView(history);
  const nodes = [...new Set(history.ledger.stakes.map(({ nodeId }) => nodeId))];
  const paths = ["network/rewards", ...nodes.map((nodeId) => `validators/${nodeId}/rewards`)];
  const compared = {
    selection,
    requests: {
      paths: paths.map((path) => `/v1/avalanche/${path}?limit=200`),
      exceptFields: ["potentialRewardsResidual", "supplyResidual"],
    },
  };
  const node = await startAvalancheStub(view);
  const { store, close } = await openTemporaryStore();
  try {
    await backfillAvalanche(store, avalancheOptions([node.url]), { from: 0, to: view.head });
    await checkTruth(store, history);
    return { history, published: view.head, ...compared, ...(await observe(store, compared)) };
  } finally {
    await close();
    await node.close();
  }
}

/** The history of a seed with its reference. */
export const avalancheReferenceOf = (size: Size, seed: number): Promise<AvalancheReference> =>
  builtOnce(`avalanche/${size}/${seed}`, () => build(size, seed));
