/** The API's answers for Avalanche, and the reference model's, in the same form. */
import type { AvalancheHistory } from "../../fixtures/avalanche/history.ts";
import { avaxText, networkDays, validatorDays } from "../../fixtures/avalanche/truth.ts";
import type { ServeFixture } from "./serve.ts";

export type Answered = Record<string, unknown> & { day: string; isComplete: boolean };

/** Fields that no model has: differences between nodes and blocks, and whether all is known. */
const ofOurs = ["isComplete", "potentialRewardsResidual", "supplyResidual"];

export function withoutOurs(record: Answered): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([field]) => !ofOurs.includes(field)));
}

/** Fields whose amounts make a gross one. */
const parts = ["Delegator", "Validator", "ValidatorFee"];

function grossOf(amounts: Record<string, unknown>, kind: string): bigint {
  return parts.reduce((sum, part) => sum + BigInt(String(amounts[`total${kind}${part}Rewards`])), 0n);
}

/** Amounts as the API has them: AVAX, digit for digit. */
function inAvax(record: object): Record<string, unknown> {
  const amounts: Record<string, unknown> = { ...record };
  const gross = {
    totalGrossRewards: grossOf(amounts, ""),
    totalPotentialGrossRewards: grossOf(amounts, "Potential"),
  };
  return Object.fromEntries(
    Object.entries({ ...record, ...gross }).map(([field, value]) => [
      field,
      typeof value === "bigint" ? avaxText(value) : value,
    ]),
  );
}

/** The model's values for all days between the first and last block. */
export function modelAnswers({ ledger }: AvalancheHistory) {
  const { blocks, stakes } = ledger;
  const range = { from: blocks[1]?.time ?? 0, to: blocks.at(-1)?.time ?? 0 };
  const records = validatorDays(stakes, range);
  return { validators: records.map(inAvax), network: networkDays(records, range).map(inAvax) };
}

/** The records of an answer, with amounts as text. */
function readRecords(text: string): Answered[] {
  const quoted = text.replaceAll(/"(total(?!Active)\w+|\w+Residual)":(-?[\d.]+)/g, '"$1":"$2"');
  return (JSON.parse(quoted) as { results: Answered[] }).results;
}

/** The records at a path below `/v1/avalanche/`. */
export async function getRecords(
  served: ServeFixture,
  path: string,
  network = "mainnet",
): Promise<Answered[]> {
  const response = await served.get(`/v1/avalanche/${path}?limit=200`, { "X-Service-Network": network });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return readRecords(text);
}

/** All validators' records, in the model's order. */
export async function getValidatorRecords(served: ServeFixture, nodes: readonly string[], network?: string) {
  const lists = await Promise.all(
    nodes.map((nodeId) => getRecords(served, `validators/${nodeId}/rewards`, network)),
  );
  const order = ({ day, nodeId }: Record<string, unknown>) => `${day}/${nodeId}`;
  return lists.flat().sort((one, other) => (order(one) < order(other) ? -1 : 1));
}
