/** Entities of a file for a small chain, with every rule in it, and their records against the model. */
import { expect } from "vitest";
import type { EthFixture } from "../../fixtures/eth/generate.ts";
import type { Store } from "../../lib/store/store.ts";
import type { ModelDay } from "./ethModelDay.ts";
import { type EntityDay, type ModelKey, validatorsAt } from "./ethModelEntities.ts";

type Row = Record<string, number | string>;

/** Sums of the table, by their counter in the model. */
export const entitySums = {
  attestation_duty_count: "duties",
  attested_count: "attested",
  attestation_count: "inclusions",
  correct_target_count: "rightTarget",
  correct_head_count: "rightHead",
  counted_vote_count: "countedVotes",
  correct_vote_count: "rightVotes",
  inclusion_delay_sum: "delay",
  late_source_count: "lateSource",
  late_head_count: "lateHead",
  proposer_duty_count: "proposerDuties",
  proposed_count: "proposed",
  proposed_empty_count: "proposedEmpty",
  sync_signature_count: "syncSigned",
  sync_missed_count: "syncMissed",
  slashes_received_count: "slashesReceived",
  unknown_slashing_count: "unknownSlashings",
  slashes_collected_count: "slashesCollected",
  attestation_reward_gwei: "attestationReward",
  inactivity_penalty_gwei: "inactivityPenalty",
  sync_reward_gwei: "syncReward",
  sync_penalty_gwei: "syncPenalty",
  slashing_penalty_gwei: "slashingPenalty",
  late_source_penalty_gwei: "lateSourcePenalty",
  wrong_target_penalty_gwei: "wrongTargetPenalty",
  missed_attestation_penalty_gwei: "missedAttestationPenalty",
  missed_attestation_reward_gwei: "missedAttestationReward",
  missed_proposal_reward_gwei: "missedProposalReward",
} as const;
const means = {
  uptime: "uptime",
  correctness: "correctness",
  inclusion_delay: "delay",
  attester_effectiveness: "attester",
  proposer_effectiveness: "proposer",
  validator_effectiveness: "rating",
} as const;
/** Correctness and delay are known of the same validators. */
const countOf = (name: string) => (name === "inclusion_delay" ? "correctness" : name);

/** The file with these entities. */
export function csvOf(keys: readonly ModelKey[], source = "registry"): string {
  const lines = keys.map(({ key, kind, idType, entity, from = "", to = "" }) =>
    [key, kind, idType, `"${entity.replaceAll('"', '""')}"`, from, to, source, ""].join(","),
  );
  return `key,key_kind,id_type,entity,from_date,to_date,source,pool_type\n${lines.join("\n")}\n`;
}

export function exampleKeys(chain: EthFixture, days: readonly ModelDay[], lastEpoch: number): ModelKey[] {
  const validators = validatorsAt(chain, lastEpoch);
  const of = (index: number) => validators[index] as (typeof validators)[number];
  const dates = [...new Set(days.map(({ date }) => date))].sort();
  const [second = "", third = ""] = [dates[1], dates[2]];
  const withdrawal = validators.find(
    ({ withdrawalAddress }) => withdrawalAddress !== null,
  )?.withdrawalAddress;
  const deposit = "0x00000000000000000000000000000000000000Dd";
  const keys: ModelKey[] = [
    // A pool of ten validators, of which two leave on the second date and one moves to another pool.
    ...Array.from({ length: 10 }, (_, i) => ({
      key: of(i).pubkey.toUpperCase().replace("0X", "0x"),
      kind: "pubkey" as const,
      idType: "pool",
      entity: 'Pool "One"',
      ...(i < 2 ? { to: second } : {}),
    })),
    { key: "0", kind: "index", idType: "pool", entity: "Pool Two", from: third },
    // Of two of the same kind the later one counts.
    { key: "5", kind: "index", idType: "pool", entity: "Pool Two", from: second },
    // Two operators of one validator; shares follow, one of them is named.
    { key: "3", kind: "index", idType: "nodeOperator", entity: "Operator A" },
    { key: "3", kind: "index", idType: "nodeOperator", entity: "Operator B" },
    { key: "4", kind: "index", idType: "nodeOperator", entity: "Operator A" },
    { key: "4", kind: "index", idType: "poolShare", entity: "Operator A - Module" },
    { key: "20", kind: "index", idType: "depositAddress", entity: deposit },
    { key: "21", kind: "index", idType: "depositAddress", entity: deposit },
    { key: deposit, kind: "deposit_address", idType: "pool", entity: "Depositors" },
    { key: "21", kind: "index", idType: "pool", entity: "Pool Two" },
    { key: withdrawal ?? "", kind: "withdrawal_address", idType: "pool", entity: "Withdrawers" },
    { key: withdrawal ?? "", kind: "withdrawal_address", idType: "nodeOperator", entity: "Operator C" },
    { key: "8", kind: "index", idType: "dvtNetwork", entity: "Network" },
    { key: "8", kind: "index", idType: "dvtOperator", entity: "Node 1" },
    { key: "8", kind: "index", idType: "dvtOperator", entity: "Node 2" },
    { key: `0x${"ab".repeat(48)}`, kind: "pubkey", idType: "pool", entity: "Not yet on chain" },
  ];
  return keys.map((key) =>
    key.idType === "depositAddress" ? { ...key, entity: key.entity.toLowerCase() } : key,
  );
}

/** Every sum and mean of every entity and day. */
export async function expectEntityDays(
  store: Store,
  expected: ReadonlyMap<string, EntityDay>,
): Promise<void> {
  const entityRows = await store.rows<Row>(
    `select *, concat(id_type, '/', entity, '/', toString(day_type), '/', toString(day)) as name
      from fct_eth_entity_performance_daily final where row_count > 0`,
  );
  expect(entityRows.map(({ name }) => name).sort()).toEqual([...expected.keys()].sort());
  for (const row of entityRows) {
    const model = expected.get(String(row.name));
    if (model === undefined) throw new Error(`${row.name} is not expected`);
    const own = Object.fromEntries(Object.keys(entitySums).map((name) => [name, Number(row[name])]));
    const modelSums = Object.fromEntries(
      Object.entries(entitySums).map(([name, counter]) => [name, model.sums[counter]]),
    );
    expect(own, String(row.name)).toEqual(modelSums);
    expect([row.row_count, row.validator_count, Number(row.active_balance_gwei)], String(row.name)).toEqual([
      model.members,
      model.active,
      model.activeBalance,
    ]);
    for (const [name, counter] of Object.entries(means)) {
      const count = Number(row[`${countOf(name)}_mean_count`]);
      const value = count === 0 ? null : Number(row[`${name}_mean_sum`]) / count;
      const truth = model.means[counter];
      if (truth === null) expect(value, `${row.name} ${name}`).toBeNull();
      else expect(value, `${row.name} ${name}`).toBeCloseTo(truth, 9);
    }
  }
}
